import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClavisError, type ErrorCode } from '../../../shared/model/errors/error.ts'
import type { Column, RunState, RunSummary } from '../../../shared/model/lists/list.ts'
import type { RunReport } from '../../../shared/model/lists/run-report.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'
import type { ResponseBody } from '../../http/message/response-body.ts'
import { readEnvelopeEarly, type RecordStore } from '../../records/record-store.ts'
import { failureOfCursor, failureOfOldCursor } from './cursor-error.ts'
import { LoadJournal } from './load-journal.ts'
import { LoadPosition, restoredState, stateAfter, type LoadMark, type LoadStart } from './load-position.ts'
import { PageRequests, type FetchPage } from './page-requests.ts'
import type { NextPage } from './pagination.ts'

interface Options extends LoadStart {
  readonly store: RecordStore
  readonly fetchPage: FetchPage
  readonly now: () => number
  readonly onProgress: () => void
}

/** How far a load is, and how it stands. */
export type LoadProgress = Pick<
  RunSummary,
  'state' | 'pages' | 'records' | 'recordMember' | 'columns' | 'pagesPerSecond'
>

/** Shortest time between two reports of progress, milliseconds. */
const reportInterval = 100

/** Failures that requesting the same page again cannot help. */
const lasting: readonly ErrorCode[] = [
  'list-records-ambiguous',
  'disk-failed',
  'profile-not-found',
  'list-run-gone',
  'list-cursor-refused',
  'input-invalid',
]

/**
 * Loads a list from its first page on (design, sections 2 and 6). Pages come strictly one after the other, because a cursor
 * is known from the page before only; while one is stored the following one is on its way already. Whatever goes wrong, the
 * records that came are kept, and {@link load} goes on from the page that failed.
 */
export class PageLoader {
  readonly #store: RecordStore
  readonly #onProgress: () => void
  readonly #journal: LoadJournal
  readonly #requests: PageRequests
  readonly #position: LoadPosition
  #state: RunState
  #columns: Column[]
  #isResumeNoted = false
  /** Up to the page that came last. */
  #loadingMs = 0
  /** Up to now, while pages are fetched. */
  #loadedNow = (): number => this.#loadingMs
  /** Pages that the load under way is to reach. */
  #target = 0
  #isPausing = false
  #isClosed = false
  #driving: Promise<void> | undefined
  /** By `performance.now()`. */
  #reportedAt = Number.NEGATIVE_INFINITY
  /** Reports pages that came too soon after the last report. */
  #laterReport: ReturnType<typeof setTimeout> | undefined

