import type { RunState } from '../../../shared/model/lists/list.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'
import type { LoadJournal } from './load-journal.ts'

/** What is told while a page is fetched, and by what that is cancelled. */
export interface FetchControl {
  readonly signal: AbortSignal
  /** Before each pause: when it ends (ms since the epoch) and why. */
  readonly onWaiting: (resumesAt: number, reason: string) => void
  /** The token was refused; a new one is requested. */
  readonly onNewToken: () => void
}

/** Fetches the page that a cursor names; undefined: the first one. */
export type FetchPage = (cursor: string | undefined, pageNumber: number, control: FetchControl) => Promise<HttpResponse>

/** Requests the pages of one load, again whenever the computer slept meanwhile. */
export class PageRequests {
  readonly #fetchPage: FetchPage
  readonly #journal: LoadJournal
  readonly #onWaiting: (state: Extract<RunState, { kind: 'waiting' }>) => void
  #cancelled = new AbortController()
  /** Ends the request under way alone, to be sent again. */
  #request = new AbortController()

  constructor(
    fetchPage: FetchPage,
    journal: LoadJournal,
    onWaiting: (state: Extract<RunState, { kind: 'waiting' }>) => void,
  ) {
    this.#fetchPage = fetchPage
    this.#journal = journal
    this.#onWaiting = onWaiting
  }

  /** Whether nothing is requested until {@link start}. */
  get isCancelled(): boolean {
    return this.#cancelled.signal.aborted
  }

  start(): void {
    this.#cancelled = new AbortController()
  }

  /** Ends the request under way, for good. */
  cancel(): void {
    this.#cancelled.abort()
    this.#request.abort()
  }

  /** The computer slept: the response under way may never come, so it is requested again. */
  wake(): void {
    this.#request.abort()
  }

  send(cursor: string | undefined, pageNumber: number): Promise<HttpResponse> {
    const response = this.#send(cursor, pageNumber)
    // Its failure is met where it is awaited; until then it must not count as unhandled.
    response.catch(() => undefined)
    return response
  }

  async #send(cursor: string | undefined, pageNumber: number): Promise<HttpResponse> {
    const { signal: cancelled } = this.#cancelled
    for (;;) {
      const request = new AbortController()
      this.#request = request
      if (cancelled.aborted) request.abort()
      try {
        return await this.#fetchPage(cursor, pageNumber, {
          signal: request.signal,
          onWaiting: (resumesAt, reason) => {
            this.#journal.note('retry', pageNumber, reason)
            this.#journal.startWaiting(resumesAt)
            this.#onWaiting({ kind: 'waiting', resumesAt: new Date(resumesAt).toISOString(), reason })
          },
          onNewToken: () => this.#journal.note('new-token', pageNumber, 'The token was refused; a new one was made.'),
        })
      } catch (error) {
        if (cancelled.aborted || !request.signal.aborted) throw error
        this.#journal.note('woken', pageNumber, 'The computer slept; the page was asked for anew.')
      } finally {
        this.#journal.endWaiting()
      }
    }
  }
}
