import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClavisError } from '#shared/errors.ts'

/** Controls a long-running job: its cancellation and progress. */
export interface JobControl {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** @throws `cancelled` if the signal is aborted, whatever its reason */
export function requireNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ClavisError('cancelled', 'Cancelled.')
}

/** How long a thread works before it yields. */
const sliceMs = 8

/** Splits long work into slices, so that the thread can process other events in between. */
export class Slices {
  readonly #signal: AbortSignal
  #end = performance.now() + sliceMs

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Whether it is time to {@link pause}. Cheap to call. */
  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Yields to other events. @throws the signal’s reason once it is aborted */
  async pause(): Promise<void> {
    await nextTurn()
    this.#signal.throwIfAborted()
    this.#end = performance.now() + sliceMs
  }
}

/** Runs work at most once per interval. */
export class Throttle {
  readonly #intervalMs: number
  readonly #work: () => Promise<void>
  /** In `performance.now()` time. */
  #ranAt = Number.NEGATIVE_INFINITY
  #later: ReturnType<typeof setTimeout> | undefined

  constructor(intervalMs: number, work: () => Promise<void>) {
    this.#intervalMs = intervalMs
    this.#work = work
  }

  /** Runs the work now; if it ran too recently, at the end of the interval, and then without its error. */
  async run(): Promise<void> {
    const wait = this.#intervalMs - (performance.now() - this.#ranAt)
    if (wait > 0) {
      this.#later ??= setTimeout(() => {
        this.#later = undefined
        // The next run replaces one that failed.
        this.run().catch(() => undefined)
      }, wait)
      return
    }
    this.#ranAt = performance.now()
    await this.#work()
  }

  /** Starts a new interval, and drops the run at the end of the last one: the work was done otherwise. */
  restart(): void {
    clearTimeout(this.#later)
    this.#later = undefined
    this.#ranAt = performance.now()
  }
}

/** Runs work one after another. */
export class WorkQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs work after everything that was started before, failed or not. */
  inSequence<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Waits for all work. */
  async end(): Promise<void> {
    await this.#last
  }
}

/** Runs work on each item, some at a time. Returns the results in order. @param lanes how many at a time */
export async function inLanes<T, R>(items: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
