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
