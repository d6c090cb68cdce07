import { line } from 'd3-shape'
import type { Chart } from '#shared/lists/list-analysis.ts'
import type { DateText } from '#shared/values/date-text.ts'
import type { MeasureText } from '../../ui/drawing/text-width.ts'
import { boundTime, tickLabels, zoneOf } from '../model/time-messages.ts'
import { exactNumber } from '../model/value-messages.ts'
import { axisOf, bandsOf, barsOf, extentsOf, isAdditive } from './bar-layout.ts'
import {
  lineHeight,
  round,
  valueOf,
  type ChartLayout,
  type ChartLayoutOptions,
  type DrawnGroup,
  type DrawnLine,
  type DrawnText,
} from './drawn-chart.ts'
import { gridOf, scaleOf } from './value-axis.ts'

/** Lays out a chart over time, as vertical bars or lines. */
export function layOutTime(
  chart: Chart,
  { definition, shape, width, height, dates }: ChartLayoutOptions,
  measure: MeasureText,
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
