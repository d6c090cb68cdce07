import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ColumnProfile, columnProfilesSchema } from '#shared/lists/list-analysis.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { ZoneClock } from '#shared/values/zone-clock.ts'
import { jsonNumberText, jsonText } from '../testing/json-text.ts'
import { isFilled, plainKey, plainNumber } from '../testing/plain-count.ts'
import { plainDatetime, plainDatetimeKey } from '../testing/plain-datetime.ts'
import { withStoredRecords } from '../testing/record-databases.ts'
import { compareNumbers } from '../values/number-order.ts'
import { profileColumns } from './profile-columns.ts'

const isNumberOnly = (text: string): boolean => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u.test(text)
const everything: ListQuery = { search: [], filters: [], sort: [] }
const never = new AbortController().signal

/** @param values JSON texts; undefined for a record without the member */
async function profileOf(values: readonly (string | undefined)[], timeZone = 'UTC'): Promise<ColumnProfile> {
  const records = values.map((value) => (value === undefined ? '{"other":1}' : `{"other":1,"v":${value}}`))
  const answer = await withStoredRecords(records, (scan) =>
    profileColumns(scan, everything, { paths: ['v'], timeZone, language: 'en' }, () => undefined, never),
  )
  expect(columnProfilesSchema.parse(answer).records).toBe(records.length)
  const [profile] = answer.profiles
  if (profile === undefined) throw new Error('No profile came.')
  return profile
}

const dateText = fc
  .tuple(
    fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    fc.constantFrom('Z', '+02:00', '-0530', ''),
    fc.constantFrom('', '.5', '.123', '.1234567', '.1234500'),
  )
  .map(([date, zone, fraction]) => `"${date.toISOString().slice(0, 19)}${fraction}${zone}"`)
const rareDateText = fc
  .tuple(
    fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    fc.constantFrom('http', 'basic', 'slashes', 'named'),
  )
  .map(([date, spelling]) => {
    const [iso, http] = [date.toISOString().slice(0, 19), date.toUTCString()]
    if (spelling === 'http') return `"${http}"`
    if (spelling === 'basic') return `"${iso.replaceAll(/[-:]/gu, '')}.1234567Z"`
    return spelling === 'slashes' ? `"${iso.replaceAll('-', '/')} UTC"` : `"${iso}+02:00[Europe/Berlin]"`
  })
const value = fc.oneof(
  { weight: 3, arbitrary: jsonText },
  { weight: 3, arbitrary: jsonNumberText },
  { weight: 2, arbitrary: dateText },
  { weight: 1, arbitrary: rareDateText },
  {
    weight: 2,
    arbitrary: fc.constantFrom('"Errored"', '"errored"', '"ÜBER"', '"über"', '1', '1.0', '"1"', '1e0', '""'),
  },
  { weight: 1, arbitrary: fc.constant(undefined) },
)