  constructor({ store, fetchPage, now, onProgress, from, restored }: Options) {
    this.#store = store
    this.#onProgress = onProgress
    this.#journal = new LoadJournal(now)
    this.#requests = new PageRequests(fetchPage, this.#journal, (state) => this.#enter(state))
    this.#position = new LoadPosition({ ...(from && { from }), ...(restored && { restored }) })
    this.#state = restored === undefined ? { kind: 'idle' } : restoredState(restored)
    this.#columns = restored?.columns ?? []
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get isLoading(): boolean {
    return this.#driving !== undefined
  }

  progress(): LoadProgress {
    const { pages, pagesBefore, records, recordMember } = this.#position
    const fetched = pages - pagesBefore
    return {
      ...{ state: this.#state, pages, records, columns: this.#columns },
      ...(recordMember === undefined ? {} : { recordMember }),
      ...(fetched === 0 || this.#loadingMs === 0 ? {} : { pagesPerSecond: (fetched * 1000) / this.#loadingMs }),
    }
  }

  /** Tells how the load went so far. */
  report(): Omit<RunReport, 'runId' | 'list' | 'startedAt'> {
    const { pages, pagesBefore, records, recordsElsewhere } = this.#position
    return {
      ...{ state: this.#state, pages, pagesBefore, records: recordsElsewhere + records },
      loadingMs: this.isLoading ? this.#loadedNow() : this.#loadingMs,
      ...this.#journal.report(),
    }
  }

  /** Tells where the load stands now: everything up to there is stored. */
  mark(): LoadMark {
    return this.#position.mark()
  }

  /** The computer slept: the request under way is sent again. */
  wake(): void {
    if (this.isLoading) this.#requests.wake()
  }

  /** Loads further pages; a second call joins the load under way and may widen it. */
  async load(pages: number | 'all'): Promise<LoadProgress> {
    // A load that is being cancelled fetches nothing for this call any more.
    if (this.#requests.isCancelled) await this.#driving
    if (this.#state.kind === 'complete' || this.#isClosed) return this.progress()
    const wanted = pages === 'all' ? Number.POSITIVE_INFINITY : this.#position.soundPages + pages
    this.#isPausing = false
    this.#target = Math.max(this.#target, wanted)
    if (this.#state.kind === 'loading' && this.#state.loadsAll !== this.#loadsAll()) this.#enterLoading()
    this.#driving ??= this.#drive().finally(() => {
      this.#driving = undefined
      this.#target = 0
    })
    await this.#driving
    return this.progress()
  }

  /** Stops after the page that is under way. */
  async pause(): Promise<LoadProgress> {
    this.#haltAfterPage()
    await this.#driving
    return this.progress()
  }

  /** Stops at once: the request under way is cancelled. */
  async stop(): Promise<LoadProgress> {
    this.#haltAfterPage()
    if (this.isLoading) this.#requests.cancel()
    await this.#driving
    return this.progress()
  }

  /** Stops for good; nothing is reported any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.stop()
  }

  #haltAfterPage(): void {
    this.#isPausing = true
    this.#target = 0
  }

  async #drive(): Promise<void> {
    // Not by the clock, which may be set meanwhile.
    const startedAt = performance.now()
    const loadedBefore = this.#loadingMs
    this.#loadedNow = () => loadedBefore + Math.max(1, Math.round(performance.now() - startedAt))
    const measure = (): void => {
      this.#loadingMs = this.#loadedNow()
    }
    this.#requests.start()
    this.#noteResumed()
    this.#enterLoading()
    let ahead: Promise<HttpResponse> | undefined
    try {
      do {
        while (ahead !== undefined || this.#wantsMore()) {
          const response = ahead ?? this.#requests.send(this.#position.cursor, this.#position.soundPages + 1)
          const { body } = await response
          if (this.#state.kind === 'waiting') this.#enterLoading()
          ahead = this.#requestAhead(body)
          // The request leaves first: the worker, once it has work, may take this thread's place on its processor.
          if (ahead !== undefined) await nextTurn()
          const stored = await this.#store.addPage(body.parts, this.#position.repeatsLastPage)
          const next = this.#position.advance(stored)
          measure()
          if (next.kind !== 'continue') {
            await this.#finish(next)
            return
          }
          await this.#reportProgress()
        }
        await this.#refreshColumns()
        // More may have been asked for in the meantime.
      } while (this.#wantsMore())
      this.#enter({ kind: this.#isPausing ? 'paused' : 'idle' })
    } catch (error) {
      measure()
      // A page that was requested ahead will not be used: its outcome does not matter.
      if (ahead !== undefined) this.#requests.cancel()
      await this.#fail(error)
    }
  }

  /** Notes once that an earlier load is resumed. */
  #noteResumed(): void {
    const { isResuming, recordsElsewhere, soundRecords, soundPages } = this.#position
    if (!isResuming || this.#isResumeNoted) return
    this.#isResumeNoted = true
    const records = (recordsElsewhere + soundRecords).toLocaleString()
    this.#journal.note('resumed', soundPages + 1, `Goes on after ${records} records of an earlier reading.`)
  }

  #wantsMore(): boolean {
    return !this.#isPausing && this.#position.soundPages < this.#target
  }

  #loadsAll(): boolean {
    return this.#target === Number.POSITIVE_INFINITY
  }

  /**
   * Requests the following page before this one is parsed, if the body already says that there is one. What is read early is
   * what the parsed page will say, or the page is broken and nothing is loaded after it.
   */
  #requestAhead(body: ResponseBody): Promise<HttpResponse> | undefined {
    const pages = this.#position.soundPages + 1
    if (this.#isPausing || pages >= this.#target) return undefined
    const envelope = readEnvelopeEarly(body)
    const next = envelope && this.#position.nextAfter(envelope)
    return next?.kind === 'continue' ? this.#requests.send(next.cursor, pages + 1) : undefined
  }

  /** Ends the load after a page that none follows. */
  async #finish(next: Exclude<NextPage, { kind: 'continue' }>): Promise<void> {
    const { pages } = this.#position
    if (next.kind === 'stop') this.#journal.note('failure', pages, next.error.message)
    else if (next.notice !== undefined) this.#journal.note('warning', pages, next.notice)
    await this.#refreshColumns()
    this.#enter(stateAfter(next, pages, this.#loadsAll()))
  }

  async #fail(error: unknown): Promise<void> {
    const failure =
      error instanceof ClavisError
        ? error
        : new ClavisError('internal-fault', 'A fault in Clavis ended the reading of the list.', {
            hint: 'Retry from this page; if it happens again, report it.',
            cause: error,
          })
    await this.#refreshColumns().catch(() => undefined)
    if (failure.code === 'list-cancelled') {
      this.#enter({ kind: 'paused' })
      return
    }
    const shown = this.#asOfCursor(failure)
    const page = this.#position.soundPages + 1
    this.#journal.note('failure', page, shown.message)
    const retry = !lasting.includes(shown.code)
    this.#enter({ kind: 'failed', error: shown.toValue(), retry, page, loadsAll: this.#loadsAll() })
  }

  #asOfCursor(failure: ClavisError): ClavisError {
    if (this.#position.isResuming) return failureOfOldCursor(failure)
    return this.#position.cursor === undefined ? failure : failureOfCursor(failure)
  }

  #enterLoading(): void {
    this.#enter({ kind: 'loading', loadsAll: this.#loadsAll() })
  }

  #enter(state: RunState): void {
    this.#state = state
    this.#report()
  }

  #report(): void {
    clearTimeout(this.#laterReport)
    this.#laterReport = undefined
    this.#reportedAt = performance.now()
    this.#onProgress()
  }

  async #reportProgress(): Promise<void> {
    const wait = reportInterval - (performance.now() - this.#reportedAt)
    if (wait > 0) {
      // The next page may be long in coming: what came until then must not wait for it.
      this.#laterReport ??= setTimeout(() => {
        this.#laterReport = undefined
        // What cannot be reported now is reported with the next page, or with the end.
        if (!this.#isClosed) this.#reportProgress().catch(() => undefined)
      }, wait)
      return
    }
    this.#reportedAt = performance.now()
    await this.#refreshColumns()
    this.#report()
  }

  async #refreshColumns(): Promise<void> {
    this.#columns = await this.#store.columns()
  }
}
