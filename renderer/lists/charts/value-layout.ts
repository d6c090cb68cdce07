import type { Chart } from '#shared/lists/list-analysis.ts'
import { fitText, type MeasureText } from '../../ui/drawing/text-width.ts'
import { groupName } from '../model/time-messages.ts'
import { exactNumber } from '../model/value-messages.ts'
import { axisOf, bandsOf, barsOf, extentsOf, isAdditive } from './bar-layout.ts'
import {
  lineHeight,
  round,
  valueOf,
  type ChartLayout,
  type ChartLayoutOptions,
  type DrawnGroup,
  type DrawnText,
} from './drawn-chart.ts'
import { gridOf, scaleOf } from './value-axis.ts'

const rowHeight = 26

/** Maximum height of a row and of a bar in it, in pixels. */
const highestRow = 120
const thickestBar = 56

/** Height of what is below the rows, in pixels. */
const belowRows = 24

/** Lays out a chart by value, with a row of bars for each. Few rows fill the height; many need more. */
export function layOutValues(
  chart: Chart,
  { definition, width, height, dates }: ChartLayoutOptions,
  measure: MeasureText,
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
