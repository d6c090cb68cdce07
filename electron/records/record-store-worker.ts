import { Buffer } from 'node:buffer'
import { parentPort, workerData } from 'node:worker_threads'
import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '#shared/lists/export.ts'
import type { ReadColumns } from '#shared/lists/identifier-candidates.ts'
import type { Chart, ChartDefinition, ColumnProfiles, TableGroups } from '#shared/lists/list-analysis.ts'
import type { ListQuery, Row } from '#shared/lists/list.ts'
import type { SelectedRecords, SelectionSummary, SummedColumn } from '#shared/lists/selected-records.ts'
import type { JobControl } from '../concurrency.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { CellReader, maxRowLength } from './columns/cell-reader.ts'
import { differencesPage, type ChangedRecords, type RecordTexts } from './diff/difference-page.ts'
import { matchDigests, type MatchOutcome } from './diff/digest-join.ts'
import { digestRecords, type DigestPart, type RecordDigest } from './diff/record-digest.ts'
import { SeenCursors } from './pages/seen-cursors.ts'
import type { QueryFreshness } from './query/query-executor.ts'
import { RecordDatabase, type StoredPage } from './record-database.ts'
import type {
  RecordStoreResponse,
  RecordStoreCancel,
  RecordStoreRequest,
  RecordStoreStart,
  RestoredRecords,
} from './record-store-messages.ts'
import { selectedRows } from './selection/selected-rows.ts'
import { summarizeSelection } from './selection/selection-summary.ts'
import { tableGroups } from './selection/table-groups.ts'
import { countChart } from './statistics/chart-counter.ts'
import { constantColumns } from './statistics/constant-columns.ts'
import { profileColumns } from './statistics/profile-columns.ts'
import { PageBuffer } from './storage/page-block.ts'

// The worker thread of one dataset: it owns the file. What takes long, a query, an export or a chart, lets others in between.

const start = workerData as RecordStoreStart
/** @throws the reason why the file couldn't be opened: every call fails with it */
const database = openDatabase()
/** What a page's parts are joined in. */
const pageMemory = new PageBuffer()
/** Running jobs, by the id of their call; `answered` never rejects. */
const running = new Map<
  number,
  { readonly call: string; readonly abort: AbortController; readonly answered: Promise<void> }
>()

/** Records between two progress reports of an analysis. */
const reportInterval = 1024

/** Functions of the worker, described in {@link RecordStore}. */
const calls = {
  addPage: (parts: readonly Uint8Array<ArrayBuffer>[], replacesLast: boolean, isOfLoad: boolean): StoredPage =>
    database().addPage(joined(parts), replacesLast, isOfLoad),
  readColumns: (): ReadColumns => ({ columns: database().columns(), records: database().records }),
  record: (position: number): string | undefined => {
    const bytes = database().bytes(position)
    return bytes && Buffer.from(bytes).toString('utf8')
  },
  wholeRow: (position: number, paths: readonly string[]): Row | undefined => {
    const bytes = database().bytes(position)
    return bytes && new CellReader(paths).row(position, bytes, maxRowLength, maxRowLength)
  },
  selectedRows: (selection: SelectedRecords, paths: readonly string[], freshness: QueryFreshness): Promise<Row[]> =>
    selectedRows(database(), selection, paths, freshness),
  restored: (): RestoredRecords => {
    const { pages, records, recordsBeforeLast, emptyBeforeLast, hasNew, recordMember, origin, lacksRecords } =
      database()
    return {
      pages,
      records,
      recordsBeforeLast,
      emptyBeforeLast,
      hasNew,
      recordMember,
      origin,
      lacksRecords,
      columns: database().columns(),
      envelopeBeforeLast: database().envelope(pages - 2),
      lastEnvelope: database().envelope(pages - 1),
      seen: seenBeforeLast(),
    }
  },
  texts: (positions: Uint32Array): RecordTexts => textsAt(positions),
  match: (before: RecordDigest, after: RecordDigest): MatchOutcome => matchDigests(before, after),
  addDifferences: (records: ChangedRecords, idPath: string): number => {
    const { body, count } = differencesPage(records, idPath)
    if (count > 0) database().addPage(body, false)
    return count
  },
  close: async (): Promise<void> => {
    for (const { call, abort } of running.values())
      abort.abort(call === 'exportTo' || call === 'digest' ? gone() : cancelled())
    await Promise.all([...running.values()].map(({ answered }) => answered))
    database().close(gone())
  },
}

/** Methods of the database that are called from outside as they are. */
const databaseCalls = ['columns', 'rows', 'rowOf', 'commonValues', 'repeats', 'dateOrder', 'sync'] as const
export type RecordCalls = typeof calls & Pick<RecordDatabase, (typeof databaseCalls)[number]>

