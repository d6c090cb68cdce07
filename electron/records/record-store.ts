import { isMarkedAsUntransferable, Worker } from 'node:worker_threads'
import { ClavisError } from '../../shared/model/error.ts'
import type { Chart, ChartQuestion, ColumnProfiles } from '../../shared/model/list-analysis.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../shared/model/export.ts'
import type { Column, CommonValue, ListView } from '../../shared/model/list.ts'
import type { PackedRows } from '../../shared/model/packed-rows.ts'
import type { FoundValue } from './links/value-search.ts'
import type { JobControl } from '../scheduling/cancellation.ts'
import type { ChangedRecords, RecordTexts } from './diff/difference-page.ts'
import type { MatchOutcome } from './diff/digest-join.ts'
import type { DigestPart, RecordDigest } from './diff/record-digest.ts'
import type { StoredPage } from './record-database.ts'
import type { ViewFreshness } from './query/query-executor.ts'
import { compileTextSearch, type TextSearchCode } from './query/search/text-search.ts'
import type {
  AnalysisProgress,
  ReadColumns,
  RecordStoreAnswer,
  RecordStoreCall,
  RecordStoreCalls,
  RecordStoreMessage,
  RecordStoreProgress,
  RecordStoreStart,
  RestoredRecords,
} from './record-store-messages.ts'

export { mostColumns } from './columns/schema-inference.ts'
export { differencesMember } from './diff/difference-page.ts'
export type { MatchOutcome, RepeatedKey } from './diff/digest-join.ts'
export type { FoundValue } from './links/value-search.ts'
export { readEnvelopeEarly, type Envelope } from './pages/envelope.ts'
export { SeenCursors } from './pages/seen-cursors.ts'
export { readStoredProgress } from './pages/stored-progress.ts'
export type { ViewFreshness } from './query/query-executor.ts'
export type { AnalysisProgress, ReadColumns, RecordStoreCalls, RestoredRecords } from './record-store-messages.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly onProgress: JobControl['onProgress'] | undefined
}

/**
 * Memory for what the worker has only just made, MiB. V8 would let it grow to four times as much before it looks what of it
 * is still needed, and a list that is being saved leaves little else.
 */
const youngMemory = 32

/**
 * The machine code of every search. Once for the whole process: V8 keeps one register of machine code for all threads, and
 * code that comes and goes in several of them at once has brought it, and the process, down.
 */
let searchCode: TextSearchCode | undefined

/** The records of one run, kept by a worker thread: main's thread never parses a page nor waits for the disk. */
export class RecordStore {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #failure: ClavisError | undefined

