import { ClavisError, type ErrorCode } from '../../shared/model/error.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../shared/model/export.ts'
import type { Column, ListName, ListView, RowWindow, RunState, RunSummary } from '../../shared/model/list.ts'
import type { HttpResponse } from '../http/http-message.ts'
import { readEnvelopeEarly } from './envelope.ts'
import type { JobControl } from './job-control.ts'
import { nextStep, type NextStep } from './next-step.ts'
import type { RecordStore } from './record-store.ts'
import { SeenCursors } from './seen-cursors.ts'

/** Fetches the page that a cursor names; undefined: the first one. */
export type FetchPage = (
  cursor: string | undefined,
  pageNumber: number,
  signal: AbortSignal,
  onWaiting: (resumesAt: number, reason: string) => void,
) => Promise<HttpResponse>

interface Options {
  readonly runId: string
  readonly list: ListName
  readonly store: RecordStore
  readonly fetchPage: FetchPage
  readonly now: () => number
  readonly onProgress: (summary: RunSummary) => void
}

/** A page that was asked for, perhaps before the one before it was stored. */
interface PageUnderWay {
  readonly cursor: string | undefined
  readonly response: Promise<HttpResponse>
}

/** Shortest time between two tellings of progress, milliseconds. */
const progressInterval = 100

/** Failures that trying the same page again cannot mend. */
const lasting: readonly ErrorCode[] = [
  'list-records-ambiguous',
  'disk-failed',
  'profile-not-found',
  'list-run-gone',
  'input-invalid',
]

/**
 * One reading of a list from its first page on (design, sections 3 and 6). Pages come strictly one after the other,
 * because a cursor is known from the page before only; while one is stored the following one is on its way already.
 * Whatever goes wrong, the records that came are kept, and `load` goes on from the page that failed.
 */
export class ListRun {
  readonly runId: string
  readonly list: ListName
  readonly #store: RecordStore
  readonly #fetchPage: FetchPage
  readonly #now: () => number
  readonly #onProgress: Options['onProgress']
  readonly #startedAt: string
  readonly #seen = new SeenCursors()
  #state: RunState = { kind: 'idle' }
  #cursor: string | undefined
  #pages = 0
  #records = 0
  #recordMember: string | undefined
  #columns: Column[] = []
  #loadingMs = 0
  /** Pages that the fetch under way is to reach. */
  #target = 0
  #pausing = false
  /** Whether the page that was stored last does not say how to go on: it is asked for again and then replaced. */
  #repeatsLastPage = false
  #closed = false
  #driving: Promise<void> | undefined
  #abort = new AbortController()
  #toldAt = Number.NEGATIVE_INFINITY

  constructor({ runId, list, store, fetchPage, now, onProgress }: Options) {
    this.runId = runId
    this.list = list
    this.#store = store
    this.#fetchPage = fetchPage
    this.#now = now
    this.#onProgress = onProgress
    this.#startedAt = new Date(now()).toISOString()
  }

