import { runEventKinds, type RunEvent, type RunEventKind, type RunReport } from '../../shared/model/run-report.ts'

/** Most events that are kept: a service that fails at every page must not fill the memory. */
const mostEvents = 200

/** What happened during a run. */
export class RunJournal {
  readonly #now: () => number
  readonly #events: RunEvent[] = []
  readonly #counts = new Map<RunEventKind, number>()
  #older = 0
  #waitingMs = 0
  /** By `performance.now()`: the clock may be set meanwhile. */
  #waitingSince: number | undefined

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @param page the page that was being fetched, from 1 */
  note(kind: RunEventKind, page: number, words: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    this.#events.push({ kind, at: new Date(this.#now()).toISOString(), page, words })
    if (this.#events.length <= mostEvents) return
    this.#events.shift()
    this.#older += 1
  }

  /** A pause before a retry begins. */
  beginWaiting(): void {
    this.#waitingSince ??= performance.now()
  }

  /** The pause, if there is one, is over. */
  endWaiting(): void {
    if (this.#waitingSince === undefined) return
    this.#waitingMs += performance.now() - this.#waitingSince
    this.#waitingSince = undefined
  }

  report(): Pick<RunReport, 'waitingMs' | 'counts' | 'events' | 'olderEvents'> {
    const waiting = this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince
    return {
      waitingMs: Math.round(this.#waitingMs + waiting),
      counts: this.#countsOfAll(),
      events: [...this.#events],
      olderEvents: this.#older,
    }
  }

  #countsOfAll(): Record<RunEventKind, number> {
    const count = (kind: RunEventKind): number => this.#counts.get(kind) ?? 0
    return Object.fromEntries(runEventKinds.map((kind) => [kind, count(kind)])) as Record<RunEventKind, number>
  }
}
