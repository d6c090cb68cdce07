import { Worker } from 'node:worker_threads'
import { ClavisError } from '../../shared/model/error.ts'
import type { Chart, ChartQuestion, ColumnProfiles } from '../../shared/model/list-analysis.ts'
import type { Column, CommonValue, ExportFormat, ListView, RowWindow } from '../../shared/model/list.ts'
import type { FoundValue } from './links/value-search.ts'
import type { StoredPage } from './record-database.ts'
import type { ViewFreshness } from './record-views.ts'
import type {
  AnalysisProgress,
  RecordStoreAnswer,
  RecordStoreCall,
  RecordStoreCalls,
  RecordStoreStart,
} from './record-store-messages.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The records of one run, kept by a worker thread: main's thread never parses a page nor waits for the disk. */
export class RecordStore {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #failure: ClavisError | undefined

  /** @param onProgress is told now and then how many records an analysis has looked at */
  constructor(
    workerUrl: URL,
    start: RecordStoreStart,
    onProgress: (progress: AnalysisProgress) => void = () => undefined,
  ) {
    this.#worker = new Worker(workerUrl, { workerData: start, name: `records of ${start.list}` })
    this.#worker.on('message', (message: RecordStoreAnswer | AnalysisProgress) => {
      if ('analysisId' in message) onProgress(message)
      else this.#take(message)
    })
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(undefined))
  }

  /**
   * Stores a page; its body is handed over and must not be used any more.
   * @param replacesLast whether it takes the place of the page that was stored last
   */
  addPage(body: Uint8Array, replacesLast: boolean): Promise<StoredPage> {
    const buffer = ownBuffer(body)
    return this.#ask('addPage', { body: buffer, replacesLast }, [buffer])
  }

  columns(): Promise<Column[]> {
    return this.#ask('columns', undefined)
  }

  rows(
    view: ListView,
    offset: number,
    limit: number,
    paths: readonly string[],
    freshness: ViewFreshness,
  ): Promise<RowWindow> {
    return this.#ask('rows', { view, offset, limit, paths, freshness })
  }

  /** A column’s commonest values that begin with a text. @throws `list-cancelled` for a newer question */
  commonValues(path: string, beginning: string): Promise<CommonValue[]> {
    return this.#ask('commonValues', { path, beginning })
  }

  /** A record's exact text; undefined where there is no such row. */
  record(position: number): Promise<string | undefined> {
    return this.#ask('record', { position })
  }

  exportTo(view: ListView, format: ExportFormat, path: string): Promise<number> {
    return this.#ask('exportTo', { view, format, path })
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
  ): Promise<RecordStoreCalls[N]['output']> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
      this.#worker.postMessage({ id, call, input }, transfer)
    })
  }

  #take(answer: RecordStoreAnswer): void {
    const waiting = this.#waiting.get(answer.id)
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

/** The bytes in a buffer of their own: a slice of a shared one would take its neighbours along. */
function ownBuffer(body: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = body
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return buffer
  return new Uint8Array(body).buffer
}
