import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Column, LoadNeed, LoadState, DatasetSummary } from '#shared/lists/list.ts'
import type { LoadReport } from '#shared/lists/load-report.ts'
import { Throttle } from '../../concurrency.ts'
import type { ResponseBody } from '../../http/response-body.ts'
import {
  readEnvelopeEarly,
  type RecordStore,
  type RestoredRecords,
  type StoredPage,
} from '../../records/record-store.ts'
import type { ServiceResponse } from '../../tokens/authenticated-client.ts'
import { LoadJournal } from './load-events.ts'
import { canRetryPage, failureOfLoad, nothingNew, withServiceWords } from './load-failure.ts'
import { isReached, LoadGoal, type LoadRange } from './load-goal.ts'
import { LoadPosition, restoredState, stateAfter, type LoadMark } from './load-position.ts'
import type { NextPage } from './next-page.ts'
import { PageRequests, type FetchPage } from './page-requests.ts'
import { standardPageRetry, type PageRetry } from './page-retry.ts'
import { repeatsNotice } from './repeats-notice.ts'

interface Options {
  readonly store: RecordStore
  /** What an earlier load left in the store. */
  readonly restored?: RestoredRecords
  readonly fetchPage: FetchPage
  readonly retry?: PageRetry | undefined
  readonly now: () => number
  readonly onProgress: () => void
}

/** Progress and state of a load. */
export type LoadProgress = Pick<
  DatasetSummary,
  'state' | 'pages' | 'records' | 'recordMember' | 'columns' | 'pagesPerSecond'
>

/** Minimum time between two progress reports, milliseconds. */
const reportInterval = 100

/**
 * Loads a list from its first page on (decision 042). Pages are fetched strictly in sequence, because a
 * cursor is known only from the page before; while one is stored, the next is already being requested. Records stay
 * whatever fails, and {@link load} resumes from the page that failed.
 */
