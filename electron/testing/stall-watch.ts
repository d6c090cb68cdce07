import { expect } from 'vitest'

/** How often the event loop's load is measured, milliseconds. */
const everyMs = 2

/**
 * Measures the longest time that this thread's own work blocked its event loop. Counts the thread's processor time
 * between two turns, so that other processes on a busy machine don't matter.
 */
class StallWatch {
  #longest = 0
  #usedBefore = usedMs()
  readonly #timer = setInterval(() => this.#look(), everyMs)

  /** Ends the measurement. Returns the longest stall, milliseconds. */
  end(): number {
    this.#look()
    clearInterval(this.#timer)
    return this.#longest
  }

  #look(): void {
    const used = usedMs()
    this.#longest = Math.max(this.#longest, used - this.#usedBefore)
    this.#usedBefore = used
  }
}

/** How long main may block the window, milliseconds. */
const limitMs = 100

/**
 * Runs work and, in the soak test, expects that it never blocks main for long. Other runs do the work alone: how long
 * it takes depends on the machine, which may be slow or busy.
 */
export async function expectNoStall(what: string, work: () => Promise<unknown>): Promise<void> {
  const watch = new StallWatch()
  try {
    await work()
  } finally {
    watch.end()
  }
  if (process.env['CLAVIS_SOAK'] === '1') expect(watch.end(), what).toBeLessThan(limitMs)
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
