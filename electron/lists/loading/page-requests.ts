import { setTimeout as wait } from 'node:timers/promises'
import { ClavisError } from '#shared/errors.ts'
import type { LoadState } from '#shared/lists/list.ts'
import type { ServiceResponse } from '../../tokens/authenticated-client.ts'
import type { LoadJournal } from './load-events.ts'
import { pauseAfterFailure, type PageRetry } from './page-retry.ts'

/** Cancels fetching a page, and is called about pauses and new tokens. */
export interface FetchControl {
  readonly signal: AbortSignal
  /** How long attempts are started, milliseconds. */
  readonly retryFor: number
  /** Called before each pause with the time when it ends (ms since the epoch) and the reason. */
  readonly onWaiting: (resumesAt: number, reason: string) => void
  /** Called when the token was refused and a new one is requested. */
  readonly onNewToken: () => void
}

/** Fetches the page for a cursor; undefined: the first page. */
export type FetchPage = (
  cursor: string | undefined,
  pageNumber: number,
  control: FetchControl,
) => Promise<ServiceResponse>

/** Requests the pages of one load. Resends a request if the computer slept meanwhile. */
export class PageRequests {
  readonly #fetchPage: FetchPage
  readonly #journal: LoadJournal
  readonly #retry: PageRetry
  readonly #now: () => number
  readonly #onWaiting: (state: Extract<LoadState, { kind: 'waiting' }>) => void
  /** When the first attempt of each page began that is not stored yet, in `performance.now()` time. */
  readonly #began = new Map<number, number>()
  /** Failures of the current page that {@link waitAfter} waited for. */
  #failed = 0
  /** Drops the latest page that was requested. */
  #dropped = new AbortController()
  #cancelled = new AbortController()
  /** Aborts only the current request, which is then resent. */
  #request = new AbortController()

  constructor(
    fetchPage: FetchPage,
    journal: LoadJournal,
    { retry, now }: { readonly retry: PageRetry; readonly now: () => number },
    onWaiting: (state: Extract<LoadState, { kind: 'waiting' }>) => void,
  ) {
    this.#fetchPage = fetchPage
    this.#retry = retry
    this.#now = now
    this.#journal = journal
    this.#onWaiting = onWaiting
  }

  /** Whether nothing is requested until {@link start}. */
  get isCancelled(): boolean {
    return this.#cancelled.signal.aborted
  }

  start(): void {
    this.#cancelled = new AbortController()
    this.#began.clear()
    this.#failed = 0
  }

  /** Cancels the running request for good. */
  cancel(): void {
    this.#cancelled.abort()
    this.#request.abort()
  }

  /** Resends the running request after the computer slept: its response may never arrive. */
  wake(): void {
    this.#request.abort()
  }

  send(cursor: string | undefined, pageNumber: number): Promise<ServiceResponse> {
    const response = this.#send(cursor, pageNumber)
    // The failure is handled where the response is awaited.
    response.catch(() => undefined)
    return response
  }

  /** Notes that a page is stored. */
  stored(pageNumber: number): void {
    this.#began.delete(pageNumber)
    this.#failed = 0
  }

  /**
   * Waits after a failure that another attempt may cure, and drops the page that was requested ahead.
   * @param isFirst whether no page has arrived yet
   * @returns whether the page is to be requested again; false if it can't help or the time is up
   * @throws `cancelled`
   */
  async waitAfter(error: unknown, pageNumber: number, isFirst: boolean): Promise<boolean> {
    const { signal: cancelled } = this.#cancelled
    if (cancelled.aborted || !(error instanceof ClavisError)) return false
    const left = this.#left(pageNumber)
    const pause = pauseAfterFailure(error, {
      ...this.#retry,
      left,
      isFirst,
      failed: this.#failed + 1,
      now: this.#now(),
    })
    if (pause === undefined) return false
    this.#failed += 1
    this.#dropped.abort()
    this.#noteWaiting(pageNumber, this.#now() + pause, error.message)
    const request = new AbortController()
    this.#request = request
    try {
      await wait(pause, undefined, { signal: request.signal })
    } catch {
      // Otherwise the computer slept, and the pause is over.
      if (this.isCancelled) throw new ClavisError('cancelled', 'The request was cancelled.')
    } finally {
      this.#journal.endWaiting()
    }
    return true
  }

  /** Returns how long a page may be tried again, milliseconds. */
  #left(pageNumber: number): number {
    const began = this.#began.get(pageNumber)
    return began === undefined ? this.#retry.forMs : began + this.#retry.forMs - performance.now()
  }

  #noteWaiting(pageNumber: number, resumesAt: number, reason: string): void {
    this.#journal.note('retry', pageNumber, reason)
    this.#journal.startWaiting(resumesAt)
    this.#onWaiting({ kind: 'waiting', resumesAt: new Date(resumesAt).toISOString(), reason })
  }

  async #send(cursor: string | undefined, pageNumber: number): Promise<ServiceResponse> {
    const { signal: cancelled } = this.#cancelled
    const dropped = new AbortController()
    this.#dropped = dropped
    if (!this.#began.has(pageNumber)) this.#began.set(pageNumber, performance.now())
    for (;;) {
      const request = new AbortController()
      this.#request = request
      if (cancelled.aborted) request.abort()
      try {
        return await this.#fetchPage(cursor, pageNumber, {
          signal: AbortSignal.any([request.signal, dropped.signal]),
          retryFor: Math.max(0, this.#left(pageNumber)),
          onWaiting: (resumesAt, reason) => this.#noteWaiting(pageNumber, resumesAt, reason),
          onNewToken: () => this.#journal.note('new-token', pageNumber, 'The token was refused; requested a new one.'),
        })
      } catch (error) {
        if (cancelled.aborted || dropped.signal.aborted || !request.signal.aborted) throw error
        this.#began.set(pageNumber, performance.now())
        this.#journal.note('woken', pageNumber, 'Request resent after sleep.')
      } finally {
        this.#journal.endWaiting()
      }
    }
  }
}
