import type { Chart, ChartQuestion } from '../../../../shared/model/lists/list-analysis.ts'
import type { MeasureText } from '../../../ui/text/text-width.ts'
import { groupName } from './messages.ts'
import { boundTime, hourName, tickLabels, weekdayName, zoneOf } from '../../model/time-messages.ts'
import { shortNumber } from '../../model/value-messages.ts'
import type { ChartShape } from '../../model/chart-plan.ts'
import { darkHeat, type ChartPalette } from './chart-palette.ts'
import { valueAxis, type ValueAxis } from './value-axis.ts'

/** A rectangle in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Words in a drawing. */
export interface DrawnText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly anchor: 'start' | 'middle' | 'end'
  readonly strong?: boolean
}

/** A painted part of a group. */
export type Mark =
  | { readonly kind: 'bar'; readonly box: Box; readonly series: number }
  | { readonly kind: 'heat'; readonly box: Box; readonly step: number; readonly words: string }

/** A group as it is drawn: `target` is what the pointer and the keyboard reach. */
export interface DrawnGroup {
  readonly index: number
  readonly target: Box
  readonly marks: readonly Mark[]
}

/** A line through the groups of a series; it breaks where nothing was measured. */
export interface DrawnLine {
  readonly series: number
  readonly path: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Everything of a chart's drawing, in pixels from its upper left corner. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  /** Lines behind the values: along the axis's ticks, the one at zero by itself. */
  readonly grid: string
  readonly zero: string
  readonly texts: readonly DrawnText[]
  readonly groups: readonly DrawnGroup[]
  readonly lines: readonly DrawnLine[]
  /** What the heat colours mean, from the least to the most. */
  readonly scale: readonly Extract<Mark, { kind: 'heat' }>[]
  /** How many groups stand in one row, for the arrow keys. */
  readonly inRow: number
}

/** Size of the words of a drawing, pixels. */
export const fontSize = 11

const rowHeight = 26
const lineHeight = 15

/** Lays a chart out for a width. @param height of charts by time; others are as high as they need to be */
export function layOutChart(
  chart: Chart,
  { question, shape, width, height }: ChartLayoutOptions,
  measure: MeasureText,
): ChartLayout {
  switch (question.grouping.kind) {
    case 'time':
      return layOutTime(chart, isAdditive(question), shape, width, height, measure)
    case 'value':
      return layOutValues(chart, isAdditive(question), width, measure)
    case 'weekday-hour':
      return layOutWeek(chart, width)
  }
}

/** What a drawing depends on besides its numbers. */
export interface ChartLayoutOptions {
  readonly question: ChartQuestion
  readonly shape: ChartShape
  readonly width: number
  readonly height: number
}

/** The colour of a series: those without a name of their own are grey. */
export function seriesColour(chart: Chart, series: number, palette: ChartPalette): string {
  const kind = chart.series[series]?.name.kind
  if (kind === 'empty') return palette.lineStrong
  return kind === 'others' ? palette.rest : (palette.series[series % palette.series.length] ?? palette.rest)
}

/** Whether the series of a group may stand on each other: a mean of means is no mean. */
function isAdditive({ measure }: ChartQuestion): boolean {
  return measure.kind === 'count' || measure.kind === 'sum'
}

function valueOf(chart: Chart, series: number, group: number): number | undefined {
  const value = chart.series[series]?.measured[group]?.value
  return value === null || value === undefined ? undefined : Number(value)
}

/** From where to where each series' bar goes, in values: one on the other, or each from zero. */
function extents(chart: Chart, group: number, stacked: boolean): ({ from: number; to: number } | undefined)[] {
  let above = 0
  let below = 0
  return chart.series.map((_, series) => {
    const value = valueOf(chart, series, group)
    if (value === undefined || !Number.isFinite(value)) return undefined
    if (!stacked) return { from: 0, to: value }
    const from = value < 0 ? below : above
    if (value < 0) below += value
    else above += value
    return { from, to: from + value }
  })
}