  /** @param onProgress is told now and then how many records an analysis has looked at */
  constructor(
    workerUrl: URL,
    start: Omit<RecordStoreStart, 'searchCode'>,
    onProgress: (progress: AnalysisProgress) => void = () => undefined,
  ) {
    searchCode ??= compileTextSearch()
    this.#worker = new Worker(workerUrl, {
      workerData: { ...start, searchCode } satisfies RecordStoreStart,
      name: `records of ${start.list}`,
      resourceLimits: { maxYoungGenerationSizeMb: youngMemory },
    })
    this.#worker.on('message', (message: RecordStoreAnswer | RecordStoreProgress | AnalysisProgress) => {
      if ('analysisId' in message) onProgress(message)
      else this.#take(message)
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(undefined))
  }

  /**
   * Stores a page that came in these parts; their memory is handed over and must not be used any more.
   * @param replacesLast whether it takes the place of the page that was stored last
   */
  addPage(parts: readonly Uint8Array<ArrayBuffer>[], replacesLast: boolean): Promise<StoredPage> {
    // Parts that came at once lie side by side in one buffer. Node's common one for short texts is copied instead.
    const buffers = new Set(parts.map(({ buffer }) => buffer).filter((buffer) => !isMarkedAsUntransferable(buffer)))
    return this.#ask('addPage', { parts, replacesLast }, [...buffers])
  }

  columns(): Promise<Column[]> {
    return this.#ask('columns', undefined)
  }

  /** The columns with how many records there are: both of one moment, also while pages come. */
  readColumns(): Promise<ReadColumns> {
    return this.#ask('readColumns', undefined)
  }

  rows(
    view: ListView,
    offset: number,
    limit: number,
    paths: readonly string[],
    freshness: ViewFreshness,
  ): Promise<PackedRows> {
    return this.#ask('rows', { view, offset, limit, paths, freshness })
  }

  /** The row of a view that a record is in; undefined where the view leaves it out. */
  rowOf(view: ListView, position: number, freshness: ViewFreshness): Promise<number | undefined> {
    return this.#ask('rowOf', { view, position, freshness })
  }

  /** A column’s commonest values that begin with a text. @throws `list-cancelled` for a newer question */
  commonValues(path: string, beginning: string): Promise<CommonValue[]> {
    return this.#ask('commonValues', { path, beginning })
  }

  /** A record's exact text; undefined where there is no such row. */
  record(position: number): Promise<string | undefined> {
    return this.#ask('record', { position })
  }

  /** Saves records. @throws `disk-full`, `disk-failed`, `list-cancelled` */
  exportTo(chosen: ChosenRecords, options: ExportOptions, path: string, control: JobControl): Promise<ExportResult> {
    return this.#ask('exportTo', { chosen, options, path }, [], control)
  }

  /** Writes records from one position up to another behind what a file has, one a line. Answers the file's size. */
  appendTo(path: string, from: number, until: number): Promise<number> {
    return this.#ask('append', { path, from, until })
  }

  /** What an earlier reading left in the file. */
  restored(): Promise<RestoredRecords> {
    return this.#ask('restored', undefined)
  }

  /** Waits until the disk has everything. */
  async sync(): Promise<void> {
    await this.#ask('sync', undefined)
  }

  /** Digests the records whose identifiers are at a path. @throws `list-cancelled` */
  digest(idPath: string, part: DigestPart, control: JobControl): Promise<RecordDigest> {
    return this.#ask('digest', { ...part, idPath }, [], control)
  }

  /** The exact texts of the records at some positions. */
  texts(positions: Uint32Array): Promise<RecordTexts> {
    return this.#ask('texts', { positions })
  }

  /** Finds what two readings have in common; the digests are handed over and must not be used any more. */
  match(before: RecordDigest, after: RecordDigest): Promise<MatchOutcome> {
    const buffers = [before, after].flatMap(({ keys, contents, positions }) => [keys, contents, positions])
    return this.#ask(
      'match',
      { before, after },
      buffers.map(({ buffer }) => buffer),
    )
  }

  /** Stores differences as records. Answers how many there were. */
  addDifferences(records: ChangedRecords, idPath: string): Promise<number> {
    return this.#ask('addDifferences', { records, idPath })
  }

  /** Profiles columns over all records of a view. @throws `list-cancelled`, `input-invalid` */
  profileColumns(input: RecordStoreCalls['profileColumns']['input']): Promise<ColumnProfiles> {
    return this.#ask('profileColumns', input)
  }

  /** Counts a chart over all records of a view. @throws `list-cancelled`, `input-invalid` */
  chart(analysisId: string, view: ListView, question: ChartQuestion): Promise<Chart> {
    return this.#ask('chart', { analysisId, view, question })
  }

  /** Ends an analysis with `list-cancelled`; nothing happens where it has ended. */
  cancelAnalysis(analysisId: string): Promise<undefined> {
    return this.#ask('cancelAnalysis', { analysisId })
  }

  /** Looks for values in columns of all records. @throws `list-cancelled` */
  findValues(search: RecordStoreCalls['findValues']['input']): Promise<FoundValue[]> {
    return this.#ask('findValues', search)
  }

  /** Ends a search with `list-cancelled`; nothing happens where it has ended. */
  async cancelSearch(searchId: string): Promise<void> {
    // A store that is gone has no searches.
    await this.#ask('cancelSearch', { searchId }).catch(() => undefined)
  }

  /** Ends the worker once it has put away what it was writing; whatever is asked afterwards fails. */
  async close(): Promise<void> {
    if (this.#failure === undefined) {
      const closed = this.#ask('close', undefined)
      this.#failure = gone()
      await closed.catch(() => undefined)
    }
    await this.#worker.terminate()
  }

  #ask<N extends RecordStoreCall>(
    call: N,
    input: RecordStoreCalls[N]['input'],
    transfer: readonly ArrayBuffer[] = [],
    control?: JobControl,
  ): Promise<RecordStoreCalls[N]['output']> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    this.#lastId += 1
    const id = this.#lastId
    const post = (message: RecordStoreMessage): void => this.#worker.postMessage(message, transfer)
    const cancel = (): void => this.#worker.postMessage({ cancel: id })
    return new Promise<RecordStoreCalls[N]['output']>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, onProgress: control?.onProgress })
      post({ id, call, input } as RecordStoreMessage)
      if (control?.signal.aborted === true) cancel()
      control?.signal.addEventListener('abort', cancel)
    }).finally(() => control?.signal.removeEventListener('abort', cancel))
  }

  #take(answer: RecordStoreAnswer | RecordStoreProgress): void {
    const waiting = this.#waiting.get(answer.id)
    if ('done' in answer) {
      waiting?.onProgress?.(answer.done, answer.total)
      return
    }
    this.#waiting.delete(answer.id)
    if (answer.ok) waiting?.resolve(answer.value)
    else waiting?.reject(ClavisError.fromValue(answer.error))
  }

  #fail(error: unknown): void {
    this.#failure ??=
      error === undefined
        ? gone()
        : new ClavisError('internal-fault', 'The record store ended unexpectedly.', {
            hint: 'Start the list again from its first page.',
            cause: error,
          })
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }
}

function gone(): ClavisError {
  return new ClavisError('list-run-gone', 'This reading of the list is closed.', { hint: 'Open the list again.' })
}
