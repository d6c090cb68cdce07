import type { ListName } from '../../../../shared/model/profile/list-name.ts'
import { call } from '../../../platform/calls/clavis.ts'
import { saveAndReport } from '../../../ui/dialog/save-and-report.ts'
import { measureIn } from '../../../ui/drawing/text-width.ts'
import { fontSize } from '../drawing/drawn-chart.ts'
import type { ChartFile } from './chart-svg.tsx'

/** Renders a chart as a file and asks where to save it. */
export async function saveChart(file: ChartFile, list: ListName, format: 'svg' | 'png'): Promise<void> {
  await saveAndReport(
    async () => {
      // Loaded on demand: only saving needs the SVG renderer.
      const { chartSvg } = await import('./chart-svg.tsx')
      const picture = chartSvg(file, measureIn(`600 ${fontSize}px sans-serif`))
      if (format === 'svg') return call('lists.saveChart', { format, list, svg: picture.svg })
      const { chartPng } = await import('./chart-png.ts')
      return call('lists.saveChart', { format, list, base64: await chartPng(picture) })
    },
    'Couldn’t save the chart',
    ({ fileName }) => ['Chart saved', fileName],
  )
}
