import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartSchema, type Chart, type ChartDefinition } from '#shared/lists/list-analysis.ts'
import { timeUnits, type TimeUnit } from '#shared/lists/list.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { isFilled, plainKey, plainNumber } from '../testing/plain-count.ts'
import { withStoredRecords } from '../testing/record-databases.ts'
import { countChart } from './chart-counter.ts'

const everything: ListQuery = { search: [], filters: [], sort: [] }
const never = new AbortController().signal

async function chartOf(records: readonly string[], definition: ChartDefinition): Promise<Chart> {
  const chart = await withStoredRecords(records, (scan) =>
    countChart(scan, everything, definition, () => undefined, never),
  )
  return chartSchema.parse(chart)
}

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
] as const
const count = { kind: 'count' } as const

/** The local date and time of an instant by the platform’s own calendar, as `2026-03-29 01:30:00`. */
function localText(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).format(instant)
}

/** Returns the unit's bucket of a local date and time. */
function stretchOf(local: string, unit: TimeUnit): string {
  const [date = '', time = ''] = local.split(' ')
  const month = Number(date.slice(5, 7))
  switch (unit) {
    case 'minute':
      return `${date} ${time.slice(0, 5)}`
    case 'hour':
      return `${date} ${time.slice(0, 2)}`
    case 'day':
      return date
    case 'week': {
      const monday = new Date(`${date}T00:00:00Z`)
      monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
      return monday.toISOString().slice(0, 10)
    }
    case 'month':
      return date.slice(0, 7)
    case 'quarter':
      return `${date.slice(0, 4)} ${Math.ceil(month / 3)}`
    case 'year':
      return date.slice(0, 4)
  }
}

const instants = fc.array(
  fc.oneof(
    fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2037, 0, 1) }),
    // Around the moments when clocks are changed.
    fc.integer({ min: -7_200_000, max: 7_200_000 }).map((by) => Date.UTC(2026, 2, 29, 1) + by),
    fc.integer({ min: -7_200_000, max: 7_200_000 }).map((by) => Date.UTC(2026, 9, 25, 1) + by),
    fc.integer({ min: -90_000_000, max: 90_000_000 }).map((by) => Date.UTC(2011, 11, 30, 10) + by),
  ),
  { minLength: 1, maxLength: 60 },
)

/** Expects each bucket to start where the one before ends, and to have the records between its bounds. */
function expectBoundsToHold(chart: Chart, instants: readonly number[]): void {
  const [{ measured } = { measured: [] }] = chart.series
  let end: number | undefined
  for (const [index, group] of chart.groups.entries()) {
    if (group.kind !== 'time') throw new Error('A group is of another kind.')
    const [from, to] = [Date.parse(group.from), Date.parse(group.to)]
    if (chart.time?.gapsLeftOut === false && end !== undefined) expect(from).toBe(end)
    end = to
    expect(measured[index]?.records).toBe(instants.filter((at) => at >= from && at < to).length)
  }
}

test('countChart: puts each record into its period in the person’s time zone, with empty periods', async () => {
  await fc.assert(
    fc.asyncProperty(
      instants,
      fc.constantFrom(...zones),
      fc.constantFrom(...timeUnits),
      async (all, timeZone, unit) => {
        const records = all.map((at) => `{"at":"${new Date(at).toISOString()}"}`)
        const chart = await chartOf(records, { measure: count, grouping: { kind: 'time', path: 'at', unit }, timeZone })
        expectBoundsToHold(chart, all)
        const [{ measured } = { measured: [] }] = chart.series
        const used = chart.time?.unit ?? unit
        // An hour that occurs twice is one bucket by name and two by bounds.
        if (used !== 'minute' && used !== 'hour') {
          const model = new Map<string, number>()
          for (const at of all) {
            const name = stretchOf(localText(at, timeZone), used)
            model.set(name, (model.get(name) ?? 0) + 1)
          }
          expect(measured.map((each) => each.records).filter((each) => each > 0)).toEqual(
            [...model].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each),
          )
        }
      },
    ),
    { numRuns: 60 },
  )
})

const amount = fc.oneof(
  fc.constantFrom('0.10', '0.20', '1e3', '900000000000000001', '-5', 'null', '"7"', undefined),
  fc.integer({ min: -100_000, max: 100_000 }).map((units) => (units / 100).toFixed(2)),
)
const status = fc.constantFrom(
  '"Done"',
  '"done"',
  '"Errored"',
  '"Run"',
  '1',
  '1.0',
  '"1"',
  'true',
  'null',
  '""',
  undefined,
)
const row = fc.record({ amount, status, team: fc.constantFrom('"T1"', '"T2"', '"T3"', '"T4"', undefined) })
type Row = {
  readonly amount: string | undefined
  readonly status: string | undefined
  readonly team: string | undefined
}

