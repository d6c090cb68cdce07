import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { call } from '../../platform/calls/clavis.ts'
import { saveFile } from '../../ui/feedback/notify.ts'
import { measureIn } from '../../ui/text/text-width.ts'
import { fontSize } from './drawing/chart-layout.ts'
import type { ChartFile } from './drawing/chart-svg.tsx'

/** Draws a chart as a file and lets the person save it. */
export async function saveChart(file: ChartFile, list: ListName, format: 'svg' | 'png'): Promise<void> {
  await saveFile(
    async () => {
      // Only who saves needs what turns a drawing into text.
      const { chartSvg } = await import('./drawing/chart-svg.tsx')
      const { svg, size } = chartSvg(file, measureIn(`600 ${fontSize}px sans-serif`))
      return format === 'svg'
        ? call('lists.saveChart', { format, list, svg })
        : call('lists.saveChart', { format, list, base64: await paint(svg, size) })
    },
    'The chart was not saved',
    ({ fileName }) => ['Chart saved', `It is in ${fileName}.`],
  )
}

async function paint(svg: string, size: { readonly width: number; readonly height: number }): Promise<string> {
  const { chartPng } = await import('./drawing/chart-png.ts')
  return chartPng(svg, size)
}
