import { range } from 'd3-array'
import { scaleBand, scaleLinear, type ScaleBand } from 'd3-scale'
import { line, stack, stackOffsetDiverging } from 'd3-shape'
import type { Chart, ChartDefinition } from '#shared/lists/list-analysis.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { fitText, type MeasureText } from '../../ui/drawing/text-width.ts'
import type { ChartShape } from '../model/chart-plan.ts'
import { isCurrencyPath } from '../model/currency.ts'
import { boundTime, tickLabels, zoneOf } from '../model/time-messages.ts'
import { exactNumber } from '../model/value-messages.ts'
import { groupName } from './chart-messages.ts'
import { round, valueOf, type ChartLayout, type DrawnGroup, type DrawnLine, type DrawnText } from './drawn-chart.ts'
import { valueAxis, type ValueAxis } from './value-axis.ts'

const rowHeight = 26
const lineHeight = 15

/** Lays out a chart over time, as vertical bars or lines. */
export function layOutTime(
  chart: Chart,
  definition: ChartDefinition,
  shape: ChartShape,
  width: number,
  height: number,
  measure: MeasureText,
  dates: DateText,
): ChartLayout {
  const stacked = isAdditive(definition) && shape === 'bars'
  const extents = extentsOf(chart, stacked)
  const axis = axisOf(extents, Math.max(2, Math.floor(height / 60)), definition)
  const labels = axis.ticks.map(exactNumber)
  const left = Math.ceil(Math.max(...labels.map(measure))) + 12
  const [top, bottom] = [10, height - 40]
  const words = timeWords(chart, dates)
  const plot = Math.max(50, width - left - roomAtEnd(words, width - left, measure))
  const y = scaleOf(axis, [bottom, top])
  const step = plot / Math.max(1, chart.groups.length)
  const bands = bandsOf(chart.groups.length, [left, left + plot], step - (step > 6 ? Math.min(step * 0.2, 8) : 0))
  const groups = extents.map((all, index): DrawnGroup => {
    const target = { x: round(left + index * step), y: top, width: round(step), height: bottom - top }
    if (shape === 'lines') return { index, target, bars: [] }
    return {
      index,
      target,
      bars: barsOf(all, bands(index) ?? left, bands.bandwidth(), stacked, y).map(
        ({ at, thickness, from, length, series }) => ({
          series,
          box: { x: at, y: from, width: thickness, height: length },
        }),
      ),
    }
  })
  return {
    width,
    height,
    ...gridOf(axis, (value) => `M${left} ${y(value)}h${plot}`),
    texts: [
      ...axis.ticks.map((tick, index): DrawnText => ({
        x: left - 8,
        y: y(tick) + 4,
        text: labels[index] ?? '',
        anchor: 'end',
      })),
      ...timeLabels(words, left, step, bottom, measure),
    ],
    groups,
    lines: shape === 'bars' ? [] : linesOf(chart, (group) => round(left + (group + 0.5) * step), y),
    inRow: chart.groups.length,
  }
}

/** Returns a line for each series, with gaps where nothing was measured. */
function linesOf(chart: Chart, x: (group: number) => number, y: (value: number) => number): DrawnLine[] {
  return chart.series.map((_, series) => {
    const points = chart.groups.map((__, group) => {
      const value = valueOf(chart, series, group)
      return value === undefined ? undefined : { x: x(group), y: y(value) }
    })
    const path = line<(typeof points)[number]>()
      .defined((point) => point !== undefined)
      .x((point) => point?.x ?? 0)
      .y((point) => point?.y ?? 0)
    return { series, path: path(points) ?? '', points: points.filter((point) => point !== undefined) }
  })
}

/** Labels of a chart's periods. */
interface TimeWords {
  /** One for each period. */
  readonly minor: readonly string[]
  /** Larger periods, by the index of their first period. */
  readonly major: readonly { readonly index: number; readonly text: string }[]
}

function timeWords(chart: Chart, dates: DateText): TimeWords {
  const unit = chart.time?.unit ?? 'day'
  const zone = zoneOf(chart.time?.clock)
  const words = chart.groups.map((group) =>
    group.kind === 'time' ? tickLabels(boundTime(group.from), unit, zone, dates) : { minor: '', major: '' },
  )
  return {
    minor: words.map(({ minor }) => minor),
    major: words.flatMap(({ major }, index) =>
      major === '' || major === words[index - 1]?.major ? [] : [{ index, text: major }],
    ),
  }
}

/** Returns the pixels to leave free after the last period, so that its label and that of the last larger period fit. */
function roomAtEnd({ minor, major }: TimeWords, room: number, measure: MeasureText): number {
  const least = Math.ceil(Math.max(8, ...minor.map((text) => measure(text) / 2)))
  const last = major.at(-1)
  if (last === undefined || last.index === 0) return least
  const share = (minor.length - last.index) / minor.length
  return Math.max(least, (Math.ceil(measure(last.text)) - share * room) / (1 - share))
}