function textOf(members: Row): string {
  return `{${Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`
}

function sumOf(rows: readonly Row[]): string {
  const numbers = rows.flatMap((each) =>
    each.amount !== undefined && /^"?[-\d]/u.test(each.amount) ? [plainNumber(each.amount.replaceAll('"', ''))] : [],
  )
  const scale = Math.max(0, ...numbers.map((each) => each.scale))
  return JSON.stringify(
    plainSum(`${numbers.reduce((all, each) => all + each.units * 10n ** BigInt(scale - each.scale), 0n)}e-${scale}`),
  )
}

function plainSum(text: string): string[] {
  const { units, scale } = plainNumber(text)
  return [String(units), String(scale)]
}

test.each([
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['America/Caracas', '2007-12-09T07:00:00Z'],
  ['America/St_Johns', '2009-11-01T02:31:00Z'],
  ['America/St_Johns', '2009-03-08T03:31:00Z'],
  ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
  ['Europe/Amsterdam', '1937-06-30T22:40:32Z'],
  ['Europe/Berlin', '1893-03-31T23:06:32Z'],
])('countChart: groups by time when the clocks of %s change at %s in an unusual way', async (timeZone, change) => {
  const around = fc.integer({ min: -7_200_000, max: 7_200_000 }).map((by) => Date.parse(change) + by)
  await fc.assert(
    fc.asyncProperty(
      fc.array(around, { minLength: 1, maxLength: 30 }),
      fc.constantFrom('minute' as const, 'hour' as const, 'day' as const, 'month' as const),
      async (all, unit) => {
        const records = all.map((at) => `{"at":"${new Date(at).toISOString()}"}`)
        const grouping = { kind: 'time', path: 'at', unit } as const
        expectBoundsToHold(await chartOf(records, { measure: count, grouping, timeZone }), all)
      },
    ),
    { numRuns: 60 },
  )
})

test('countChart: puts every record into one group of one series, and sums keep every digit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (rows) => {
      const chart = await chartOf(rows.map(textOf), {
        measure: { kind: 'sum', path: 'amount' },
        grouping: { kind: 'value', path: 'status', most: 3 },
        split: { path: 'team', most: 2 },
        timeZone: 'UTC',
      })
      expect(chart.records).toBe(rows.length)
      const named = (names: readonly { kind: string; value?: { kind: string; text: string } }[]): string[] =>
        names.flatMap(({ kind, value }) => (kind === 'value' && value !== undefined ? [keyOf(value)] : []))
      const groupKeys = named(chart.groups)
      const seriesKeys = named(
        chart.series.map(({ name }) => name as { kind: string; value?: { kind: string; text: string } }),
      )
      const placeOf = (json: string | undefined, keys: readonly string[]): string => {
        if (!isFilled(json)) return 'empty'
        return keys.includes(plainKey(json)) ? plainKey(json) : 'others'
      }
      for (const { name, measured } of chart.series)
        for (const [index, group] of chart.groups.entries()) {
          const series = name.kind === 'value' ? keyOf(name.value) : name.kind
          const inside = rows.filter(
            (each) =>
              placeOf(each.status, groupKeys) === (group.kind === 'value' ? keyOf(group.value) : group.kind) &&
              placeOf(each.team, seriesKeys) === series,
          )
          expect(measured[index]?.records).toBe(inside.length)
          expect(JSON.stringify(plainSum(measured[index]?.value ?? ''))).toBe(sumOf(inside))
        }
      const counted = chart.series.reduce(
        (all, { measured }) => all + measured.reduce((sum, each) => sum + each.records, 0),
        0,
      )
      expect(counted).toBe(rows.length)
      expect(chart.withoutNumber).toBe(
        rows.filter((each) => each.amount === undefined || !/^"?[-\d]/u.test(each.amount)).length,
      )
    }),
    { numRuns: 120 },
  )
})

function keyOf({ kind, text }: { readonly kind: string; readonly text: string }): string {
  return plainKey(kind === 'text' ? JSON.stringify(text) : text)
}

test('countChart: the largest groups come first, then the others as one and records without a value as one', async () => {
  const records = ['a', 'b', 'b', 'c', 'c', 'c', 'd'].map((name) => `{"name":"${name}"}`)
  const chart = await chartOf([...records, '{}'], {
    measure: count,
    grouping: { kind: 'value', path: 'name', most: 2 },
    timeZone: 'UTC',
  })
  expect(chart.groups).toEqual([
    { kind: 'value', value: { kind: 'text', text: 'c' } },
    { kind: 'value', value: { kind: 'text', text: 'b' } },
    { kind: 'others' },
    { kind: 'empty' },
  ])
  expect(chart.series[0]?.measured.map(({ value }) => value)).toEqual(['3', '2', '2', '1'])
})

