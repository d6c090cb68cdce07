import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { parseFilterLine } from '#shared/lists/filter-line/filter-line-reading.ts'
import { filterSyntax } from '#shared/lists/filter-line/filter-syntax.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { RecordDatabase } from '../../records/record-database.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { BelievableLists } from './practice-records.ts'

const count = 25_000
const monday = Date.UTC(2026, 10, 23, 14)

interface Report {
  readonly reportId: string
  readonly status: string
  readonly amount: number | null
  readonly currency: string
  readonly team: string
  readonly reportConfigurationId: string
  readonly createdAt: string
  readonly completedAt: string | null
}

/** Returns the reports' texts by identifier, in order. */
function reportsAt(moment: number, size = count): Map<string, string> {
  const { count: length, text } = new BelievableLists(size, moment).list('reports')
  const texts = Array.from({ length }, (_, index) => text(index))
  return new Map(texts.map((each) => [(JSON.parse(each) as Report).reportId, each]))
}
const texts = reportsAt(monday)
const reports = [...texts.values()].map((text) => JSON.parse(text) as Report)

const folder = mkdtempSync(join(tmpdir(), 'clavis-believable-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the example after a text in a page of the docs. */
function exampleIn(file: string, before: string): string {
  const page = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const [example = ''] = page.split(`${before} \``)[1]?.split('`', 1) ?? []
  return example
}

/** Loads the newest reports into a list, as the app does. */
function loaded(newest: readonly string[]): RecordDatabase {
  const settings = { list: 'reports' as const, chosenMember: 'reports', language: 'en' }
  const database = new RecordDatabase(join(folder, randomUUID()), settings)
  for (let start = 0; start < newest.length; start += 500)
    database.addPage(pageOf(newest.slice(start, start + 500), null, 'true'), false)
  return database
}

/** Returns how many records an example finds. */
async function found(database: RecordDatabase, example: string): Promise<number> {
  const parsed = parseFilterLine(example, database.columns(), 'en')
  if (parsed.kind === 'fault') throw new Error(parsed.fault.message)
  const { search, filters } = parsed.line
  return (await database.rows({ search: [...search], filters: [...filters], sort: [] }, 0, 1, [])).count
}

test('Practice data: the examples of README and guide find records, on the first page and on any day', async () => {
  const examples = [exampleIn('README.md', '. Type'), exampleIn('docs/guide/lists.md', 'Type words or filters:')]
  for (const moment of [monday, monday + 5 * dayMs, Date.UTC(2027, 0, 1, 3)]) {
    const database = loaded([...reportsAt(moment).values()].slice(0, 500))
    for (const example of examples) {
      expect(example).not.toBe('')
      expect(await found(database, example), example).toBeGreaterThan(0)
    }
    database.close()
  }
})

test('Practice data: each example of the help finds records', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: monday })
  const database = loaded([...texts.values()].slice(0, 5000))
  for (const [example] of filterSyntax) expect(await found(database, example), example).toBeGreaterThan(0)
  database.close()
})
afterEach(() => vi.useRealTimers())

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

test('Believable lists: reports are unique, newest first, and cover the last half year', () => {
  expect(texts.size).toBe(count)
  const created = reports.map(({ createdAt }) => Date.parse(createdAt))
  expect(created).toEqual(created.toSorted((one, other) => other - one))
  expect(Math.max(...created)).toBeLessThanOrEqual(monday)
  expect(Math.max(...created)).toBeGreaterThan(monday - dayMs / 24)
  expect((monday - Math.min(...created)) / dayMs).toBeGreaterThan(150)
  expect((monday - Math.min(...created)) / dayMs).toBeLessThan(210)
})

test.each([0, 1, 10, 500, 30_000])(
  'Believable lists: return exactly %i reports when that many are requested',
  (size) => {
    expect(reportsAt(monday, size).size).toBe(size)
  },
)

