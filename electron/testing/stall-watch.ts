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

/** Runs work and returns its longest stall, milliseconds. */
export async function longestStallOf(work: () => Promise<unknown>): Promise<number> {
  const watch = new StallWatch()
  try {
    await work()
  } finally {
    watch.end()
  }
  return watch.end()
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