test('countChart: orders groups by all digits of their measure', async () => {
  const amounts = ['9007199254740992', '9007199254740993', '-1e400', '"none"', '1e400', '1.5e400']
  const chart = await chartOf(
    amounts.map((each, index) => `{"amount":${each},"team":${index}}`),
    {
      measure: { kind: 'largest', path: 'amount' },
      grouping: { kind: 'value', path: 'team', most: 10 },
      timeZone: 'UTC',
    },
  )
  expect(chart.groups.map((group) => (group.kind === 'value' ? group.value.text : ''))).toEqual([
    '5',
    '4',
    '1',
    '0',
    '2',
    '3',
  ])
})

test('countChart: mean, smallest and largest count only numbers, and are null if there are none', async () => {
  const records = ['{"g":"x","n":1}', '{"g":"x","n":"2.0"}', '{"g":"x","n":"many"}', '{"g":"y"}', '{"g":"x","n":2}']
  const measured = async (kind: 'mean' | 'smallest' | 'largest'): Promise<(string | null)[] | undefined> => {
    const chart = await chartOf(records, {
      measure: { kind, path: 'n' },
      grouping: { kind: 'value', path: 'g', most: 5 },
      timeZone: 'UTC',
    })
    expect(chart.withoutNumber).toBe(2)
    return chart.series[0]?.measured.map(({ value }) => value)
  }
  expect(await measured('mean')).toEqual(['1.66667', null])
  expect(await measured('smallest')).toEqual(['1', null])
  expect(await measured('largest')).toEqual(['2', null])
})

test('countChart: adds up each group and each series, and a mean of several is one of their records', async () => {
  const rows = [
    ['x', 'EUR', '0.1'],
    ['x', 'EUR', '0.2'],
    ['x', 'USD', '9007199254740993'],
    ['y', 'EUR', '-1'],
    ['y', 'JPY', '"none"'],
  ]
  const totalsOf = async (kind: 'sum' | 'mean'): Promise<unknown> => {
    const { series, totals, total } = await chartOf(
      rows.map(([g, c, n]) => `{"g":"${g}","c":"${c}","n":${n}}`),
      {
        measure: { kind, path: 'n' },
        grouping: { kind: 'value', path: 'g', most: 5 },
        split: { path: 'c', most: 1 },
        timeZone: 'UTC',
      },
    )
    return [series.map((each) => each.total.value), totals.map(({ value }) => value), total]
  }
  const sum = '9007199254740992.3'
  expect(await totalsOf('sum')).toEqual([
    ['-0.7', '9007199254740993'],
    ['9007199254740993.3', '-1'],
    { value: sum, records: 5 },
  ])
  expect(await totalsOf('mean')).toEqual([
    ['-0.23333', '9007199254740993'],
    ['3002399751580331.1', '-1'],
    { value: '2251799813685248.075', records: 5 },
  ])
})

test('countChart: dates without a time stay on their day in any time zone', async () => {
  const chart = await chartOf(['{"on":"2026-05-06"}', '{"on":"2026-05-08"}'], {
    measure: count,
    grouping: { kind: 'time', path: 'on', unit: 'day' },
    timeZone: 'America/New_York',
  })
  expect(chart.time).toEqual({ clock: { kind: 'as-written' }, unit: 'day', gapsLeftOut: false })
  expect(chart.groups).toEqual([
    { kind: 'time', from: '2026-05-06', to: '2026-05-07' },
    { kind: 'time', from: '2026-05-07', to: '2026-05-08' },
    { kind: 'time', from: '2026-05-08', to: '2026-05-09' },
  ])
})

test('countChart: chooses the unit by the time span, and a longer one if there would be too many groups', async () => {
  const years = ['{"at":"2016-01-01T00:00:00Z"}', '{"at":"2026-01-01T00:00:00Z"}']
  const unitOf = async (unit: TimeUnit | 'automatic', records: readonly string[]): Promise<TimeUnit | undefined> =>
    (await chartOf(records, { measure: count, grouping: { kind: 'time', path: 'at', unit }, timeZone: 'UTC' })).time
      ?.unit
  expect(await unitOf('automatic', years)).toBe('quarter')
  expect(await unitOf('minute', years)).toBe('week')
  expect(await unitOf('day', [...years, '{"at":"0001-01-01"}'])).toBe('year')
  expect(await unitOf('automatic', ['{"at":"2026-01-01T00:00:00Z"}', '{"at":"2026-01-03T00:00:00Z"}'])).toBe('hour')
})