test('Believable lists: reports follow office hours, weekends and the end of the month', () => {
  const days = countBy(reports.map(({ createdAt }) => createdAt.slice(0, 10)))
  const hours = countBy(reports.map(({ createdAt }) => createdAt.slice(11, 13)))
  expect(hours.get('09') ?? 0).toBeGreaterThan(5 * (hours.get('20') ?? 0))
  // A Wednesday, the Sunday after it, and a Wednesday that ends its month.
  expect(days.get('2026-10-14') ?? 0).toBeGreaterThan(3 * (days.get('2026-10-18') ?? 0))
  expect(days.get('2026-09-30') ?? 0).toBeGreaterThan(1.4 * (days.get('2026-10-14') ?? 0))
})

test('Believable lists: one bad day of the quarter stands out by its errors', () => {
  const errors = reports.filter(({ status }) => status === 'Errored').map(({ createdAt }) => createdAt.slice(0, 10))
  const quarter = [...countBy(errors.filter((day) => day >= '2026-10-01')).values()].sort((one, other) => other - one)
  expect(quarter[0] ?? 0).toBeGreaterThan(2.5 * (quarter[1] ?? 0))
})

test('Believable lists: teams and currencies are skewed, and amounts have the decimals of their currency', () => {
  for (const member of ['team', 'currency', 'status'] as const) {
    const counts = [...countBy(reports.map((report) => report[member])).values()]
    expect(counts.length, member).toBeGreaterThanOrEqual(5)
    expect(Math.max(...counts), member).toBeGreaterThan(count / counts.length)
  }
  const spellings = new Set(
    [...texts.values()].flatMap((text) => {
      const { amount, currency } = /"amount":(?<amount>[\d.]+),"currency":"(?<currency>\w+)"/u.exec(text)?.groups ?? {}
      return amount === undefined ? [] : [`${currency ?? ''} ${(amount.split('.')[1] ?? '').replaceAll(/\d/gu, '9')}`]
    }),
  )
  expect([...spellings].toSorted()).toEqual(['CHF 99', 'EUR 99', 'GBP 99', 'JPY ', 'KWD 999', 'USD 99'])
})

test('Believable lists: a report’s status follows from its age', () => {
  const young = reports.filter(({ createdAt }) => Date.parse(createdAt) > monday - dayMs / 2)
  const old = reports.filter(({ createdAt }) => Date.parse(createdAt) < monday - 10 * dayMs)
  expect(new Set(young.map(({ status }) => status))).toContain('Running')
  expect(new Set(old.map(({ status }) => status))).toEqual(new Set(['Completed', 'Errored', 'Cancelled']))
  for (const { status, amount, completedAt } of reports)
    expect([amount !== null, completedAt !== null]).toEqual([status === 'Completed', status === 'Completed'])
})

test('Believable lists: each day adds, changes and removes some reports and leaves the others alone', () => {
  const later = reportsAt(monday + dayMs)
  const ids = [...texts.keys()]
  const added = [...later.keys()].filter((id) => !texts.has(id))
  const changed = ids.filter((id) => later.has(id) && later.get(id) !== texts.get(id))
  expect(added.length).toBeGreaterThan(100)
  expect(changed.length).toBeGreaterThan(10)
  expect(changed.length).toBeLessThan(100)
  expect(ids.some((id) => !later.has(id) && (texts.get(id) ?? '').includes('"status":"Cancelled"'))).toBe(true)
  // The same moment always has the same reports.
  expect(reportsAt(monday)).toEqual(texts)
})

test('Believable lists: each report has a configuration, and each configuration a group', () => {
  const lists = new BelievableLists(count, monday)
  const all = (name: 'report-configs' | 'reporting-groups'): Record<string, unknown>[] => {
    const { count: length, text } = lists.list(name)
    return Array.from({ length }, (_, index) => JSON.parse(text(index)) as Record<string, unknown>)
  }
  const configurations = all('report-configs')
  const groups = new Set(all('reporting-groups').map((group) => group['reportingGroupId']))
  const configurationIds = new Set(configurations.map((each) => each['reportConfigurationId']))
  expect([configurationIds.size, groups.size]).toEqual([240, 40])
  for (const { reportConfigurationId } of reports) expect(configurationIds).toContain(reportConfigurationId)
  for (const { reportingGroupId } of configurations) expect(groups).toContain(reportingGroupId)
})
