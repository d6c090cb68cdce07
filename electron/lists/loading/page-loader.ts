import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClavisError, type ErrorCode } from '../../../shared/model/error.ts'
import type { Column, CommonValue, ListView, NewReading, RunState, RunSummary } from '../../../shared/model/list.ts'
import type { ListName } from '../../../shared/model/list-name.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../../shared/model/export.ts'
import type { PackedRows } from '../../../shared/model/packed-rows.ts'
import type { RunReport } from '../../../shared/model/run-report.ts'
import type { HttpResponse } from '../../http/http-message.ts'
import type { ResponseBody } from '../../http/response-body.ts'
import { failureOfCursor, failureOfOldCursor } from './cursor-error.ts'
import type { JobControl } from '../../scheduling/cancellation.ts'
import { nextStep, type NextStep } from './pagination.ts'
import { restoredStanding } from './restore-progress.ts'
import { RunJournal } from './load-journal.ts'
import {
  readEnvelopeEarly,
  SeenCursors,
  type RecordStore,
  type RestoredRecords,
  type ViewFreshness,
} from '../../records/record-store.ts'

/** Whom fetching a page tells what happens meanwhile, and by what it is ended. */
export interface FetchControl {
  readonly signal: AbortSignal
  /** Before each pause: when it ends (ms since the epoch) and why. */
  readonly onWaiting: (resumesAt: number, reason: string) => void
  /** The token was refused; a new one is made. */
  readonly onNewToken: () => void
}

/** Fetches the page that a cursor names; undefined: the first one. */
export type FetchPage = (cursor: string | undefined, pageNumber: number, control: FetchControl) => Promise<HttpResponse>

/** Where a reading stands: what it needs to go on, now or later. */
export interface RunMark {
  /** The cursor of the page that follows; undefined: of the first one, or of none where the list is complete. */
  readonly cursor: string | undefined
  /** Pages and records up to there. */
  readonly pages: number
  readonly records: number
  /** The cursors that came up to there, as {@link SeenCursors} keeps them. */
  readonly seen: readonly string[]
}

interface Options {
  readonly runId: string
  readonly list: ListName
  readonly store: RecordStore
  readonly fetchPage: FetchPage
  readonly now: () => number
  readonly onProgress: (summary: RunSummary) => void
  /** Where an earlier reading stopped that this one goes on from; its records are kept elsewhere. */
  readonly from?: RunMark
  /** What an earlier reading left in the store: this one is its continuation. */
  readonly restored?: RestoredRecords
  /** When that one began. */
  readonly startedAt?: string
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
  'list-cursor-refused',
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
  readonly #onProgress: Options['onProgress']
  readonly #startedAt: string
  readonly #seen: SeenCursors
  readonly #journal: RunJournal
  /** Pages that an earlier reading had and that stay as they are. */
  #pagesBefore: number
  /** Records of an earlier reading that are not in the store. */
  readonly #recordsElsewhere: number
  /** Whether the next page is the first that is asked for by an earlier reading's cursor. */
  #isResuming: boolean
  #isResumeNoted = false
  #snapshot: RunSummary['snapshot']
  #newReading: NewReading | undefined
  #state: RunState = { kind: 'idle' }
  #cursor: string | undefined
  #pages = 0
  #records = 0
  /** Records of the pages that will stay as they are. */
  #soundRecords = 0
  #recordMember: string | undefined
  #columns: Column[] = []
  /** Up to the page that came last. */
  #loadingMs = 0
  /** Up to now, while pages are fetched. */
  #loadedNow = (): number => this.#loadingMs
  /** Pages that the fetch under way is to reach. */
  #target = 0
  #pausing = false
  /** Whether the page that was stored last does not say how to go on: it is asked for again and then replaced. */
  #repeatsLastPage = false
  #closed = false
  #driving: Promise<void> | undefined
  #abort = new AbortController()
  /** Ends the request under way alone, to be made anew. */
  #request = new AbortController()
  /** By `performance.now()`. */
  #toldAt = Number.NEGATIVE_INFINITY
  /** Tells of pages that came too soon after the last telling. */
  #toldLater: ReturnType<typeof setTimeout> | undefined