  summary(): RunSummary {
    return {
      runId: this.runId,
      list: this.list,
      state: this.#state,
      pages: this.#pages,
      records: this.#records,
      ...(this.#recordMember === undefined ? {} : { recordMember: this.#recordMember }),
      columns: this.#columns,
      ...(this.#pages === 0 || this.#loadingMs === 0 ? {} : { pagesPerSecond: (this.#pages * 1000) / this.#loadingMs }),
      startedAt: this.#startedAt,
    }
  }

  /** Fetches further pages; a second call joins the fetch under way and may widen it. */
  async load(pages: number | 'all'): Promise<RunSummary> {
    // A fetch that is being cancelled fetches nothing for this call any more.
    if (this.#abort.signal.aborted) await this.#driving
    if (this.#state.kind === 'complete' || this.#closed) return this.summary()
    const wanted = pages === 'all' ? Number.POSITIVE_INFINITY : this.#soundPages() + pages
    this.#pausing = false
    this.#target = Math.max(this.#target, wanted)
    this.#driving ??= this.#drive().finally(() => {
      this.#driving = undefined
      this.#target = 0
    })
    await this.#driving
    return this.summary()
  }

  /** Stops after the page that is under way. */
  async pause(): Promise<RunSummary> {
    this.#haltAfterPage()
    await this.#driving
    return this.summary()
  }

  /** Stops at once: the request under way is cancelled. */
  async stop(): Promise<RunSummary> {
    this.#haltAfterPage()
    if (this.#driving !== undefined) this.#abort.abort()
    await this.#driving
    return this.summary()
  }

  #haltAfterPage(): void {
    this.#pausing = true
    this.#target = 0
  }

  rows(view: ListView, offset: number, limit: number, paths: readonly string[]): Promise<RowWindow> {
    const freshness = this.#driving === undefined ? 'exact' : 'lagging'
    return this.#store.rows(view, offset, limit, paths, freshness)
  }

  async record(position: number): Promise<string> {
    const text = await this.#store.record(position)
    if (text === undefined)
      throw new ClavisError('input-invalid', `There is no record ${position + 1} in this reading of the list.`, {
        hint: 'It may have been read anew. Choose a record from the list.',
      })
    return text
  }

  exportTo(chosen: ChosenRecords, options: ExportOptions, path: string, control: JobControl): Promise<ExportResult> {
    return this.#store.exportTo(chosen, options, path, control)
  }

  /** Ends the run and its worker. */
  async close(): Promise<void> {
    this.#closed = true
    await this.stop()
    await this.#store.close()
  }

  async #drive(): Promise<void> {
    const began = this.#now()
    const loadedBefore = this.#loadingMs
    const measure = (): void => {
      this.#loadingMs = loadedBefore + Math.max(1, this.#now() - began)
    }
    this.#abort = new AbortController()
    this.#enter({ kind: 'loading' })
    let ahead: PageUnderWay | undefined
    try {
      do {
        while (ahead !== undefined || this.#wantsMore()) {
          const page: PageUnderWay = ahead ?? this.#ask(this.#cursor, this.#soundPages() + 1)
          const { body } = await page.response
          if (this.#state.kind === 'waiting') this.#enter({ kind: 'loading' })
          ahead = this.#askAhead(body)
          const step = await this.#storePage(body)
          measure()
          if (step.kind !== 'continue') {
            this.#repeatsLastPage = step.kind === 'stop'
            await this.#refreshColumns()
            this.#enter(endOf(step))
            return
          }
          this.#seen.add(step.cursor)
          this.#cursor = step.cursor
          await this.#tellProgress()
        }
        await this.#refreshColumns()
        // Someone may have asked for more in the meantime.
      } while (this.#wantsMore())
      this.#enter({ kind: this.#pausing ? 'paused' : 'idle' })
    } catch (error) {
      measure()
      // A page that was asked for ahead will not be used: its outcome concerns nobody.
      if (ahead !== undefined) this.#abort.abort()
      await this.#endAfter(error)
    }
  }

  #wantsMore(): boolean {
    return !this.#pausing && this.#soundPages() < this.#target
  }

  /** Pages that will stay as they are. */
  #soundPages(): number {
    return this.#pages - (this.#repeatsLastPage ? 1 : 0)
  }

  #ask(cursor: string | undefined, pageNumber: number): PageUnderWay {
    const response = this.#fetchPage(cursor, pageNumber, this.#abort.signal, (resumesAt, reason) =>
      this.#enter({ kind: 'waiting', resumesAt: new Date(resumesAt).toISOString(), reason }),
    )
    // Whoever waits for it meets its failure; until then it must not count as unhandled.
    response.catch(() => undefined)
    return { cursor, response }
  }

  /**
   * Asks for the following page before this one is parsed, where the body already says that there is one. What is read
   * early is what the parsed page will say, or the page is broken and nothing is read on.
   */
  #askAhead(body: Uint8Array): PageUnderWay | undefined {
    const pages = this.#soundPages() + 1
    if (this.#pausing || pages >= this.#target) return undefined
    const envelope = readEnvelopeEarly(body)
    if (envelope === undefined) return undefined
    const step = nextStep(envelope, (cursor) => this.#seen.has(cursor))
    return step.kind === 'continue' ? this.#ask(step.cursor, pages + 1) : undefined
  }

  async #storePage(body: Uint8Array): Promise<NextStep> {
    const { records, recordMember, envelope } = await this.#store.addPage(body, this.#repeatsLastPage)
    if (!this.#repeatsLastPage) this.#pages += 1
    this.#repeatsLastPage = false
    this.#records = records
    this.#recordMember = recordMember
    return nextStep(envelope, (cursor) => this.#seen.has(cursor))
  }

  async #endAfter(error: unknown): Promise<void> {
    const failure =
      error instanceof ClavisError
        ? error
        : new ClavisError('internal-fault', 'A fault in Clavis ended the reading of the list.', {
            hint: 'Go on; if it happens again, report it.',
            cause: error,
          })
    await this.#refreshColumns().catch(() => undefined)
    if (failure.code === 'list-cancelled') this.#enter({ kind: 'paused' })
    else this.#enter({ kind: 'failed', error: failure.toValue(), retry: !lasting.includes(failure.code) })
  }

  #enter(state: RunState): void {
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    this.#toldAt = this.#now()
    if (!this.#closed) this.#onProgress(this.summary())
  }

  async #tellProgress(): Promise<void> {
    if (this.#now() - this.#toldAt < progressInterval) return
    this.#toldAt = this.#now()
    await this.#refreshColumns()
    this.#tell()
  }

  async #refreshColumns(): Promise<void> {
    this.#columns = await this.#store.columns()
  }
}

/** The state in which a run stands after a page that none follows. */
function endOf(step: Exclude<NextStep, { kind: 'continue' }>): RunState {
  if (step.kind === 'stop') return { kind: 'failed', error: step.error.toValue(), retry: true }
  return step.notice === undefined ? { kind: 'complete' } : { kind: 'complete', notice: step.notice }
}
