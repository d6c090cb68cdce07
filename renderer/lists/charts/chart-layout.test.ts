import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Chart, ChartGroup, ChartDefinition, Measured } from '#shared/lists/list-analysis.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { type ChartShape } from '../model/chart-plan.ts'
import { layOutChart } from './chart-layout.ts'
import type { ChartLayout } from './drawn-chart.ts'

const measure = (text: string): number => text.length * 6

const values = (numbers: readonly (number | null)[]): Measured[] =>
  numbers.map((number) => ({ value: number === null ? null : String(number), records: number === null ? 0 : 1 }))

/** A picture has no totals. */
const nothing: Measured = { value: null, records: 0 }

function chartOf(groups: readonly ChartGroup[], series: readonly (readonly (number | null)[])[]): Chart {
  return {
    ...{ records: 1, withoutDate: 0, withoutNumber: 0, groups: [...groups], withLists: [] },
    series: series.map((numbers, place) => ({
      name: series.length === 1 ? { kind: 'all' } : { kind: 'value', value: { kind: 'text', text: `series ${place}` } },
      measured: values(numbers),
      total: nothing,
    })),
    totals: groups.map(() => nothing),
    total: nothing,
    time: { clock: { kind: 'zone', timeZone: 'UTC' }, unit: 'day', gapsLeftOut: false },
  }
}

/** @param first day of January */
const days = (count: number, first = 1): ChartGroup[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'time',
    from: new Date(Date.UTC(2026, 0, first + index)).toISOString(),
    to: new Date(Date.UTC(2026, 0, first + 1 + index)).toISOString(),
  }))

const named = (count: number): ChartGroup[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'value', value: { kind: 'text', text: `value ${index}` } }))

const definition = (grouping: ChartDefinition['grouping'], kind: 'sum' | 'mean' = 'sum'): ChartDefinition => ({
  measure: { kind, path: 'n' },
  grouping,
  timeZone: 'UTC',
})
const byDay = definition({ kind: 'time', path: 'at', unit: 'day' })

const layOut = (chart: Chart, asked: ChartDefinition, shape: ChartShape = 'bars'): ChartLayout =>
  layOutChart(chart, { definition: asked, shape, width: 800, height: 400, dates: systemDates }, measure)

const bars = (layout: ChartLayout): { x: number; y: number; width: number; height: number }[] =>
  layout.groups.flatMap(({ bars: drawn }) => drawn.map(({ box }) => box))

