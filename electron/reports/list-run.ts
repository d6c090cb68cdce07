import { ClavisError, type ErrorCode } from '../../shared/model/error.ts'
import type {
  Column,
  ExportFormat,
  ListName,
  ListView,
  RowWindow,
  RunState,
  RunSummary,
} from '../../shared/model/list.ts'
import type { HttpResponse } from '../http/http-message.ts'
import { readEnvelopeEarly } from './envelope.ts'
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
  /** Whether the page that was stored last had an envelope that does not say how to go on: it is asked for again. */
  #repeatsLastPage = false
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
    if (this.#state.kind === 'complete') return this.summary()
    const wanted = pages === 'all' ? Number.POSITIVE_INFINITY : this.#pages + pages
    this.#pausing = false
    if (this.#driving === undefined) {
      this.#target = wanted
      this.#driving = this.#drive().finally(() => {
        this.#driving = undefined
      })
    } else this.#target = Math.max(this.#target, wanted)
    await this.#driving
    return this.summary()
  }

  /** Stops after the page that is under way. */
  async pause(): Promise<RunSummary> {
    this.#pausing = true
    await this.#driving
    return this.summary()
  }

  /** Stops at once: the request under way is cancelled. */
  async stop(): Promise<RunSummary> {
    this.#pausing = true
    this.#abort.abort()
    await this.#driving
    return this.summary()
  }

  rows(view: ListView, offset: number, limit: number, paths: readonly string[]): Promise<RowWindow> {
    return this.#store.rows(view, offset, limit, paths)
  }

  async record(position: number): Promise<string> {
    const text = await this.#store.record(position)
    if (text === undefined)
      throw new ClavisError('input-invalid', `There is no record ${position + 1} in this reading of the list.`, {
        hint: 'It may have been read anew. Choose a record from the list.',
      })
    return text
  }

  exportTo(view: ListView, format: ExportFormat, path: string): Promise<number> {
    return this.#store.exportTo(view, format, path)
  }

  /** Ends the run and its worker. */
  async close(): Promise<void> {
    this.#pausing = true
    this.#abort.abort()
    await this.#store.close()
    await this.#driving
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
      await this.#takeBackRepeatedPage()
      while (ahead !== undefined || this.#wantsMore()) {
        const page: PageUnderWay = ahead ?? this.#ask(this.#cursor, this.#pages + 1)
        const { body } = await page.response
        if (this.#state.kind === 'waiting') this.#enter({ kind: 'loading' })
        ahead = this.#askAhead(body)
        const step = await this.#storePage(body)
        measure()
        if (step.kind === 'continue') {
          // What the body's end said early is what the parsed page says; a page asked for by another cursor is dropped.
          if (ahead?.cursor !== step.cursor) ahead = undefined
          this.#seen.add(step.cursor)
          this.#cursor = step.cursor
          await this.#tellProgress()
        } else {
          this.#abandon(ahead)
          await this.#end(step)
          return
        }
      }
      await this.#refreshColumns()
      this.#enter({ kind: this.#pausing ? 'paused' : 'idle' })
    } catch (error) {
      measure()
      this.#abandon(ahead)
      await this.#endAfter(error)
    }
  }

  #wantsMore(): boolean {
    return !this.#pausing && this.#pages < this.#target
  }

  #ask(cursor: string | undefined, pageNumber: number): PageUnderWay {
    const response = this.#fetchPage(cursor, pageNumber, this.#abort.signal, (resumesAt, reason) =>
      this.#enter({ kind: 'waiting', resumesAt: new Date(resumesAt).toISOString(), reason }),
    )
    // Whoever waits for it meets its failure; until then it must not count as unhandled.
    response.catch(() => undefined)
    return { cursor, response }
  }

  /** Asks for the following page before this one is parsed, where the body's end says that there is one. */
  #askAhead(body: Uint8Array): PageUnderWay | undefined {
    if (this.#pausing || this.#pages + 1 >= this.#target) return undefined
    const envelope = readEnvelopeEarly(body)
    if (envelope === undefined) return undefined
    const step = nextStep(envelope, (cursor) => this.#seen.has(cursor))
    return step.kind === 'continue' ? this.#ask(step.cursor, this.#pages + 2) : undefined
  }

  async #storePage(body: Uint8Array): Promise<NextStep> {
    const { records, recordMember, envelope } = await this.#store.addPage(body)
    this.#pages += 1
    this.#records += records
    this.#recordMember = recordMember
    return nextStep(envelope, (cursor) => this.#seen.has(cursor))
  }

  /** A page that will not be used: its request is cancelled and its outcome concerns nobody. */
  #abandon(page: PageUnderWay | undefined): void {
    if (page !== undefined) this.#abort.abort()
  }

  async #end(step: Exclude<NextStep, { kind: 'continue' }>): Promise<void> {
    await this.#refreshColumns()
    if (step.kind === 'complete') {
      this.#enter({ kind: 'complete', ...(step.notice === undefined ? {} : { notice: step.notice }) })
      return
    }
    this.#repeatsLastPage = true
    this.#enter({ kind: 'failed', error: step.error.toValue(), retry: true })
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

  /** Going on after a page that did not say how to: it is asked for once more, and what it brought is taken back. */
  async #takeBackRepeatedPage(): Promise<void> {
    if (!this.#repeatsLastPage) return
    await this.#store.removeLastPage()
    this.#repeatsLastPage = false
    this.#pages -= 1
    const window = await this.#store.rows({ search: '', sort: [] }, 0, 1, [])
    this.#records = window.count
  }

  #enter(state: RunState): void {
    this.#state = state
    this.#toldAt = this.#now()
    this.#onProgress(this.summary())
  }

  async #tellProgress(): Promise<void> {
    if (this.#now() - this.#toldAt < progressInterval) return
    this.#toldAt = this.#now()
    await this.#refreshColumns()
    this.#onProgress(this.summary())
  }

  async #refreshColumns(): Promise<void> {
    this.#columns = await this.#store.columns()
  }
}