test('profileColumns: matches counting any values one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 60 }), async (values) => {
      const profile = await profileOf(values)
      const filled = values.filter(isFilled)
      expect(profile.filled).toBe(filled.length)
      expect(profile.absent).toBe(values.filter((each) => each === undefined).length)
      expect(profile.nulls).toBe(values.filter((each) => each === 'null').length)
      expect(profile.emptyTexts).toBe(values.filter((each) => each === '""').length)

      const counts = new Map<string, number>()
      for (const each of filled) counts.set(plainKey(each), (counts.get(plainKey(each)) ?? 0) + 1)
      expect(profile.distinct).toEqual({ count: counts.size, exact: true })
      expect(profile.commonest.map(({ records }) => records)).toEqual(
        [...counts.values()].toSorted((one, other) => other - one).slice(0, 20),
      )

      // Text that is nothing but a number is one, as for a filter.
      const numbers = filled.flatMap(
        (each) => /^"?(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)"?$/u.exec(each)?.[1] ?? [],
      )
      expect(profile.numbers?.records).toBe(numbers.length === 0 ? undefined : numbers.length)
      if (profile.numbers !== undefined) {
        const { smallest, largest, sum, quantiles } = profile.numbers
        for (const each of numbers) {
          expect(compareNumbers(smallest, each)).toBeLessThanOrEqual(0)
          expect(compareNumbers(largest, each)).toBeGreaterThanOrEqual(0)
        }
        expect(numbers).toContain(smallest)
        expect(numbers).toContain(largest)
        const exact = numbers.map(plainNumber)
        const scale = Math.max(0, ...exact.map((each) => each.scale))
        const total = exact.reduce((all, each) => all + each.units * 10n ** BigInt(scale - each.scale), 0n)
        expect(plainNumber(sum ?? '')).toEqual(plainNumber(`${total}e-${scale}`))
        const inOrder = numbers.toSorted(compareNumbers)
        const percents = { p5: 5n, p25: 25n, median: 50n, p75: 75n, p95: 95n }
        for (const [name, percent] of Object.entries(percents)) {
          const place = BigInt(numbers.length - 1) * percent
          const [low, high] = [place / 100n, (place + 99n) / 100n].map((at) => {
            const { units, scale: own } = plainNumber(inOrder[Number(at)] ?? '')
            return units * 10n ** BigInt(scale - own)
          }) as [bigint, bigint]
          const exactly = low * 100n + (high - low) * (place % 100n)
          const quantile = Reflect.get(quantiles ?? {}, name) as string
          expect(plainNumber(quantile)).toEqual(plainNumber(`${exactly}e-${scale + 2}`))
        }
      }
      if (profile.histogram !== undefined) {
        const of = { numbers: profile.numbers, times: profile.times, lengths: profile.texts }[profile.histogram.kind]
        const within = profile.histogram.bars.reduce((all, { records }) => all + records, 0)
        // Numbers beyond doubles are in no bar.
        const beyond =
          profile.histogram.kind === 'numbers' ? numbers.filter((each) => !Number.isFinite(Number(each))) : []
        expect(within).toBe((of?.records ?? 0) - beyond.length)
      }
    }),
    { numRuns: 120 },
  )
})

test('profileColumns: a value has as many records as a filter for it finds', async () => {
  const writings = fc.constantFrom(
    ...['1', '1.0', '"1"', '"1.00"', '"1e0"', '"-1"', '"01"', '"\\u0031"', '"1\\u002e0"'],
    ...['"2026-11-22"', '"2026\\/11\\/22"', '"\\u0032026/11/22"', '"2026-11-22T00:00:00Z"'],
  )
  const single = fc.oneof(
    writings,
    value.filter((each) => each === undefined || !/^[[{]/u.test(each)),
  )
  const isNumber = (json: string): boolean => /^[-\d]/u.test(json)
  /** Whether it is a text that is nothing but a number, also if that is written with escapes. */
  const isNumberText = (json: string): boolean => json.startsWith('"') && isNumberOnly(JSON.parse(json) as string)
  // A number and its text are two values that one filter finds.
  const column = fc
    .tuple(fc.array(single, { minLength: 1, maxLength: 40 }), fc.boolean())
    .map(([values, hasNumbers]) => values.filter((each) => !(hasNumbers ? isNumberText : isNumber)(each ?? '')))
  await fc.assert(
    fc.asyncProperty(column, async (values) => {
      const records = values.map((each) => (each === undefined ? '{}' : `{"v":${each}}`))
      await withStoredRecords(records, async (scan, database) => {
        const asked = { paths: ['v'], timeZone: 'UTC', language: 'en' }
        const { profiles } = await profileColumns(scan, everything, asked, () => undefined, never)
        for (const { value: cell, records: counted } of profiles[0]?.commonest ?? []) {
          const condition = { kind: 'equals' as const, text: cell.text }
          const query = { ...everything, filters: [{ path: 'v', excludes: false, condition }] }
          const { count } = await database.rows(query, 0, 1, [])
          if (cell.cut !== true) expect([cell, count]).toEqual([cell, counted])
        }
      })
    }),
    { numRuns: 100 },
  )
})

test('profileColumns: each bar of a histogram has exactly the numbers between its bounds', async () => {
  const decimal = fc
    .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
    .map(([units, scale]) => (units / 10 ** scale).toFixed(scale))
  const large = fc.bigInt({ min: 900_000_000_000_000_000n, max: 900_000_000_000_300_000n }).map(String)
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.array(decimal, { minLength: 1, maxLength: 80 }), fc.array(large, { minLength: 1, maxLength: 80 })),
      async (numbers) => {
        const { histogram } = await profileOf(numbers)
        if (histogram?.kind !== 'numbers') throw new Error('There is no histogram of numbers.')
        expect(histogram.bars.length).toBeLessThanOrEqual(21)
        for (const { from, to, records } of histogram.bars)
          expect(records).toBe(
            numbers.filter((each) => compareNumbers(each, from) >= 0 && compareNumbers(each, to) < 0).length,
          )
      },
    ),
    { numRuns: 100 },
  )
})

