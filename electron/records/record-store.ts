import { isMarkedAsUntransferable, Worker } from 'node:worker_threads'
import { ClavisError } from '#shared/errors.ts'
import type { JobControl } from '../concurrency.ts'
import type { MatchOutcome } from './diff/digest-join.ts'
import type { RecordDigest } from './diff/record-digest.ts'
import type { StoredPage } from './record-database.ts'
import type {
  RecordStoreResponse,
  RecordStoreCancel,
  RecordStoreRequest,
  RecordStoreStart,
} from './record-store-messages.ts'
import type { RecordCalls, RecordJobs } from './record-store-worker.ts'

export { maxDataColumns } from './columns/schema-tree.ts'
export { differencesMember } from './diff/difference-page.ts'
export type { MatchOutcome } from './diff/digest-join.ts'
export { maxDigests } from './diff/record-digest.ts'
export type { Repeats } from './diff/repeated-identifiers.ts'
export { readEnvelopeEarly, type Envelope } from './pages/envelope.ts'
export { SeenCursors } from './pages/seen-cursors.ts'
export { readStoredProgress } from './pages/stored-progress.ts'
export type { QueryFreshness } from './query/query-executor.ts'
export type { StoredPage } from './record-database.ts'
export type { RestoredRecords } from './record-store-messages.ts'
export type { DateOrderSoFar } from './statistics/date-order.ts'

/** A function of the worker as it is called from here. */
type Remote<F> = F extends (...input: infer I) => infer O ? (...input: I) => Promise<Awaited<O>> : never

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  readonly onProgress: JobControl['onProgress'] | undefined
}

/**
 * Memory for newly created objects of the worker, MiB. V8 would let it grow to four times as much before collecting
 * garbage, and an export creates little else.
 */
const youngMemory = 32

/**
 * The records of one dataset, in a worker thread: main's thread never parses a page or waits for the disk. Every call
 * fails with `dataset-closed` once the store is closed, and a job with `cancelled` once its signal is aborted.
 */
export class RecordStore {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #failure: ClavisError | undefined