test('layOutChart: bars are as high as their values, whatever the numbers, and stay inside', () => {
  const number = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(fc.array(number, { minLength: 1, maxLength: 40 }), fc.boolean(), (numbers, isValue) => {
      const asked = isValue ? definition({ kind: 'value', path: 'at', most: 40 }) : byDay
      const layout = layOut(chartOf(isValue ? named(numbers.length) : days(numbers.length), [numbers]), asked)
      const drawn = numbers.filter((each) => each !== 0)
      const boxes = bars(layout)
      expect(boxes).toHaveLength(drawn.length)
      const length = ({ width, height }: { width: number; height: number }): number => (isValue ? width : height)
      const most = Math.max(...drawn.map(Math.abs), 0)
      for (const [index, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(layout.width)
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.y + box.height).toBeLessThanOrEqual(layout.height)
        const longest = Math.max(...boxes.map(length))
        const share = Math.abs(drawn[index] ?? 0) / most
        // The shortest bars are made long enough to be seen.
        expect(Math.abs(length(box) - longest * share)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('layOutChart: no text of bars runs past an edge, for numbers up to a billion and from 400 pixels on', () => {
  const number = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  fc.assert(
    fc.property(
      fc.array(number, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 400, max: 1600 }),
      fc.constantFrom('hour', 'day', 'month', 'value' as const),
      (numbers, width, kind) => {
        const asked = definition(
          kind === 'value' ? { kind, path: 'at', most: 60 } : { kind: 'time', path: 'at', unit: kind },
        )
        const chart = chartOf(kind === 'value' ? named(numbers.length) : days(numbers.length), [numbers])
        const { texts } = layOutChart(
          {
            ...chart,
            time: {
              clock: { kind: 'zone', timeZone: 'UTC' },
              unit: kind === 'value' ? 'day' : kind,
              gapsLeftOut: false,
            },
          },
          { definition: asked, shape: 'bars', width, height: 400, dates: systemDates },
          measure,
        )
        for (const { x, text, anchor } of texts) {
          const start = x - measure(text) * { start: 0, middle: 0.5, end: 1 }[anchor]
          expect(start, text).toBeGreaterThanOrEqual(-0.1)
          expect(start + measure(text), text).toBeLessThanOrEqual(width + 0.1)
        }
      },
    ),
  )
})

test('layOutChart: a few values fill the height, many take what their rows need', () => {
  const asked = definition({ kind: 'value', path: 'at', most: 40 })
  const heightOf = (count: number): number => layOut(chartOf(named(count), [Array(count).fill(1)]), asked).height
  // Of 400 pixels; a row is not higher than is good to read.
  expect(heightOf(1)).toBe(150)
  expect(heightOf(4)).toBeGreaterThan(390)
  expect(heightOf(8)).toBeGreaterThan(390)
  expect(heightOf(40)).toBe(6 + 40 * 26 + 24)
  for (const count of [4, 8]) expect(heightOf(count)).toBeLessThanOrEqual(400)
})

test('layOutChart: stacks sums and puts means side by side', () => {
  const chart = chartOf(days(1), [[10], [20]])
  const [lower, upper] = bars(layOut(chart, byDay))
  expect(upper?.x).toBe(lower?.x)
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeCloseTo(lower?.y ?? 0, 1)
  const [left, right] = bars(layOut(chart, definition({ kind: 'time', path: 'at', unit: 'day' }, 'mean')))
  expect(right?.x).toBeCloseTo((left?.x ?? 0) + (left?.width ?? 0), 1)
})

test('layOutChart: a line breaks where nothing was measured', () => {
  const { lines } = layOut(chartOf(days(4), [[1, null, 3, 4]]), byDay, 'lines')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.path.match(/M/gu)).toHaveLength(2)
  expect(lines[0]?.points).toHaveLength(3)
})

test('layOutChart: the labels of an axis do not overlap', () => {
  for (const count of [1, 30, 100, 2000]) {
    const { texts } = layOut(chartOf(days(count), [Array.from({ length: count }, () => 1)]), byDay)
    const rows = Map.groupBy(
      texts.filter(({ anchor }) => anchor !== 'end'),
      ({ y }) => y,
    )
    for (const row of rows.values()) {
      const spans = row
        .map(({ x, text, anchor }) => (anchor === 'middle' ? x - measure(text) / 2 : x))
        .map((start, index) => [start, start + measure(row[index]?.text ?? '')] as const)
        .toSorted(([one], [other]) => one - other)
      for (const [index, [start]] of spans.entries()) expect(start).toBeGreaterThan(spans[index - 1]?.[1] ?? -100)
    }
  }
})

test.each([
  { first: 31, count: 29, labels: ['Feb 2026'] },
  { first: 1, count: 59, labels: ['Jan 2026', 'Feb 2026'] },
  { first: 1, count: 32, labels: ['Jan 2026', 'Feb 2026'] },
  { first: 31, count: 30, labels: ['Feb 2026', 'Mar 2026'] },
  { first: 31, count: 1, labels: ['Jan 2026'] },
])(
  'layOutChart: each day is under the label of its month, or under none, for $count days from January $first',
  ({ first, count, labels }) => {
    const { texts, groups, width } = layOut(chartOf(days(count, first), [Array(count).fill(1)]), byDay)
    const months = texts.filter(({ strong }) => strong === true).toSorted((one, other) => one.x - other.x)
    expect(months.map(({ text }) => text)).toEqual(labels)
    for (const { x, text } of months) {
      const start = groups.findIndex(({ target }) => Math.abs(target.x - x) < 0.1)
      const day = new Date(Date.UTC(2026, 0, first + start))
      expect(start === 0 || day.getUTCDate() === 1).toBe(true)
      expect(text).toBe(day.toLocaleString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }))
      expect(x + measure(text)).toBeLessThanOrEqual(width)
    }
  },
)

test('layOutChart: the ticks of counts are whole numbers, also for a single record', () => {
  for (const asked of [byDay, definition({ kind: 'value', path: 'at', most: 40 })]) {
    const counts: ChartDefinition = { ...asked, measure: { kind: 'count' } }
    const { texts } = layOut(chartOf(asked === byDay ? days(1) : named(1), [[1]]), counts)
    expect(texts.filter(({ text }) => text.includes('.'))).toEqual([])
  }
})

test('layOutChart: puts sums of several currencies side by side', () => {
  const chart = chartOf(days(1), [[10], [20]])
  const apart = bars(layOut(chart, { ...byDay, split: { path: 'fee.currencyCode', most: 6 } }))
  expect(apart[0]?.x).not.toBe(apart[1]?.x)
  const stacked = bars(layOut(chart, { ...byDay, split: { path: 'status', most: 6 } }))
  expect(stacked[0]?.x).toBe(stacked[1]?.x)
})
