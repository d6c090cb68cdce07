import type { LoadState } from '../../../shared/model/lists/list.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'
import type { LoadJournal } from './load-journal.ts'

/** Cancels fetching a page, and is called about pauses and new tokens. */
export interface FetchControl {
  readonly signal: AbortSignal
  /** Called before each pause with the time when it ends (ms since the epoch) and the reason. */
  readonly onWaiting: (resumesAt: number, reason: string) => void
  /** Called when the token was refused and a new one is requested. */
  readonly onNewToken: () => void
}

/** Fetches the page for a cursor; undefined: the first page. */
export type FetchPage = (cursor: string | undefined, pageNumber: number, control: FetchControl) => Promise<HttpResponse>

/** Requests the pages of one load. Resends a request if the computer slept meanwhile. */
export class PageRequests {
  readonly #fetchPage: FetchPage
  readonly #journal: LoadJournal
  readonly #onWaiting: (state: Extract<LoadState, { kind: 'waiting' }>) => void
  #cancelled = new AbortController()
  /** Aborts only the current request, which is then resent. */
  #request = new AbortController()

  constructor(
    fetchPage: FetchPage,
    journal: LoadJournal,
    onWaiting: (state: Extract<LoadState, { kind: 'waiting' }>) => void,
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

  /** Cancels the running request for good. */
  cancel(): void {
    this.#cancelled.abort()
    this.#request.abort()
  }

  /** Resends the running request after the computer slept: its response may never arrive. */
  wake(): void {
    this.#request.abort()
  }

  send(cursor: string | undefined, pageNumber: number): Promise<HttpResponse> {
    const response = this.#send(cursor, pageNumber)
    // The failure is handled where the response is awaited.
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
          onNewToken: () => this.#journal.note('new-token', pageNumber, 'The token was refused; requested a new one.'),
        })
      } catch (error) {
        if (cancelled.aborted || !request.signal.aborted) throw error
        this.#journal.note('woken', pageNumber, 'Request resent after sleep.')
      } finally {
        this.#journal.endWaiting()
      }
    }
  }
}
