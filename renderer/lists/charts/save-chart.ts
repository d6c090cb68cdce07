import { ClavisError } from '#shared/errors.ts'
import { systemDelimiter } from '#shared/lists/csv-cell.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { call } from '../../platform/clavis.ts'
import { saveAndReport } from '../../ui/dialog/show-error.tsx'
import { measureIn } from '../../ui/drawing/text-width.ts'
import type { ChartFile, SvgPicture } from './chart-svg.tsx'
import { type ChartRows, spreadsheetRows } from './chart-table-rows.ts'
import { fontSize } from './drawn-chart.ts'

/** Renders a chart as a file and asks where to save it. */
export async function saveChart(file: ChartFile, list: ListName, format: 'svg' | 'png'): Promise<void> {
  await saveAndReport(
    async () => {
      // Loaded on demand: only saving needs the SVG renderer.
      const { chartSvg } = await import('./chart-svg.tsx')
      const picture = chartSvg(file, measureIn(`600 ${fontSize}px sans-serif`))
      if (format === 'svg') return call('lists.saveChart', { format, list, svg: picture.svg })
      return call('lists.saveChart', { format, list, base64: await chartPng(picture) })
    },
    'Couldn’t save the chart',
    ({ fileName }) => ['Chart saved', fileName],
  )
}

/** Saves a chart's table as CSV for the system's spreadsheet, and asks where. */
export async function saveTable(rows: ChartRows, list: ListName): Promise<void> {
  await saveAndReport(
    () =>
      call('lists.saveChart', {
        format: 'csv',
        list,
        delimiter: systemDelimiter(),
        rows: spreadsheetRows(rows),
      }),
    'Couldn’t save the table',
    ({ fileName }) => ['Table saved', fileName],
  )
}

/** Pixels of the PNG per pixel of the drawing: sharp on paper and high-resolution screens. */
const pngScale = 2

/** Renders a self-contained SVG picture as PNG, in Base64. */
async function chartPng({ svg, width, height }: SvgPicture): Promise<string> {
  const image = new Image(width, height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * pngScale
  canvas.height = height * pngScale
  const context = canvas.getContext('2d')
  if (context === null)
    throw new ClavisError('internal-fault', 'Couldn’t render the PNG: no canvas is available.', {
      hint: 'Save the chart as SVG.',
    })
  context.scale(pngScale, pngScale)
  context.drawImage(image, 0, 0, width, height)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/u, '')
}