function layOutTime(
  chart: Chart,
  additive: boolean,
  shape: ChartShape,
  width: number,
  height: number,
  measure: MeasureText,
): ChartLayout {
  const stacked = additive && shape === 'bars'
  const all = chart.groups.map((_, group) => extents(chart, group, stacked))
  const axis = valueAxis(
    all.flat().flatMap((extent) => (extent === undefined ? [] : [extent.to])),
    Math.max(2, Math.floor(height / 60)),
  )
  const labels = axis.ticks.map(shortNumber)
  const left = Math.ceil(Math.max(...labels.map(measure))) + 12
  const [top, bottom] = [10, height - 40]
  const plot = Math.max(50, width - left - 8)
  const step = plot / Math.max(1, chart.groups.length)
  const y = (value: number): number => round(bottom - ((value - axis.min) / (axis.max - axis.min)) * (bottom - top))
  const groups = chart.groups.map((_, index): DrawnGroup => {
    const x = left + index * step
    const target = { x: round(x), y: top, width: round(step), height: bottom - top }
    if (shape === 'lines') return { index, target, marks: [] }
    const gap = step > 6 ? Math.min(step * 0.2, 8) : 0
    const room = step - gap
    const each = stacked ? room : room / chart.series.length
    const marks = (all[index] ?? []).flatMap((extent, series): Mark[] => {
      if (extent === undefined || extent.from === extent.to) return []
      const [from, to] = [y(extent.from), y(extent.to)]
      const start = x + gap / 2 + (stacked ? 0 : series * each)
      const box = {
        x: round(start),
        y: Math.min(from, to),
        width: round(each),
        height: Math.max(0.75, Math.abs(from - to)),
      }
      return [{ kind: 'bar', series, box }]
    })
    return { index, target, marks }
  })
  const lines =
    shape === 'bars'
      ? []
      : chart.series.map((_, series) =>
          lineOf(
            series,
            chart.groups.map((__, group) => {
              const value = valueOf(chart, series, group)
              return value === undefined ? undefined : { x: round(left + (group + 0.5) * step), y: y(value) }
            }),
          ),
        )
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
      ...timeLabels(chart, left, step, bottom, measure),
    ],
    groups,
    lines,
    scale: [],
    inRow: chart.groups.length,
  }
}

function lineOf(series: number, points: readonly ({ x: number; y: number } | undefined)[]): DrawnLine {
  const path = points
    .map((point, index) => {
      if (point === undefined) return ''
      return `${points[index - 1] === undefined ? 'M' : 'L'}${point.x} ${point.y}`
    })
    .join('')
  return { series, path, points: points.filter((point) => point !== undefined) }
}

/** The small words that have room, and below them the large ones where they change. */
function timeLabels(chart: Chart, left: number, step: number, bottom: number, measure: MeasureText): DrawnText[] {
  const unit = chart.time?.unit ?? 'day'
  const zone = zoneOf(chart.time?.clock)
  const words = chart.groups.map((group) =>
    group.kind === 'time' ? tickLabels(boundTime(group.from), unit, zone) : { minor: '', major: '' },
  )
  const widest = Math.max(1, ...words.map(({ minor }) => measure(minor)))
  const every = Math.max(1, Math.ceil((widest + 10) / step))
  const texts: DrawnText[] = []
  let free = -Infinity
  for (const [index, { minor, major }] of words.entries()) {
    const x = left + index * step
    if (index % every === 0)
      texts.push({ x: round(x + step / 2), y: bottom + lineHeight + 1, text: minor, anchor: 'middle' })
    const isNew = major !== '' && major !== words[index - 1]?.major
    if (isNew && x >= free) {
      texts.push({ x: round(x), y: bottom + 2 * lineHeight + 2, text: major, anchor: 'start', strong: true })
      free = x + measure(major) + 14
    }
  }
  return texts
}