/** Long-running functions: they report progress and can be cancelled. */
const jobs = {
  firstRows: async (
    query: ListQuery,
    limit: number,
    paths: readonly string[],
    { signal }: JobControl,
  ): Promise<Row[]> => {
    const positions = (await database().positions(query, signal)).subarray(0, limit)
    const reader = new CellReader(paths)
    return [...positions].flatMap((position) => {
      const bytes = database().bytes(position)
      return bytes === undefined ? [] : [reader.row(position, bytes)]
    })
  },
  exportTo: async (
    chosen: ChosenRecords,
    options: ExportOptions,
    path: string,
    control: JobControl,
  ): Promise<ExportResult> => {
    // Loaded on demand: it is large, and most lists are never exported.
    const { exportRecords } = await import('./export/record-export.ts')
    return exportRecords({ records: database(), chosen, options, path, ...control })
  },
  digest: (
    idPath: string,
    part: DigestPart,
    filter: ListQuery | undefined,
    control: JobControl,
  ): Promise<RecordDigest> => digestRecords(database(), idPath, part, filter, control),
  profileColumns: (
    query: ListQuery,
    paths: readonly string[],
    timeZone: string,
    control: JobControl,
  ): Promise<ColumnProfiles> => {
    const { language } = start
    return profileColumns(
      database(),
      unsorted(query),
      { paths, timeZone, language },
      reportsTo(control),
      control.signal,
    )
  },
  chart: (query: ListQuery, definition: ChartDefinition, control: JobControl): Promise<Chart> =>
    countChart(database(), unsorted(query), definition, reportsTo(control), control.signal),
  summarizeSelection: (
    selection: SelectedRecords,
    columns: SummedColumn,
    freshness: QueryFreshness,
    { signal }: JobControl,
  ): Promise<SelectionSummary> => summarizeSelection(database(), selection, columns, freshness, signal),
  groups: (
    query: ListQuery,
    columns: readonly SummedColumn[],
    freshness: QueryFreshness,
    { signal }: JobControl,
  ): Promise<TableGroups> => tableGroups(database(), query, columns, freshness, signal),
  constantColumns: ({ signal }: JobControl): Promise<string[]> => constantColumns(database(), signal),
}
export type RecordJobs = typeof jobs

function openDatabase(): () => RecordDatabase {
  try {
    const opened = new RecordDatabase(start.file, start)
    return () => opened
  } catch (error) {
    const fault = errorOf(error, 'read')
    return () => {
      throw ClavisError.fromValue(fault)
    }
  }
}

/** Joins a page's parts, in the same memory for each page because nothing of it is stored. */
function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array {
  const body = pageMemory.take(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.length
  }
  // Frees the memory that was handed over, which the garbage collector would let grow to more than all else here.
  for (const buffer of new Set(parts.map((part) => part.buffer))) buffer.transfer(0)
  return body
}

/** Collects the cursors that the pages before the last have named. */
function seenBeforeLast(): Uint8Array {
  const seen = new SeenCursors()
  for (let page = 0; page < database().pages - 1; page += 1) {
    const next = database().envelope(page)?.next
    if (next?.kind === 'cursor') seen.add(next.cursor)
  }
  // A copy, because its memory is transferred.
  return seen.marks().slice()
}

function textsAt(positions: Uint32Array): RecordTexts {
  const texts = Array.from(positions, (position) => database().bytes(position) ?? new Uint8Array())
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, { length }] of texts.entries()) ends[index] = end += length
  const bytes = new Uint8Array(end)
  for (const [index, text] of texts.entries()) bytes.set(text, (ends[index] ?? 0) - text.length)
  return { bytes, ends }
}

/** Groups and counts do not depend on the order, which would only take time. */
function unsorted({ groups: _groups, ...query }: ListQuery): ListQuery {
  return { ...query, sort: [] }
}

/** Counts processed records, and reports now and then. */
function reportsTo({ onProgress }: JobControl): () => void {
  const { records } = database()
  let looked = 0
  return () => {
    looked += 1
    if (looked % reportInterval === 0) onProgress(looked, records)
  }
}

async function answer({ id, call, input }: RecordStoreRequest, signal: AbortSignal): Promise<unknown> {
  const called = databaseCalls.find((name) => name === call)
  if (called !== undefined) return Reflect.apply(database()[called], database(), input)
  database()
  if (call in calls) return (calls[call as keyof typeof calls] as (...given: readonly unknown[]) => unknown)(...input)
  const onProgress = (done: number, total: number): void => post({ id, done, total })
  const work = jobs[call as keyof RecordJobs] as (...given: readonly unknown[]) => Promise<unknown>
  return work(...input, { signal, onProgress } satisfies JobControl)
}

function post(message: RecordStoreResponse, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

/** Finds the memory of large results, which is transferred instead of copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((part) =>
    part instanceof Uint8Array || part instanceof Uint32Array ? [part.buffer as ArrayBuffer] : [],
  )
}

function cancelled(): ClavisError {
  return new ClavisError('cancelled', 'Cancelled.')
}

function gone(): ClavisError {
  return new ClavisError('dataset-closed', 'The list was closed during the export. No file was written.', {
    hint: 'Open the list and export it again.',
  })
}

function errorOf(error: unknown, action: 'saved' | 'read' = 'saved'): ErrorValue {
  if (error instanceof ClavisError) return error.toValue()
  if (/^E[A-Z0-9]+$/u.test(systemErrorCode(error) ?? '')) return diskFailure(error, start.file, action).toValue()
  const words = error instanceof Error ? error.message : String(error)
  return new ClavisError('internal-fault', `The list’s storage failed: ${words}`, {
    hint: 'Reload the list from its first page.',
  }).toValue()
}

parentPort?.on('message', (message: RecordStoreRequest | RecordStoreCancel) => {
  if ('cancel' in message) {
    running.get(message.cancel)?.abort.abort(cancelled())
    return
  }
  const { id, call } = message
  const abort = new AbortController()
  const answered = answer(message, abort.signal)
    .then(
      (value) => post({ id, value }, buffersOf(value)),
      (error: unknown) => post({ id, error: errorOf(error) }),
    )
    .finally(() => running.delete(id))
  if (call in jobs) running.set(id, { call, abort, answered })
})
