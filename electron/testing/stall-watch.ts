/** How often the event loop is asked how busy it was, milliseconds. */
const everyMs = 2

/**
 * Finds the longest time in which this thread's own work kept its event loop from turning. It counts the thread's processor
 * time between two turns, so that other processes on a busy machine do not count.
 */
class StallWatch {
  #longest = 0
  #usedBefore = usedMs()
  readonly #timer = setInterval(() => this.#look(), everyMs)

  /** Ends watching. Answers the longest stall, milliseconds. */
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

/** Does work and answers its longest stall, milliseconds. */
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