/** Labels each period if there is room, and below that the larger periods where they start. */
function timeLabels(
  { minor, major }: TimeWords,
  left: number,
  step: number,
  bottom: number,
  measure: MeasureText,
): DrawnText[] {
  const widest = Math.max(1, ...minor.map(measure))
  const every = Math.max(1, Math.ceil((widest + 10) / step))
  const texts = minor.flatMap((text, index): DrawnText[] => {
    const x = round(left + (index + 0.5) * step)
    return index % every === 0 ? [{ x, y: bottom + lineHeight + 1, text, anchor: 'middle' }] : []
  })
  // From the end: what doesn't fit before the next label is dropped, and the next one names its own periods.
  let end = Infinity
  for (const { index, text } of major.toReversed()) {
    const x = left + index * step
    if (x + measure(text) > end) continue
    texts.push({ x: round(x), y: bottom + 2 * lineHeight + 2, text, anchor: 'start', strong: true })
    end = x - 14
  }
  return texts
}

/** Maximum height of a row and of a bar in it, in pixels. */
const highestRow = 120
const thickestBar = 56

/** Height of what is below the rows, in pixels. */
const belowRows = 24

/**
 * Lays out a chart by value, with a row of bars for each.
 * @param height is filled by few rows; many need more
 */
export function layOutValues(
  chart: Chart,
  definition: ChartDefinition,
  width: number,
  height: number,
  measure: MeasureText,
  dates: DateText,
): ChartLayout {
  const additive = isAdditive(definition)
  const extents = extentsOf(chart, additive)
  const axis = axisOf(extents, Math.max(2, Math.floor(width / 140)), definition)
  const names = chart.groups.map((group) => groupName(group, chart.time, dates))
  const left = Math.ceil(Math.min(Math.max(60, ...names.map(measure)) + 14, width * 0.35))
  const numbers = chart.groups.map((_, group) => (chart.series.length === 1 ? valueOf(chart, 0, group) : undefined))
  // Of the number after a bar, and of the last tick, whose middle is at the end.
  const endWidths = [
    ...numbers.map((only) => (only === undefined || only < 0 ? 0 : measure(exactNumber(only)) + 6)),
    measure(exactNumber(axis.max)) / 2,
  ]
  const plot = Math.max(50, width - left - Math.ceil(Math.max(...endWidths)) - 8)
  const x = scaleOf(axis, [left, left + plot])
  // Few bars may be thick.
  const count = chart.groups.length
  const row = count <= 8 ? 42 : count <= 14 ? 34 : rowHeight
  const least = additive ? row * 0.7 : Math.max(6, Math.min(18, 40 / chart.series.length)) * chart.series.length
  const leastRoom = additive ? row : Math.max(row, least + 8)
  const top = 6
  const room = Math.max(leastRoom, Math.min(highestRow, Math.floor((height - top - belowRows) / Math.max(1, count))))
  const thickness = Math.max(least, Math.min(thickestBar, room * 0.7))
  const bottom = top + room * chart.groups.length
  const bands = bandsOf(chart.groups.length, [top, bottom], thickness)
  const texts: DrawnText[] = axis.ticks.map((tick) => ({
    x: x(tick),
    y: bottom + lineHeight + 2,
    text: exactNumber(tick),
    anchor: 'middle',
  }))
  const groups = extents.map((all, index): DrawnGroup => {
    const y = top + index * room
    const baseline = round(y + room / 2 + 4)
    texts.push({ x: left - 8, y: baseline, text: fitText(names[index] ?? '', left - 14, measure), anchor: 'end' })
    const only = numbers[index]
    if (only !== undefined && only >= 0)
      texts.push({ x: x(only) + 6, y: baseline, text: exactNumber(only), anchor: 'start' })
    return {
      index,
      target: { x: 0, y, width, height: room },
      bars: barsOf(all, bands(index) ?? y, bands.bandwidth(), additive, x).map(
        ({ at, thickness, from, length, series }) => ({
          series,
          box: { x: from, y: at, width: length, height: thickness },
        }),
      ),
    }
  })
  return {
    width,
    height: bottom + belowRows,
    ...gridOf(axis, (value) => `M${x(value)} ${top}V${bottom}`),
    texts,
    groups,
    lines: [],
    inRow: 1,
  }
}

/** Start and end of a bar, in values. */
type Extent = readonly [from: number, to: number]

/** Returns the bars of each group by series, stacked or each from zero; undefined if nothing was measured. */
function extentsOf(chart: Chart, stacked: boolean): (Extent | undefined)[][] {
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
function isAdditive({ measure, split }: ChartDefinition): boolean {
  return measure.kind === 'count' || (measure.kind === 'sum' && (split === undefined || !isCurrencyPath(split.path)))
}

function axisOf(
  extents: readonly (readonly (Extent | undefined)[])[],
  most: number,
  { measure }: ChartDefinition,
): ValueAxis {
  const values = extents.flat().flatMap((extent) => extent ?? [])
  return valueAxis(values, most, measure.kind === 'count' ? 1 : 0)
}

function scaleOf({ min, max }: ValueAxis, pixels: Extent): (value: number) => number {
  const scale = scaleLinear().domain([min, max]).range(pixels)
  return (value) => round(scale(value))
}

/** Divides a range of pixels among groups. @param bandwidth width of a group's bars together */
function bandsOf(count: number, pixels: Extent, bandwidth: number): ScaleBand<number> {
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
function barsOf(
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

function gridOf(axis: ValueAxis, path: (value: number) => string): { readonly grid: string; readonly zero: string } {
  return {
    grid: axis.ticks
      .filter((tick) => tick !== 0)
      .map(path)
      .join(''),
    zero: path(0),
  }
}
