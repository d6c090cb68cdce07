import {
  runEventKinds,
  type RunEvent,
  type RunEventKind,
  type RunReport,
} from '../../../shared/model/lists/run-report.ts'

/** Most events that are kept: a service that fails at every page must not fill the memory. */
const maxEvents = 200

/** What happened during a run. */
export class LoadJournal {
  readonly #now: () => number
  readonly #events: RunEvent[] = []
  readonly #counts = new Map<RunEventKind, number>()
  #older = 0
  #waitingMs = 0
  /** The last one: when it began, by `performance.now()`, as the clock may be set meanwhile, and how long it was to be. */
  #pause: { readonly began: number; readonly length: number } | undefined

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @param page the page that was being fetched, from 1 */
  note(kind: RunEventKind, page: number, words: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    this.#events.push({ kind, at: new Date(this.#now()).toISOString(), page, words })
    if (this.#events.length <= maxEvents) return
    this.#events.shift()
    this.#older += 1
  }

  /** A pause before a retry begins. @param until when it will be over */
  startWaiting(until: number): void {
    this.endWaiting()
    this.#pause = { began: performance.now(), length: Math.max(0, until - this.#now()) }
  }

  /** The pause, if there is one, is over, or was cut short; what was asked for after it may have taken its time. */
  endWaiting(): void {
    this.#waitingMs += this.#waited()
    this.#pause = undefined
  }

  #waited(): number {
    return this.#pause === undefined ? 0 : Math.min(performance.now() - this.#pause.began, this.#pause.length)
  }

  report(): Pick<RunReport, 'waitingMs' | 'counts' | 'events' | 'olderEvents'> {
    return {
      waitingMs: Math.round(this.#waitingMs + this.#waited()),
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
