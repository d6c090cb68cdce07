import { scaleQuantize } from 'd3-scale'
import type { Chart } from '../../../../shared/model/lists/list-analysis.ts'
import type { DateText } from '../../../../shared/model/values/date-text.ts'
import { hourName, weekdayName } from '../../model/time-messages.ts'
import { exactNumber } from '../../model/value-messages.ts'
import { round, valueOf, type ChartLayout, type DrawnGroup, type DrawnText, type DrawnMark } from './drawn-chart.ts'

/** Lays out the hours of the week as a heat map, whose colors go from the least value to the most. */
export function layOutWeek(chart: Chart, width: number, height: number, dates: DateText): ChartLayout {
  const left = 48
  const top = 4
  const cell = Math.max(14, (width - left - 8) / 24)
  const high = Math.floor(Math.max(leastCellHeight, (height - top - belowCells) / 7))
  const isEmpty = (group: number): boolean => chart.series[0]?.measured[group]?.records === 0
  const values = chart.groups.map((_, group) => (isEmpty(group) ? undefined : valueOf(chart, 0, group)))
  const known = values.filter((value) => value !== undefined)
  const [least, most] = known.length === 0 ? [0, 0] : [Math.min(...known), Math.max(...known)]
  const texts: DrawnText[] = []
  for (let day = 1; day <= 7; day += 1)
    texts.push({ x: left - 8, y: round(top + (day - 0.5) * high + 4), text: weekdayName(day, 'short'), anchor: 'end' })
  for (let hour = 0; hour < 24; hour += cell > 44 ? 1 : 3)
    texts.push({
      x: round(left + (hour + 0.5) * cell),
      y: top + 7 * high + 16,
      text: hourName(hour, 'short', dates),
      anchor: 'middle',
    })
  const groups = chart.groups.map((group, index): DrawnGroup => {
    const [weekday, hour] = group.kind === 'hour' ? [group.weekday, group.hour] : [1, 0]
    const box = { x: round(left + hour * cell), y: round(top + (weekday - 1) * high), width: round(cell), height: high }
    const value = values[index]
    const text = value === undefined ? '' : exactNumber(value)
    // A cut number would be mistaken for another one.
    const words = text.length * digitWidth + 8 > cell ? '' : text
    const marks: DrawnMark[] =
      value === undefined ? [] : [{ kind: 'heat', box, step: heatStep(value, least, most), words }]
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
    { x: left, y: bottom + 24, text: exactNumber(least), anchor: 'start' },
    { x: left + heatSteps * 30, y: bottom + 24, text: exactNumber(most), anchor: 'end' },
  )
  return { width, height: bottom + 30, grid: '', zero: '', texts, groups, lines: [], scale, inRow: 24 }
}

const heatSteps = 7

/** In pixels. */
const leastCellHeight = 20

/** Room for the hours and the scale below the cells, pixels. */
const belowCells = 64

/** Of the cells' texts, pixels. */
const digitWidth = 6.2

/** Returns the index of a value's heat color. */
export function heatStep(value: number, least: number, most: number): number {
  const steps = scaleQuantize()
    .domain([least, most])
    .range(Array.from({ length: heatSteps }, (_, step) => step))
  return most <= least ? 0 : steps(value)
}
