import type { DateSpan, LoadNeed, LoadState } from '#shared/lists/list.ts'
import { maxNeededPages } from '#shared/lists/load-need.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { DateOrderSoFar, RecordStore } from '../../records/record-store.ts'

/** How far a list is to be loaded: a number of further pages, all of them, or until an answer has what it needs. */
export type LoadRange = number | 'all' | { readonly until: LoadNeed }

type Reached = Extract<LoadState, { kind: 'loading' }>['reached']

/** Holds how far the running load goes. */
export class LoadGoal {
  /** Number of pages that it should reach. */
  #pages = 0
  /** What it is for, and the number of pages after which it stops without it. */
  #need: LoadNeed | undefined
  #neededPages = 0
  #reached: Reached
  #isHalted = false
  /** What the load was for that the person stopped. */
  #halted: LoadNeed | undefined

  /** Sets the goal, or raises it if a load is running. @param loaded number of pages that are loaded */
  set(range: LoadRange, loaded: number): void {
    this.#isHalted = false
    if (typeof range !== 'object') {
      this.#pages = Math.max(this.#pages, range === 'all' ? Number.POSITIVE_INFINITY : loaded + range)
      return
    }
    this.#need = range.until
    this.#neededPages = loaded + maxNeededPages
    this.#reached = undefined
  }

  /** Ends the load after the current page. */
  halt(): void {
    if (!this.#isHalted) this.#halted = this.purpose().need
    this.#isHalted = true
    this.clear()
  }

  clear(): void {
    this.#pages = 0
    this.#need = undefined
    this.#reached = undefined
  }

  get isHalted(): boolean {
    return this.#isHalted
  }

  get loadsAll(): boolean {
    return this.#pages === Number.POSITIVE_INFINITY
  }

  /** Returns whether a page after this many ones is to be loaded. */
  wants(loaded: number): boolean {
    return !this.#isHalted && loaded < Math.max(this.#pages, this.#need === undefined ? 0 : this.#neededPages)
  }

  /** Compares the goal with what is loaded, after each page. Returns whether {@link loading} may have changed. */
  async measure(store: RecordStore): Promise<boolean> {
    const need = this.#need
    if (need === undefined || need === 'all' || this.loadsAll) return false
    const reach = await reachOf(store, need)
    // Meanwhile the person may have asked for something else.
    if (this.#need !== need) return false
    if (reach?.isReached === true) this.#need = undefined
    this.#reached = reach && { date: reach.date, share: reach.share }
    return true
  }

  /** What the load is for, as part of its state. */
  purpose(): { readonly need?: LoadNeed } {
    return this.#need === undefined || this.loadsAll ? {} : { need: this.#need }
  }

  loading(): LoadState {
    const reached = this.loadsAll || this.#reached === undefined ? {} : { reached: this.#reached }
    return { kind: 'loading', loadsAll: this.loadsAll, ...this.purpose(), ...reached }
  }

  /** Returns the state of a load that stopped before the last page. */
  stopped(): LoadState {
    if (!this.#isHalted) return { kind: 'idle', ...this.purpose() }
    return { kind: 'paused', ...(this.#halted === undefined ? {} : { need: this.#halted }) }
  }
}

/** Returns whether all records that an answer needs are in a store, which has not all of the list. */
export async function isReached(store: RecordStore, need: LoadNeed): Promise<boolean> {
  return need !== 'all' && (await reachOf(store, need))?.isReached === true
}

interface Reach {
  readonly isReached: boolean
  /** The date of the last record. */
  readonly date: number
  /** How much of the time up to the end of the span is loaded, 0 to 1. */
  readonly share: number
}

/** Returns how far a store reaches towards the end of one of the spans; undefined if its records are ordered by none. */
async function reachOf(store: RecordStore, spans: readonly DateSpan[]): Promise<Reach | undefined> {
  let found: Reach | undefined
  for (const span of spans) {
    const order = await store.dateOrder(span.path)
    if (order === undefined) continue
    const reach = reachIn(order, span)
    if (reach?.isReached === true && !(await hasEarlier(store, span.path, order))) return reach
    if (reach !== undefined) found = { ...reach, isReached: false }
  }
  return found
}

/**
 * Whether the records are ordered by other, earlier dates, too: then those may be what the service sorts by, and an older record with a
 * date in the span may follow, e.g. one that was updated late.
 */
async function hasEarlier(store: RecordStore, path: string, order: DateOrderSoFar): Promise<boolean> {
  const columns = (await store.columns()).filter(({ type }) => type === 'datetime')
  const place = columns.findIndex((each) => each.path === path)
  for (const [index, each] of columns.entries()) {
    const other = index === place ? undefined : await store.dateOrder(each.path)
    if (other?.direction !== order.direction) continue
    const isSame = other.first === order.first && other.last === order.last
    if (isSame ? index < place : other.first <= order.first && other.last <= order.last) return true
  }
  return false
}

function reachIn(
  { direction, first, last, pageStart, isLocal }: DateOrderSoFar,
  { from, before }: DateSpan,
): Reach | undefined {
  const isDown = direction === 'newest-first'
  const bound = isDown ? from : before
  if (bound === undefined) return undefined
  const margin = isLocal ? dayMs : 0
  const end = isDown ? bound - margin : bound + margin
  const share = (last - first) / (end - first)
  return {
    // A whole page beyond it: a service may sort some records at the bound differently.
    isReached: isDown ? pageStart < end : pageStart >= end,
    date: last,
    share: share >= 0 && share <= 1 ? share : 1,
  }
}
