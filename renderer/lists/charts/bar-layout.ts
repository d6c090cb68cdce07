import { range } from 'd3-array'
import { scaleBand, type ScaleBand } from 'd3-scale'
import { stack, stackOffsetDiverging } from 'd3-shape'
import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import { isCurrencyPath } from '../model/currency.ts'
import { round, valueOf } from './drawn-chart.ts'
import { valueAxis, type ValueAxis } from './value-axis.ts'

/** Start and end of a bar, in values. */
type Extent = readonly [from: number, to: number]

/** Returns the bars of each group by series, stacked or each from zero; undefined if nothing was measured. */
export function extentsOf(chart: Chart, stacked: boolean): (Extent | undefined)[][] {
  const groups = range(chart.groups.length)
  const series = range(chart.series.length)
  const stacks = stack<unknown, number, number>()
    .keys(series)
    .value((group, each) => valueOf(chart, each, group) ?? 0)
    .offset(stackOffsetDiverging)(groups)
  return groups.map((group) =>
    series.map((each) => {
      const value = valueOf(chart, each, group)
      if (value === undefined) return undefined
      const [from, to] = stacks[each]?.[group] ?? [0, value]
      return stacked ? [from, to] : [0, value]
    }),
  )
}

/** Whether the series of a group can be stacked: a sum of means is not a mean, and no currency adds to another. */
export function isAdditive({ measure, split }: ChartDefinition): boolean {
  return measure.kind === 'count' || (measure.kind === 'sum' && (split === undefined || !isCurrencyPath(split.path)))
}

/** Divides a range of pixels among groups. @param bandwidth width of a group's bars together */
export function bandsOf(count: number, pixels: Extent, bandwidth: number): ScaleBand<number> {
  const bands = scaleBand<number>().domain(range(count)).range(pixels)
  const gap = 1 - bandwidth / bands.step()
  return bands.paddingInner(gap).paddingOuter(gap / 2)
}

/** A bar in either direction, in pixels: its place across the axis, and its start and length along it. */
interface Bar {
  readonly series: number
  readonly at: number
  readonly thickness: number
  readonly from: number
  readonly length: number
}

/** Returns the bars of a group, stacked or side by side. */
export function barsOf(
  extents: readonly (Extent | undefined)[],
  start: number,
  bandwidth: number,
  stacked: boolean,
  scale: (value: number) => number,
): Bar[] {
  const thickness = round(stacked ? bandwidth : bandwidth / extents.length)
  return extents.flatMap((extent, series): Bar[] => {
    if (extent === undefined || extent[0] === extent[1]) return []
    const [from, to] = [scale(extent[0]), scale(extent[1])]
    const at = round(start + (stacked ? 0 : (series * bandwidth) / extents.length))
    return [{ series, at, thickness, from: Math.min(from, to), length: Math.max(0.75, Math.abs(from - to)) }]
  })
}

/** Returns the axis for the bars of all groups. @param most maximum number of steps */
export function axisOf(
  extents: readonly (readonly (Extent | undefined)[])[],
  most: number,
  { measure }: ChartDefinition,
): ValueAxis {
  const values = extents.flat().flatMap((extent) => extent ?? [])
  return valueAxis(values, most, measure.kind === 'count' ? 1 : 0)
}
