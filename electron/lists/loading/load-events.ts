import { loadEventKinds, type LoadEvent, type LoadEventKind, type LoadReport } from '#shared/lists/load-report.ts'

/** Maximum number of events, so that a service that fails at every page doesn't fill the memory. */
const maxEvents = 200

/** Records the events of a load and the time that it spent loading and waiting. */
export class LoadJournal {
  readonly #now: () => number
  readonly #events: LoadEvent[] = []
  readonly #counts = new Map<LoadEventKind, number>()
  #older = 0
  #waitingMs = 0
  #loadingMs = 0
  /** When the running load started (`performance.now()`), and the loading time before it. */
  #loading: { readonly began: number; readonly before: number } | undefined
  /** The last pause, in `performance.now()` time because the clock may be set meanwhile. */
  #pause: { readonly began: number; readonly length: number } | undefined

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @param page the page that was being fetched, from 1 */
  note(kind: LoadEventKind, page: number, words: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    this.#events.push({ kind, at: new Date(this.#now()).toISOString(), page, words })
    if (this.#events.length <= maxEvents) return
    this.#events.shift()
    this.#older += 1
  }

  /** The loading time up to the last {@link measure}, milliseconds. */
  get loadingMs(): number {
    return this.#loadingMs
  }

  startLoading(): void {
    this.#loading = { began: performance.now(), before: this.#loadingMs }
  }

  /** Counts the loading time up to now. */
  measure(): void {
    this.#loadingMs = this.#loadedMs()
  }

  endLoading(): void {
    this.#loading = undefined
  }

  #loadedMs(): number {
    if (this.#loading === undefined) return this.#loadingMs
    const { began, before } = this.#loading
    return before + Math.max(1, Math.round(performance.now() - began))
  }

  /** Starts a pause before a retry. @param until when it ends */
  startWaiting(until: number): void {
    this.endWaiting()
    this.#pause = { began: performance.now(), length: Math.max(0, until - this.#now()) }
  }

  /** Ends the pause, if there is one. Counts at most its planned length: the request after it takes time, too. */
  endWaiting(): void {
    this.#waitingMs += this.#waited()
    this.#pause = undefined
  }

  #waited(): number {
    return this.#pause === undefined ? 0 : Math.min(performance.now() - this.#pause.began, this.#pause.length)
  }

  report(): Pick<LoadReport, 'loadingMs' | 'waitingMs' | 'counts' | 'events' | 'olderEvents'> {
    return {
      loadingMs: this.#loadedMs(),
      waitingMs: Math.round(this.#waitingMs + this.#waited()),
      counts: this.#countsOfAll(),
      events: [...this.#events],
      olderEvents: this.#older,
    }
  }

  #countsOfAll(): Record<LoadEventKind, number> {
    const count = (kind: LoadEventKind): number => this.#counts.get(kind) ?? 0
    return Object.fromEntries(loadEventKinds.map((kind) => [kind, count(kind)])) as Record<LoadEventKind, number>
  }
}
