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

/**
 * Runs work on each item, some at a time. Returns the results in order.
 * @param lanes how many at a time
 */
export async function inLanes<T, R>(items: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}
