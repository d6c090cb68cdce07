import type { PracticeFault } from '../../../shared/model/practice/practice.ts'

/** The clock of a service that is ahead, milliseconds. */
const clockAhead = 120_000

/** How a slow service answers, milliseconds. */
export const slowness = 2000

/** What an API call meets. */
export type Encounter = 'answer' | 'too-many-requests' | 'unavailable'

/** Which faults are played, and when: in a pattern, so that a client that does the right thing always gets through. */
export class Faults {
  #active: ReadonlySet<PracticeFault> = new Set()
  #calls = 0
  #pages = 0

  get active(): readonly PracticeFault[] {
    return [...this.#active]
  }

  set(faults: readonly PracticeFault[]): void {
    this.#active = new Set(faults)
    this.#calls = 0
    this.#pages = 0
  }

  has(fault: PracticeFault): boolean {
    return this.#active.has(fault)
  }

  /** The service's clock. */
  clock(now: number): number {
    return this.has('clock-ahead') ? now + clockAhead : now
  }

  /** Every third call is one too many; every fourth meets a service that is not there. */
  nextCall(): Encounter {
    this.#calls += 1
    if (this.has('rate-limited') && this.#calls % 3 === 0) return 'too-many-requests'
    if (this.has('unavailable') && this.#calls % 4 === 0) return 'unavailable'
    return 'answer'
  }

  /** Whether this page's body is cut in the middle: every third one. */
  cutsNextPage(): boolean {
    this.#pages += 1
    return this.has('truncated-body') && this.#pages % 3 === 0
  }
}
