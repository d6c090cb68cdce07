import type { Chart } from '#shared/lists/list-analysis.ts'
import { paperColors, screenColors, type Palette } from '../../ui/drawing/palette.ts'

export interface ChartPalette extends Palette {
  /** By the series' index; unnamed ones have the color `rest`. */
  readonly series: readonly string[]
  readonly rest: string
  readonly empty: string
}

/** Colors of series, the same in both themes. They also differ in lightness, for color blindness. */
export const seriesColors = {
  series: ['#0f7b6c', '#c668b2', '#5e93f0', '#ac430e', '#8d9c32', '#7a51aa'],
  rest: '#8d959b',
  empty: '#b9c0c5',
}

export const screenPalette: ChartPalette = {
  ...screenColors,
  ...seriesColors,
}

/** The light theme's colors as values, for a self-contained file. */
export const paperPalette: ChartPalette = {
  ...paperColors,
  ...seriesColors,
}

/** Returns the color of a series; unnamed ones are gray. */
export function seriesColor(chart: Chart, series: number, palette: ChartPalette): string {
  const kind = chart.series[series]?.name.kind
  if (kind === 'empty') return palette.empty
  return kind === 'others' ? palette.rest : (palette.series[series % palette.series.length] ?? palette.rest)
}