export class PageLoader {
  readonly #store: RecordStore
  readonly #onProgress: () => void
  readonly #journal: LoadJournal
  readonly #requests: PageRequests
  readonly #position: LoadPosition
  #state: LoadState
  #columns: Column[]
  #isResumeNoted = false
  readonly #goal = new LoadGoal()
  readonly #closing = new AbortController()
  #driving: Promise<void> | undefined
  readonly #reports = new Throttle(reportInterval, async () => {
    if (this.isClosed) return
    await this.#refreshColumns()
    this.#report()
  })

  constructor({ store, fetchPage, retry = standardPageRetry, now, onProgress, restored }: Options) {
    this.#store = store
    this.#onProgress = onProgress
    this.#journal = new LoadJournal(now)
    this.#requests = new PageRequests(fetchPage, this.#journal, { retry, now }, (state) =>
      this.#enter({ ...state, ...this.#goal.purpose() }),
    )
    this.#position = new LoadPosition(restored)
    this.#state = restored === undefined ? { kind: 'idle' } : restoredState(restored)
    this.#columns = restored?.columns ?? []
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  get isLoading(): boolean {
    return this.#driving !== undefined
  }

  progress(): LoadProgress {
    const { pages, pagesBefore, records, recordMember } = this.#position
    const { loadingMs } = this.#journal
    const fetched = pages - pagesBefore
    return {
      state: this.#state,
      pages,
      records,
      columns: this.#columns,
      ...(recordMember === undefined ? {} : { recordMember }),
      ...(fetched === 0 || loadingMs === 0 ? {} : { pagesPerSecond: (fetched * 1000) / loadingMs }),
    }
  }

  /** Returns details of the load so far. */
  report(): Omit<LoadReport, 'datasetId' | 'list' | 'startedAt'> {
    const { pages, pagesBefore, records } = this.#position
    return { state: this.#state, pages, pagesBefore, records, ...this.#journal.report() }
  }

  /** Returns the position of the load; everything before it is stored. */
  mark(): LoadMark {
    return this.#position.mark()
  }

  /** Resends the running request after the computer slept. */
  wake(): void {
    if (this.isLoading) this.#requests.wake()
  }

  /** Returns whether everything that an answer needs is loaded. */
  async reaches(need: LoadNeed): Promise<boolean> {
    return this.#state.kind === 'complete' || isReached(this.#store, need)
  }

  /** Loads further pages. A second call joins the running load and may raise its goal. */
  async load(range: LoadRange): Promise<LoadProgress> {
    if (typeof range === 'object' && !this.isClosed && (await this.reaches(range.until))) return this.progress()
    // A load that is being cancelled fetches no more pages for this call.
    if (this.#requests.isCancelled) await this.#driving
    if (this.#state.kind === 'complete' || this.isClosed) return this.progress()
    this.#goal.set(range, this.#position.soundPages)
    if (this.#state.kind === 'loading' && !isDeepStrictEqual(this.#state, this.#goal.loading())) this.#enterLoading()
    this.#driving ??= this.#drive().finally(() => {
      this.#driving = undefined
      this.#journal.endLoading()
      this.#goal.clear()
    })
    await this.#driving
    return this.progress()
  }

  /** Stops after the current page; at once if that waits for another attempt. */
  async pause(): Promise<LoadProgress> {
    if (this.#state.kind === 'waiting') return this.stop()
    this.#goal.halt()
    await this.#driving
    return this.progress()
  }

  /** Stops at once and cancels the running request. */
  async stop(): Promise<LoadProgress> {
    this.#goal.halt()
    if (this.isLoading) this.#requests.cancel()
    await this.#driving
    return this.progress()
  }

  /** Stops for good, without further reports. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.stop()
  }

  async #drive(): Promise<void> {
    this.#journal.startLoading()
    this.#requests.start()
    this.#noteResumed()
    this.#enterLoading()
    let ahead: Promise<ServiceResponse> | undefined
    try {
      do {
        while (ahead !== undefined || this.#wantsMore()) {
          const { cursor, soundPages } = this.#position
          const page = soundPages + 1
          const response = ahead ?? this.#requests.send(cursor, page)
          ahead = undefined
          let stored: StoredPage
          let received: ServiceResponse | undefined
          try {
            received = await response
            const { body } = received
            if (this.#state.kind === 'waiting') this.#enterLoading()
            ahead = this.#requestAhead(body)
            // Lets the request leave first: the worker may take over this thread's processor once it has work.
            if (ahead !== undefined) await nextTurn()
            stored = await this.#store.addPage(body.parts, this.#position.repeatsLastPage, true)
          } catch (failure) {
            const error = withServiceWords(failure, received?.withoutToken)
            this.#journal.measure()
            if (!(await this.#requests.waitAfter(error, page, cursor === undefined))) throw error
            ahead = undefined
            continue
          }
          this.#requests.stored(page)
          const next = this.#position.advance(stored)
          this.#journal.measure()
          if (next.kind !== 'continue') {
            await this.#finish(next)
            return
          }
          if (this.#position.isEndless) throw nothingNew()
          if (await this.#goal.measure(this.#store)) this.#state = this.#goal.loading()
          await this.#reports.run()
        }
        await this.#refreshColumns()
        // More pages may have been requested meanwhile.
      } while (this.#wantsMore())
      this.#enter(this.#goal.stopped())
    } catch (error) {
      this.#journal.measure()
      // The page requested ahead isn't used, so its result doesn't matter.
      if (ahead !== undefined) this.#requests.cancel()
      await this.#fail(error)
    }
  }

  /** Logs once that an earlier load is resumed. */
  #noteResumed(): void {
    const { isResuming, soundRecords, soundPages } = this.#position
    if (!isResuming || this.#isResumeNoted) return
    this.#isResumeNoted = true
    const records = soundRecords.toLocaleString()
    this.#journal.note('resumed', soundPages + 1, `Resumed after ${records} records of an earlier load.`)
  }

  #wantsMore(): boolean {
    return this.#goal.wants(this.#position.soundPages)
  }

  /**
   * Requests the next page before this one is parsed, if its body already names a cursor. The parsed page either has
   * the same cursor or is invalid, and then nothing is loaded after it.
   */
  #requestAhead(body: ResponseBody): Promise<ServiceResponse> | undefined {
    const pages = this.#position.soundPages + 1
    if (!this.#goal.wants(pages)) return undefined
    const envelope = readEnvelopeEarly(body)
    const next = envelope && this.#position.nextAfter(envelope)
    return next?.kind === 'continue' ? this.#requests.send(next.cursor, pages + 1) : undefined
  }

  async #finish(next: Exclude<NextPage, { kind: 'continue' }>): Promise<void> {
    const { pages } = this.#position
    if (next.kind === 'stop') this.#journal.note('failure', pages, next.error.message)
    await this.#refreshColumns()
    if (next.kind === 'stop') {
      this.#enter(stateAfter(next, pages, this.#goal.loadsAll))
      return
    }
    const repeats = await repeatsNotice(this.#store, this.#closing.signal)
    const notices = [next.notice, repeats].filter((notice) => notice !== undefined)
    const notice = notices.length === 0 ? undefined : notices.join(' ')
    if (notice !== undefined) this.#journal.note('warning', pages, notice)
    this.#enter(stateAfter({ ...next, notice }, pages, this.#goal.loadsAll))
  }

  async #fail(error: unknown): Promise<void> {
    const failure = failureOfLoad(error, this.#position)
    await this.#refreshColumns().catch(() => undefined)
    if (failure.code === 'cancelled') {
      this.#goal.halt()
      this.#enter(this.#goal.stopped())
      return
    }
    const page = this.#position.soundPages + 1
    this.#journal.note('failure', page, failure.message)
    this.#enter({
      kind: 'failed',
      error: failure.toValue(),
      retry: canRetryPage(failure),
      page,
      loadsAll: this.#goal.loadsAll,
      ...this.#goal.purpose(),
    })
  }

  #enterLoading(): void {
    this.#enter(this.#goal.loading())
  }

  #enter(state: LoadState): void {
    this.#state = state
    this.#report()
  }

  #report(): void {
    this.#reports.restart()
    this.#onProgress()
  }

  async #refreshColumns(): Promise<void> {
    this.#columns = await this.#store.columns()
  }
}
