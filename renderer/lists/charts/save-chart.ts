import { notifications } from '@mantine/notifications'
import type { ListName } from '../../../shared/model/list-name.ts'
import { call } from '../../app/clavis.ts'
import { showError } from '../../ui/show-error.tsx'
import { measureIn } from '../../ui/text-width.ts'
import { fontSize } from './chart-layout.ts'
import type { ChartFile } from './chart-svg.tsx'

/** Draws a chart as a file and lets the person save it. */
export async function saveChart(file: ChartFile, list: ListName, format: 'svg' | 'png'): Promise<void> {
  try {
    // Only who saves needs what turns a drawing into text.
    const { chartSvg } = await import('./chart-svg.tsx')
    const { svg, size } = chartSvg(file, measureIn(`600 ${fontSize}px sans-serif`))
    const saved =
      format === 'svg'
        ? await call('lists.saveChart', { format, list, svg })
        : await call('lists.saveChart', { format, list, base64: await paint(svg, size) })
    if (saved !== undefined)
      notifications.show({ color: 'green', title: 'Chart saved', message: `It is in ${saved.fileName}.` })
  } catch (error) {
    showError('The chart was not saved', error)
  }
}

async function paint(svg: string, size: { readonly width: number; readonly height: number }): Promise<string> {
  const { chartPng } = await import('./chart-png.ts')
  return chartPng(svg, size)
}