test('profileColumns: sum, mean, smallest and largest keep every digit', async () => {
  const { numbers } = await profileOf(['900000000000000001', '900000000000000003', '0.10', '0.20'])
  expect(numbers).toEqual({
    records: 4,
    smallest: '0.10',
    largest: '900000000000000003',
    sum: '1800000000000000004.3',
    mean: '450000000000000001.075',
    quantiles: {
      p5: '0.115',
      p25: '0.175',
      median: '450000000000000000.6',
      p75: '900000000000000001.5',
      p95: '900000000000000002.7',
    },
  })
})

test.each([
  [['1', '100'], '50.5'],
  [['100', '1', '7'], '7'],
  [['0.10', '0.25'], '0.175'],
  [['"-3.00"', '"-10.00"'], '-6.5'],
  [['1.0', '1.00', '1', '9'], '1.0'],
  [['5'], '5'],
  [['9007199254740993', '9007199254740992'], '9007199254740992.5'],
  [['1e5000', '1e5000'], '1e5000'],
  [['1e5000', '1e5001'], undefined],
])('profileColumns: the median is the middle number or the mean of the two middle ones, %j', async (values, median) => {
  expect((await profileOf(values)).numbers?.quantiles?.median).toBe(median)
})

test('profileColumns: a few different whole numbers get a bar each, however many records there are', async () => {
  const { histogram } = await profileOf(Array.from({ length: 5000 }, (_, index) => String(index % 5)))
  expect(histogram).toEqual({
    kind: 'numbers',
    single: true,
    bars: [0, 1, 2, 3, 4].map((number) => ({ from: String(number), to: String(number + 1), records: 1000 })),
  })
})

test('profileColumns: bounds stay readable if the range grows a thousandfold', async () => {
  const numbers = Array.from({ length: 12_000 }, (_, index) =>
    index < 3000 ? `0.${String(index).padStart(4, '0')}` : String(index),
  )
  const { histogram } = await profileOf(numbers)
  if (histogram?.kind !== 'numbers') throw new Error('There is no histogram of numbers.')
  expect(histogram.bars.map(({ from }) => from)).toEqual(Array.from({ length: 12 }, (_, index) => String(index * 1000)))
  expect(histogram.bars.map(({ records }) => records)).toEqual([3000, 0, 0, ...new Array<number>(9).fill(1000)])
})

