import type { PracticeFault } from '#shared/practice/practice.ts'

/** How far the service's clock can be ahead, milliseconds. */
const clockAhead = 120_000

/** Response time of the slow service, milliseconds. */
export const slowness = 2000

/** What happens to an API call. */
export type Encounter = 'answer' | 'too-many-requests' | 'unavailable'

/** Decides which faults are simulated, and when: except for an outage, in a pattern with which a correct client succeeds. */
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

  /** Returns the time of the service's clock. */
  clock(now: number): number {
    return this.has('clock-ahead') ? now + clockAhead : now
  }

  /** Every third call exceeds the rate limit; if the service is unavailable, every call finds it so. */
  nextCall(): Encounter {
    this.#calls += 1
    if (this.has('rate-limited') && this.#calls % 3 === 0) return 'too-many-requests'
    if (this.has('unavailable')) return 'unavailable'
    return 'answer'
  }

  /** Whether this page's body is truncated: every third one. */
  cutsNextPage(): boolean {
    this.#pages += 1
    return this.has('truncated-body') && this.#pages % 3 === 0
  }
}