  constructor(workerUrl: URL, start: RecordStoreStart) {
    this.#worker = new Worker(workerUrl, {
      workerData: start,
      name: `records of ${start.list}`,
      resourceLimits: { maxYoungGenerationSizeMb: youngMemory },
    })
    this.#worker.on('message', (answer: RecordStoreResponse) => this.#take(answer))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(undefined))
  }

  /**
   * Stores a page received in these parts; their memory is transferred and must not be used any more.
   * @param replacesLast whether it replaces the last stored page
   * @param isOfLoad as of {@link RecordDatabase.addPage}
   */
  addPage(parts: readonly Uint8Array<ArrayBuffer>[], replacesLast: boolean, isOfLoad = false): Promise<StoredPage> {
    // Parts that arrived together are adjacent in one buffer. Node's shared buffer for short texts is copied instead.
    const buffers = new Set(parts.map(({ buffer }) => buffer).filter((buffer) => !isMarkedAsUntransferable(buffer)))
    return this.#ask<StoredPage>('addPage', [parts, replacesLast, isOfLoad], [...buffers])
  }

  /** Finds what two datasets have in common; the digests are handed over and must not be used any more. */
  match(before: RecordDigest, after: RecordDigest): Promise<MatchOutcome> {
    const buffers = [before, after].flatMap(({ keys, contents, positions, matches }) => [
      keys,
      contents,
      positions,
      matches,
    ])
    return this.#ask<MatchOutcome>(
      'match',
      [before, after],
      buffers.map(({ buffer }) => buffer),
    )
  }

  /** Returns the columns discovered so far. */
  readonly columns = this.#call('columns')
  /** Returns the columns and the number of records, both of the same moment even while pages arrive. */
  readonly readColumns = this.#call('readColumns')
  /** Returns rows that match a query, with a cell for each path. A newer query cancels one that is still being built. */
  readonly rows = this.#call('rows')
  /** Finds the row of a query that a record is in; undefined if the query leaves it out. */
  readonly rowOf = this.#call('rowOf')
  /** Returns a column's most frequent values that start with a text. A newer call cancels an older one. */
  readonly commonValues = this.#call('commonValues')
  /** Returns a record's exact text; undefined if there is no such row. */
  readonly record = this.#call('record')
  /** Returns a record's row with its values in full; undefined if there is no such row. */
  readonly wholeRow = this.#call('wholeRow')
  /** Returns selected records as rows with their values in full. @throws `input-invalid` if they are too many */
  readonly selectedRows = this.#call('selectedRows')
  /** Returns the exact texts of the records at some positions. */
  readonly texts = this.#call('texts')
  /** Returns what an earlier load left in the file. */
  readonly restored = this.#call('restored')
  /** Returns the records of a complete load whose identifier an earlier record has. */
  readonly repeats = this.#call('repeats')
  /** Returns in which order the records have a column's dates; undefined if in none. */
  readonly dateOrder = this.#call('dateOrder')
  /** Waits until everything is on disk. */
  readonly sync = this.#call('sync')
  /** Stores differences as records. Returns their number. */
  readonly addDifferences = this.#call('addDifferences')

  /** Returns the first rows that match a query, independent of the displayed one. */
  readonly firstRows = this.#job('firstRows')
  /** Saves records to a file. @throws `disk-full`, `disk-failed` */
  readonly exportTo = this.#job('exportTo')
  /** Digests the records whose identifiers are at a path; with a filter, marks those that it matches. */
  readonly digest = this.#job('digest')
  /** Profiles columns over all records of a query. @throws `input-invalid` */
  readonly profileColumns = this.#job('profileColumns')
  /** Sums up the numbers of selected records in a column. */
  readonly summarizeSelection = this.#job('summarizeSelection')
  /** Returns the groups of a query, and what the numbers of some columns add up to in each. @throws `input-invalid` */
  readonly groups = this.#job('groups')
  /** Finds the columns that have the same value in every record. */
  readonly constantColumns = this.#job('constantColumns')
  /** Counts a chart over all records of a query. @throws `input-invalid` */
  readonly chart = this.#job('chart')

  /** Ends the worker once it has put away what it was writing. */
  async close(): Promise<void> {
    if (this.#failure === undefined) {
      const closed = this.#ask('close', [])
      this.#failure = datasetClosed()
      await closed.catch(() => undefined)
    }
    await this.#worker.terminate()
  }

  #call<N extends keyof RecordCalls>(call: N): Remote<RecordCalls[N]> {
    return ((...input: readonly unknown[]) => this.#ask(call, input)) as Remote<RecordCalls[N]>
  }

  #job<N extends keyof RecordJobs>(job: N): RecordJobs[N] {
    const start = (...given: readonly unknown[]): Promise<unknown> =>
      this.#ask(job, given.slice(0, -1), [], given.at(-1) as JobControl)
    return start as RecordJobs[N]
  }

  #ask<T>(
    call: keyof RecordCalls | keyof RecordJobs,
    input: readonly unknown[],
    transfer: readonly ArrayBuffer[] = [],
    control?: JobControl,
  ): Promise<T> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    // The worker could finish a short job before it sees the cancellation.
    if (control?.signal.aborted === true) return Promise.reject(new ClavisError('cancelled', 'Cancelled.'))
    this.#lastId += 1
    const id = this.#lastId
    const post = (message: RecordStoreRequest | RecordStoreCancel): void => this.#worker.postMessage(message, transfer)
    const cancel = (): void => this.#worker.postMessage({ cancel: id } satisfies RecordStoreCancel)
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, onProgress: control?.onProgress })
      post({ id, call, input })
      control?.signal.addEventListener('abort', cancel)
    }).finally(() => control?.signal.removeEventListener('abort', cancel))
  }

  #take(answer: RecordStoreResponse): void {
    const waiting = this.#waiting.get(answer.id)
    if ('done' in answer) {
      waiting?.onProgress?.(answer.done, answer.total)
      return
    }
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(ClavisError.fromValue(answer.error))
    else waiting?.resolve(answer.value)
  }

  #fail(error: unknown): void {
    this.#failure ??=
      error === undefined
        ? datasetClosed()
        : new ClavisError('internal-fault', 'The list’s storage stopped unexpectedly.', {
            hint: 'Reload the list from its first page.',
            cause: error,
          })
    for (const { reject } of this.#waiting.values()) reject(this.#failure)
    this.#waiting.clear()
  }
}

/** Says that a dataset was closed. */
export function datasetClosed(): ClavisError {
  return new ClavisError('dataset-closed', 'This list was closed.', { hint: 'Open the list again.' })
}