test('countChart: joins more time groups than are collected at first without losing a record', async () => {
  const records = Array.from(
    { length: 10_000 },
    (_, index) => `{"at":"${new Date(index * 3_600_000 * 7).toISOString()}"}`,
  )
  const chart = await chartOf(records, {
    measure: count,
    grouping: { kind: 'time', path: 'at', unit: 'automatic' },
    timeZone: 'Europe/Berlin',
  })
  expect(chart.time?.unit).toBe('month')
  expect(chart.series[0]?.measured.reduce((all, each) => all + each.records, 0)).toBe(10_000)
})

test('countChart: leaves out the empty centuries around sentinel dates', async () => {
  const chart = await chartOf(['{"at":"0001-01-01"}', '{"at":"2026-01-01"}', '{"at":"9999-12-31"}'], {
    measure: count,
    grouping: { kind: 'time', path: 'at', unit: 'automatic' },
    timeZone: 'UTC',
  })
  expect(chart.time).toMatchObject({ unit: 'year', gapsLeftOut: true })
  expect(chart.groups.map((group) => (group.kind === 'time' ? group.to : ''))).toEqual([
    '0002-01-01',
    '2027-01-01',
    '9999-12-31T24:00',
  ])
})

test.each(timeUnits)('countChart: the last day that can be written is in its %s for a filter, too', async (unit) => {
  const records = ['{"at":"9999-12-31"}', '{"at":"9999-12-31T23:59:59"}', '{"at":"9999-12-30"}']
  await withStoredRecords(records, async (scan, database) => {
    const grouping = { kind: 'time', path: 'at', unit } as const
    const definition = { measure: count, grouping, timeZone: 'UTC' }
    const { groups, series } = await countChart(scan, everything, definition, () => undefined, never)
    for (const [index, group] of groups.entries()) {
      if (group.kind !== 'time') throw new Error('A group is no stretch of time.')
      const { from, to } = group
      const condition = {
        kind: 'range' as const,
        from: { value: from, inclusive: true },
        to: { value: to, inclusive: false },
      }
      const query = { ...everything, filters: [{ path: 'at', excludes: false, condition }] }
      const { count: found } = await database.rows(query, 0, 0, [])
      expect([group, found]).toEqual([group, series[0]?.measured[index]?.records])
    }
  })
})

test.each([false, true])(
  'countChart: a day has the records that a filter for it finds, first date without a zone: %s',
  async (isLocal) => {
    const dates = [
      '2026-11-03T22:15:00-05:00',
      '2026-11-03',
      '2026-11-03T23:30:00',
      '2026-11-04T05:00:00Z',
      '2026-11-02T23:00:00-05:00',
    ]
    const records = (isLocal ? dates.slice(1) : dates).map((date) => `{"at":"${date}"}`)
    await withStoredRecords(records, async (scan, database) => {
      const grouping = { kind: 'time', path: 'at', unit: 'day' } as const
      const definition = { measure: count, grouping, timeZone: 'America/New_York' }
      const { groups, series } = await countChart(scan, everything, definition, () => undefined, never)
      expect(series[0]?.measured.map((measured) => measured.records)).toEqual(isLocal ? [1, 2, 1] : [1, 3, 1])
      for (const [index, group] of groups.entries()) {
        if (group.kind !== 'time') throw new Error('A group is no stretch of time.')
        const condition = {
          kind: 'range' as const,
          from: { value: group.from, inclusive: true },
          to: { value: group.to, inclusive: false },
        }
        const filters = [{ path: 'at', excludes: false, condition }]
        const { count: found } = await database.rows({ ...everything, filters, timeZone: 'America/New_York' }, 0, 0, [])
        expect([group, found]).toEqual([group, series[0]?.measured[index]?.records])
      }
    })
  },
)

test('countChart: says which columns have lists, which a filter for an item also finds', async () => {
  const records = ['{"a":1,"b":"x"}', '{"a":[1],"b":"x","c":[1]}', '{}']
  const grouping = { kind: 'value', path: 'a', most: 10 } as const
  const definition: ChartDefinition = { measure: count, grouping, timeZone: 'UTC' }
  expect((await chartOf(records, definition)).withLists).toEqual(['a'])
  const split = { ...definition, split: { path: 'b', most: 3 } }
  expect((await chartOf(records, split)).withLists).toEqual(['a'])
  const other = { ...definition, grouping: { ...grouping, path: 'b' }, split: { path: 'c', most: 3 } }
  expect((await chartOf(records, other)).withLists).toEqual(['c'])
})

test('countChart: refuses an unknown time zone', async () => {
  const definition: ChartDefinition = {
    measure: count,
    grouping: { kind: 'time', path: 'at', unit: 'day' },
    timeZone: 'Mars/Olympus',
  }
  await expect(chartOf(['{}'], definition)).rejects.toMatchObject({ code: 'input-invalid' })
})