  constructor({ runId, list, store, fetchPage, now, onProgress, from, restored, startedAt }: Options) {
    this.runId = runId
    this.list = list
    this.#store = store
    this.#fetchPage = fetchPage
    this.#onProgress = onProgress
    this.#startedAt = startedAt ?? new Date(now()).toISOString()
    this.#journal = new RunJournal(now)
    this.#seen = new SeenCursors(from?.seen ?? restored?.seen)
    this.#cursor = from?.cursor
    this.#pages = from?.pages ?? 0
    this.#pagesBefore = this.#pages
    this.#isResuming = from?.cursor !== undefined
    if (from?.cursor !== undefined) this.#seen.add(from.cursor)
    this.#recordsElsewhere = from?.records ?? 0
    if (restored !== undefined) this.#restore(restored)
  }

  #restore(restored: RestoredRecords): void {
    const { state, cursor, repeatsLastPage } = restoredStanding(restored)
    this.#state = state
    this.#cursor = cursor
    this.#repeatsLastPage = repeatsLastPage
    this.#pages = restored.pages
    this.#pagesBefore = restored.pages
    this.#records = restored.records
    this.#soundRecords = repeatsLastPage ? restored.recordsBeforeLast : restored.records
    this.#recordMember = restored.recordMember
    this.#columns = restored.columns
    this.#isResuming = cursor !== undefined
    if (cursor !== undefined) this.#seen.add(cursor)
  }

  /** Where a kept reading is kept; undefined where it ends with the run. */
  keepAs(snapshot: RunSummary['snapshot']): void {
    this.#snapshot = snapshot
    this.#tell()
  }

  /** Where the reading stands that is to take this one's place; undefined: there is none. */
  noteNewReading(standing: NewReading | undefined): void {
    this.#newReading = standing
    this.#tell()
  }

  summary(): RunSummary {
    const fetched = this.#pages - this.#pagesBefore
    return {
      runId: this.runId,
      list: this.list,
      state: this.#state,
      pages: this.#pages,
      records: this.#records,
      ...(this.#recordMember === undefined ? {} : { recordMember: this.#recordMember }),
      columns: this.#columns,
      ...(fetched === 0 || this.#loadingMs === 0 ? {} : { pagesPerSecond: (fetched * 1000) / this.#loadingMs }),
      startedAt: this.#startedAt,
      ...(this.#snapshot === undefined ? {} : { snapshot: this.#snapshot }),
      ...(this.#newReading === undefined ? {} : { newReading: this.#newReading }),
    }
  }

  /** How the run went so far. */
  report(): RunReport {
    const { runId, list, state, pages, startedAt } = this.summary()
    return {
      ...{ runId, list, state, pages, startedAt, pagesBefore: this.#pagesBefore },
      records: this.#recordsElsewhere + this.#records,
      loadingMs: this.#driving === undefined ? this.#loadingMs : this.#loadedNow(),
      ...this.#journal.report(),
    }
  }

  /** Where the reading stands now: everything up to there is stored. */
  mark(): RunMark {
    return {
      cursor: this.#cursor,
      pages: this.#soundPages(),
      records: this.#soundRecords,
      seen: this.#seen.marks(),
    }
  }

  /** The computer slept: the answer to the request under way may never come, so it is made anew. */
  wake(): void {
    if (this.#driving !== undefined) this.#request.abort()
  }

  /** Fetches further pages; a second call joins the fetch under way and may widen it. */
  async load(pages: number | 'all'): Promise<RunSummary> {
    // A fetch that is being cancelled fetches nothing for this call any more.
    if (this.#abort.signal.aborted) await this.#driving
    if (this.#state.kind === 'complete' || this.#closed) return this.summary()
    const wanted = pages === 'all' ? Number.POSITIVE_INFINITY : this.#soundPages() + pages
    this.#pausing = false
    this.#target = Math.max(this.#target, wanted)
    if (this.#state.kind === 'loading' && this.#state.loadsAll !== this.#loadsAll()) this.#enterLoading()
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
    if (this.#driving !== undefined) this.#cancel()
    await this.#driving
    return this.summary()
  }

  /** Ends the request under way, for good. */
  #cancel(): void {
    this.#abort.abort()
    this.#request.abort()
  }

  #haltAfterPage(): void {
    this.#pausing = true
    this.#target = 0
  }

  rows(view: ListView, offset: number, limit: number, paths: readonly string[]): Promise<PackedRows> {
    return this.#store.rows(view, offset, limit, paths, this.#freshness())
  }

  rowOf(view: ListView, position: number): Promise<number | undefined> {
    return this.#store.rowOf(view, position, this.#freshness())
  }

  #freshness(): ViewFreshness {
    return this.#driving === undefined ? 'exact' : 'lagging'
  }

  commonValues(path: string, beginning: string): Promise<CommonValue[]> {
    return this.#store.commonValues(path, beginning)
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

  appendTo(path: string, from: number, until: number): Promise<number> {
    return this.#store.appendTo(path, from, until)
  }

  /** The run's records, for who compares them. */
  get store(): RecordStore {
    return this.#store
  }

  /** Ends fetching, for good; what came can be looked through until the run is closed. */
  async end(): Promise<void> {
    this.#closed = true
    await this.stop()
  }

  /** Ends the run and its worker. */
  async close(): Promise<void> {
    await this.end()
    await this.#store.close()
  }

  async #drive(): Promise<void> {
    // Not by the clock, which may be set meanwhile.
    const began = performance.now()
    const loadedBefore = this.#loadingMs
    this.#loadedNow = () => loadedBefore + Math.max(1, Math.round(performance.now() - began))
    const measure = (): void => {
      this.#loadingMs = this.#loadedNow()
    }
    this.#abort = new AbortController()
    this.#noteResumed()
    this.#enterLoading()
    let ahead: PageUnderWay | undefined
    try {
      do {
        while (ahead !== undefined || this.#wantsMore()) {
          const page: PageUnderWay = ahead ?? this.#ask(this.#cursor, this.#soundPages() + 1)
          const { body } = await page.response
          if (this.#state.kind === 'waiting') this.#enterLoading()
          ahead = this.#askAhead(body)
          // The request leaves first: the worker, once it has work, may take this thread's place on its processor.
          if (ahead !== undefined) await nextTurn()
          const step = await this.#storePage(body)
          measure()
          if (step.kind !== 'continue') {
            this.#repeatsLastPage = step.kind === 'stop'
            if (step.kind === 'complete') {
              this.#cursor = undefined
              this.#soundRecords = this.#records
              if (step.notice !== undefined) this.#journal.note('warning', this.#pages, step.notice)
            } else this.#journal.note('failure', this.#pages, step.error.message)
            await this.#refreshColumns()
            this.#enter(endOf(step, this.#pages, this.#loadsAll()))
            return
          }
          this.#seen.add(step.cursor)
          this.#cursor = step.cursor
          this.#soundRecords = this.#records
          await this.#tellProgress()
        }
        await this.#refreshColumns()
        // Someone may have asked for more in the meantime.
      } while (this.#wantsMore())
      this.#enter({ kind: this.#pausing ? 'paused' : 'idle' })
    } catch (error) {
      measure()
      // A page that was asked for ahead will not be used: its outcome concerns nobody.
      if (ahead !== undefined) this.#cancel()
      await this.#endAfter(error)
    }
  }

  /** Notes that an earlier reading is gone on with, once. */
  #noteResumed(): void {
    if (!this.#isResuming || this.#isResumeNoted) return
    this.#isResumeNoted = true
    const records = this.#recordsElsewhere + this.#soundRecords
    this.#journal.note(
      'resumed',
      this.#soundPages() + 1,
      `Goes on after ${records.toLocaleString()} records of an earlier reading.`,
    )
  }

  #wantsMore(): boolean {
    return !this.#pausing && this.#soundPages() < this.#target
  }

  #loadsAll(): boolean {
    return this.#target === Number.POSITIVE_INFINITY
  }

  /** Pages that will stay as they are. */
  #soundPages(): number {
    return this.#pages - (this.#repeatsLastPage ? 1 : 0)
  }

  #ask(cursor: string | undefined, pageNumber: number): PageUnderWay {
    const response = this.#fetch(cursor, pageNumber)
    // Whoever waits for it meets its failure; until then it must not count as unhandled.
    response.catch(() => undefined)
    return { cursor, response }
  }

  /** Fetches a page, and once more whenever the computer slept meanwhile. */
  async #fetch(cursor: string | undefined, pageNumber: number): Promise<HttpResponse> {
    const run = this.#abort.signal
    for (;;) {
      const request = new AbortController()
      this.#request = request
      if (run.aborted) request.abort()
      try {
        return await this.#fetchPage(cursor, pageNumber, {
          signal: request.signal,
          onWaiting: (resumesAt, reason) => {
            this.#journal.note('retry', pageNumber, reason)
            this.#journal.beginWaiting(resumesAt)
            this.#enter({ kind: 'waiting', resumesAt: new Date(resumesAt).toISOString(), reason })
          },
          onNewToken: () => this.#journal.note('new-token', pageNumber, 'The token was refused; a new one was made.'),
        })
      } catch (error) {
        if (run.aborted || !request.signal.aborted) throw error
        this.#journal.note('woken', pageNumber, 'The computer slept; the page was asked for anew.')
      } finally {
        this.#journal.endWaiting()
      }
    }
  }

  /**
   * Asks for the following page before this one is parsed, where the body already says that there is one. What is read
   * early is what the parsed page will say, or the page is broken and nothing is read on.
   */
  #askAhead(body: ResponseBody): PageUnderWay | undefined {
    const pages = this.#soundPages() + 1
    if (this.#pausing || pages >= this.#target) return undefined
    const envelope = readEnvelopeEarly(body)
    if (envelope === undefined) return undefined
    const step = nextStep(envelope, (cursor) => this.#seen.has(cursor))
    return step.kind === 'continue' ? this.#ask(step.cursor, pages + 1) : undefined
  }

  async #storePage({ parts }: ResponseBody): Promise<NextStep> {
    const { records, recordMember, envelope } = await this.#store.addPage(parts, this.#repeatsLastPage)
    if (!this.#repeatsLastPage) this.#pages += 1
    // The one that an earlier reading had is no more.
    else this.#pagesBefore = Math.min(this.#pagesBefore, this.#pages - 1)
    this.#repeatsLastPage = false
    this.#isResuming = false
    this.#records = records
    this.#recordMember = recordMember
    return nextStep(envelope, (cursor) => this.#seen.has(cursor))
  }

  async #endAfter(error: unknown): Promise<void> {
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
    this.#journal.note('failure', this.#soundPages() + 1, shown.message)
    this.#enter({
      kind: 'failed',
      error: shown.toValue(),
      retry: !lasting.includes(shown.code),
      page: this.#soundPages() + 1,
      loadsAll: this.#loadsAll(),
    })
  }

  #asOfCursor(failure: ClavisError): ClavisError {
    if (this.#isResuming) return failureOfOldCursor(failure)
    return this.#cursor === undefined ? failure : failureOfCursor(failure)
  }

  #enterLoading(): void {
    this.#enter({ kind: 'loading', loadsAll: this.#loadsAll() })
  }

  #enter(state: RunState): void {
    this.#state = state
    this.#tell()
  }

  #tell(): void {
    clearTimeout(this.#toldLater)
    this.#toldLater = undefined
    this.#toldAt = performance.now()
    if (!this.#closed) this.#onProgress(this.summary())
  }

  async #tellProgress(): Promise<void> {
    const wait = progressInterval - (performance.now() - this.#toldAt)
    if (wait > 0) {
      // The next page may be long in coming: what came until then is not to be told with it alone.
      this.#toldLater ??= setTimeout(() => this.#tellLater(), wait)
      return
    }
    this.#toldAt = performance.now()
    await this.#refreshColumns()
    this.#tell()
  }

  #tellLater(): void {
    this.#toldLater = undefined
    // What cannot be told now is told with the next page, or with the end.
    if (!this.#closed) this.#tellProgress().catch(() => undefined)
  }

  async #refreshColumns(): Promise<void> {
    this.#columns = await this.#store.columns()
  }
}

/** The state in which a run stands after a page that none follows. */
function endOf(step: Exclude<NextStep, { kind: 'continue' }>, page: number, loadsAll: boolean): RunState {
  if (step.kind === 'stop') return { kind: 'failed', error: step.error.toValue(), retry: true, page, loadsAll }
  return step.notice === undefined ? { kind: 'complete' } : { kind: 'complete', notice: step.notice }
}