test('profileColumns: orders dates of every spelling by their instant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(dateText, rareDateText), { minLength: 1, maxLength: 20 }),
      fc.constantFrom('UTC', 'Europe/Berlin'),
      async (dates, timeZone) => {
        const keys = dates.map((date) => plainDatetimeKey(date.slice(1, -1)) ?? '')
        const { times, histogram, distinct } = await profileOf(dates, timeZone)
        expect(distinct.count).toBe(new Set(keys).size)
        expect(plainDatetimeKey(times?.earliest ?? '')).toBe(keys.toSorted().at(0))
        expect(plainDatetimeKey(times?.latest ?? '')).toBe(keys.toSorted().at(-1))
        if (histogram?.kind !== 'times') throw new Error('There is no histogram of dates.')
        const zone = new ZoneClock(timeZone)
        const hasZone = histogram.clock.kind === 'zone'
        const places = dates.map((date) => {
          const { seconds = 0, fraction = '', precision } = plainDatetime(date.slice(1, -1)) ?? {}
          const isConverted = (precision === 'instant') !== hasZone
          const place = isConverted ? zone[hasZone ? 'instantOf' : 'wall'](seconds * 1000) : seconds * 1000
          return plainDatetimeKey(`${new Date(place).toISOString().slice(0, 19)}.${fraction}0Z`) ?? ''
        })
        for (const { from, to, records } of histogram.bars) {
          const [first = '', end = ''] = [plainDatetimeKey(from), plainDatetimeKey(to)]
          expect(records).toBe(places.filter((key) => key >= first && key < end).length)
        }
      },
    ),
    { numRuns: 100 },
  )
})

test('profileColumns: compares dates by instant and distributes them by the person’s time zone', async () => {
  const { times, histogram, distinct } = await profileOf(
    ['"2026-03-01T23:30:00Z"', '"2026-03-02T00:30:00+01:00"', '"2026-03-03 10:00:00+00:00"', '"2026-03-02T22:59:59Z"'],
    'Europe/Berlin',
  )
  expect(distinct).toEqual({ count: 3, exact: true })
  expect(times).toEqual({ records: 4, earliest: '2026-03-01T23:30:00Z', latest: '2026-03-03 10:00:00+00:00' })
  expect(histogram).toMatchObject({ kind: 'times', unit: 'hour', clock: { kind: 'zone', timeZone: 'Europe/Berlin' } })
})

test('profileColumns: text has statistics of its length and alphabetical order', async () => {
  const { texts } = await profileOf(['"émile"', '"Zoë"', '"a\\u0062c"', '"👩‍💻"', '"ÉMILE"'])
  expect(texts).toEqual({
    records: 5,
    first: { kind: 'text', text: '👩‍💻' },
    last: { kind: 'text', text: 'Zoë' },
    shortest: 3,
    longest: 5,
  })
})

test('profileColumns: says if there are more values than can be counted', async () => {
  const values = Array.from({ length: 7000 }, (_, index) => `"value ${index}"`)
  const columns = Array.from({ length: 300 }, (_, index) => `c${index}`)
  const { profiles } = await withStoredRecords(
    values.map((each) => `{"v":${each}}`),
    (scan) =>
      profileColumns(
        scan,
        everything,
        { paths: ['v', ...columns], timeZone: 'UTC', language: 'en' },
        () => undefined,
        never,
      ),
  )
  expect(profiles[0]?.distinct).toEqual({ count: 5000, exact: false })
  expect(profiles[0]?.filled).toBe(7000)
  expect(profiles[1]).toMatchObject({ filled: 0, absent: 7000, distinct: { count: 0, exact: true } })
})

test('profileColumns: reads columns requested together, even twice, in one pass', async () => {
  const { profiles } = await withStoredRecords(['{"a":1,"b":{"c":"x"}}', '{"b":{"c":"y"}}'], (scan) =>
    profileColumns(
      scan,
      everything,
      { paths: ['b.c', 'a', 'b.c'], timeZone: 'UTC', language: 'en' },
      () => undefined,
      never,
    ),
  )
  expect(profiles.map(({ path, filled }) => [path, filled])).toEqual([
    ['b.c', 2],
    ['a', 1],
  ])
})