function layOutValues(chart: Chart, additive: boolean, width: number, measure: MeasureText): ChartLayout {
  const all = chart.groups.map((_, group) => extents(chart, group, additive))
  const axis = valueAxis(
    all.flat().flatMap((extent) => (extent === undefined ? [] : [extent.to])),
    Math.max(2, Math.floor(width / 140)),
  )
  const names = chart.groups.map((group) => groupName(group, chart.time))
  const left = Math.ceil(Math.min(Math.max(60, ...names.map(measure)) + 14, width * 0.35))
  const plot = Math.max(50, width - left - 64)
  // Few bars may be thick.
  const row = chart.groups.length <= 8 ? 42 : chart.groups.length <= 14 ? 34 : rowHeight
  const each = additive ? row * 0.7 : Math.max(6, Math.min(18, 40 / chart.series.length))
  const room = additive ? row : Math.max(row, each * chart.series.length + 8)
  const top = 6
  const bottom = top + room * chart.groups.length
  const x = (value: number): number => round(left + ((value - axis.min) / (axis.max - axis.min)) * plot)
  const texts: DrawnText[] = axis.ticks.map((tick) => ({
    x: x(tick),
    y: bottom + lineHeight + 2,
    text: shortNumber(tick),
    anchor: 'middle',
  }))
  const groups = chart.groups.map((_, index): DrawnGroup => {
    const y = top + index * room
    texts.push({
      x: left - 8,
      y: round(y + room / 2 + 4),
      text: fit(names[index] ?? '', left - 14, measure),
      anchor: 'end',
    })
    const marks = (all[index] ?? []).flatMap((extent, series): Mark[] => {
      if (extent === undefined || extent.from === extent.to) return []
      const [from, to] = [x(extent.from), x(extent.to)]
      const start = y + (room - (additive ? each : each * chart.series.length)) / 2 + (additive ? 0 : series * each)
      const box = { x: Math.min(from, to), y: round(start), width: Math.max(0.75, Math.abs(from - to)), height: each }
      return [{ kind: 'bar', series, box }]
    })
    const only = chart.series.length === 1 ? valueOf(chart, 0, index) : undefined
    if (only !== undefined && only >= 0)
      texts.push({ x: x(only) + 6, y: round(y + room / 2 + 4), text: shortNumber(only), anchor: 'start' })
    return { index, target: { x: 0, y, width, height: room }, marks }
  })
  return {
    width,
    height: bottom + 24,
    ...gridOf(axis, (value) => `M${x(value)} ${top}V${bottom}`),
    texts,
    groups,
    lines: [],
    scale: [],
    inRow: 1,
  }
}

function layOutWeek(chart: Chart, width: number): ChartLayout {
  const left = 48
  const top = 4
  const cell = Math.max(14, (width - left - 8) / 24)
  const high = Math.min(cell, 36)
  const values = chart.groups.map((_, group) => valueOf(chart, 0, group))
  const known = values.filter((value) => value !== undefined)
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)]
  const texts: DrawnText[] = []
  for (let day = 1; day <= 7; day += 1)
    texts.push({ x: left - 8, y: round(top + (day - 0.5) * high + 4), text: weekdayName(day, 'short'), anchor: 'end' })
  for (let hour = 0; hour < 24; hour += cell > 44 ? 1 : 3)
    texts.push({
      x: round(left + (hour + 0.5) * cell),
      y: top + 7 * high + 16,
      text: hourName(hour, 'short'),
      anchor: 'middle',
    })
  const groups = chart.groups.map((group, index): DrawnGroup => {
    const [weekday, hour] = group.kind === 'hour' ? [group.weekday, group.hour] : [1, 0]
    const box = { x: round(left + hour * cell), y: round(top + (weekday - 1) * high), width: round(cell), height: high }
    const value = values[index]
    const words = value === undefined || cell < 34 ? '' : shortNumber(value)
    const marks: Mark[] =
      value === undefined || chart.series[0]?.measured[index]?.records === 0
        ? []
        : [{ kind: 'heat', box, step: heatStep(value, least, most), words }]
    return { index, target: box, marks }
  })
  const bottom = top + 7 * high + 34
  const scale = Array.from({ length: heatSteps }, (_, step) => ({
    kind: 'heat' as const,
    box: { x: left + step * 30, y: bottom, width: 30, height: 10 },
    step,
    words: '',
  }))
  texts.push(
    { x: left, y: bottom + 24, text: shortNumber(least), anchor: 'start' },
    { x: left + heatSteps * 30, y: bottom + 24, text: shortNumber(most), anchor: 'end' },
  )
  return { width, height: bottom + 30, grid: '', zero: '', texts, groups, lines: [], scale, inRow: 24 }
}

const heatSteps = 7

/** Which of the heat colours a value has. */
export function heatStep(value: number, least: number, most: number): number {
  if (most <= least) return 0
  return Math.min(heatSteps - 1, Math.floor(((value - least) / (most - least)) * heatSteps))
}

/** The colour of words on a heat colour. */
export function heatInk(step: number, palette: ChartPalette): string {
  return step >= darkHeat ? palette.surface : palette.ink
}

function gridOf(axis: ValueAxis, line: (value: number) => string): { readonly grid: string; readonly zero: string } {
  return {
    grid: axis.ticks
      .filter((tick) => tick !== 0)
      .map(line)
      .join(''),
    zero: line(0),
  }
}

/** The text, cut where it is too wide. */
function fit(text: string, width: number, measure: MeasureText): string {
  let shown = text
  while (shown.length > 1 && measure(shown === text ? shown : `${shown}…`) > width) shown = shown.slice(0, -1)
  return shown === text ? text : `${shown.trimEnd()}…`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
