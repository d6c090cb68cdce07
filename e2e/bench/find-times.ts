import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RecordStore } from '../../electron/records/record-store.ts'
import type { ListView } from '../../shared/model/list.ts'
import { madePage } from './made-records.ts'
import { builtWorker } from './built-worker.ts'

/** What was asked of a list, and how long the first answer took, seconds. */
export interface FindTime {
  readonly what: string
  readonly seconds: number
  /** Rows that the view had. */
  readonly count: number
}

export interface FindTimes {
  readonly sorts: readonly FindTime[]
  readonly filters: readonly FindTime[]
}

const everything: ListView = { search: [], filters: [], sort: [] }

/** Asks a list of records that all differ for each sort, filter and search for the first time, one after the other. */
export async function measureFinding(records: number): Promise<FindTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const store = new RecordStore(builtWorker, {
    file: join(folder, 'made.records'),
    list: 'reports',
    chosenMember: undefined,
    language: 'en',
  })
  try {
    for (let first = 0; first < records; first += 500)
      await store.addPage([madePage(first, Math.min(500, records - first), 'more')], false)
    const ask = async (what: string, view: Partial<ListView>): Promise<FindTime> => {
      const began = performance.now()

      const { count } = await store.rows({ ...everything, ...view }, 0, 100, ['reportId'], 'exact')
      return { what, count, seconds: (performance.now() - began) / 1000 }
    }
    const sorts: FindTime[] = []
    for (const { path } of await store.columns()) {
      const sort = [{ path, direction: 'ascending' as const }]
      sorts.push(await ask(`sort by ${path}`, { sort }))
    }
    const filters: FindTime[] = []
    for (const [what, view] of questions(records)) filters.push(await ask(what, view))
    return { sorts, filters }
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
}

/** The search for words; those that begin with a minus are to be left out. */
function searching(...words: readonly string[]): Partial<ListView> {
  return { search: words.map((word) => ({ text: word.replace(/^-/u, ''), excludes: word.startsWith('-') })) }
}

function questions(records: number): [string, Partial<ListView>][] {
  const texts = Array.from({ length: 10 }, (_, index) => `rep-${String(index * 1000).padStart(8, '0')}`)
  const on = (
    path: string,
    condition: ListView['filters'][number]['condition'],
    excludes = false,
  ): Partial<ListView> => ({
    filters: [{ path, excludes, condition }],
  })
  return [
    ['search for a rare word', searching(`rep-${String(records - 7).padStart(8, '0')}`)],
    ['search for a short one in another letter case', searching('uber')],
    ['search beyond ASCII', searching('überweisung 77')],
    ['search for nothing that is there', searching('not to be found')],
    ['search for a letter that is in every record', searching('e')],
    ['search for what is in three names of members and no value', searching('id')],
    ['search for three words, and without two', searching('settle', 'errored', 't2', '-eur', '-2026')],
    ['one value', on('status', { kind: 'equals', text: 'errored' })],
    ['all but one value', on('owner.team', { kind: 'equals', text: 'T3' }, true)],
    [
      'a range of numbers',
      on('amount', { kind: 'range', from: { value: '10', inclusive: true }, to: { value: '2000', inclusive: true } }),
    ],
    ['a range of dates', on('createdAt', { kind: 'range', from: { value: '2026-11-01', inclusive: true } })],
    ['one number among many', on('amount', { kind: 'equals', text: '73687.87' })],
    ['one date among many', on('completedAt', { kind: 'equals', text: new Date(1.7e12 + 777 * 68_000).toISOString() })],
    ['one of ten values among many', on('reportId', { kind: 'one-of', texts })],
    ['an hour of the week', on('completedAt', { kind: 'week-hour', weekday: 3, hour: 14, timeZone: 'Europe/Berlin' })],
    [
      'numbers above one of 18 digits',
      on('amount', { kind: 'range', from: { value: '1234.5678901234567', inclusive: true } }),
    ],
    ['text within a column whose values all differ', on('reportId', { kind: 'contains', text: '99' })],
    ['text within a long column', on('name', { kind: 'contains', text: 'REPORT 77' })],
  ]
}
