interface Waiting<T> {
  readonly letIn: (value: T) => void
  readonly turnAway: (fault: unknown) => void
}

/**
 * Something that is read when it is first needed. Whoever needs it before it is there waits in one line and is let in by
 * the order of coming, each when all that follows from the one before is done. So answers and events from main have their
 * effects in the order in which they came, before it is read and after.
 */
export class WaitingLine<T extends object> {
  readonly #read: () => Promise<T>
  readonly #nextTask: () => Promise<void>
  readonly #line: Waiting<T>[] = []
  #value: T | undefined
  #isReading = false

  /**
   * @param read reads it; where that fails, those in the line are told, and the next one in need makes it read again
   * @param nextTask waits until what was begun by promises alone is done
   */
  constructor(read: () => Promise<T>, nextTask: () => Promise<void>) {
    this.#read = read
    this.#nextTask = nextTask
  }

  /** Makes it be read, so that it may be there once it is needed. */
  begin(): void {
    if (this.#value === undefined && !this.#isReading) void this.#letAllIn()
  }

  /** Waits in the line, if there is one. */
  turn(): Promise<T> {
    if (this.#value !== undefined) return Promise.resolve(this.#value)
    return new Promise((letIn, turnAway) => {
      this.#line.push({ letIn, turnAway })
      this.begin()
    })
  }

  async #letAllIn(): Promise<void> {
    this.#isReading = true
    try {
      const value = await this.#read()
      for (let next = this.#line.shift(); next !== undefined; next = this.#line.shift()) {
        next.letIn(value)
        await this.#nextTask()
      }
      this.#value = value
    } catch (fault) {
      for (const { turnAway } of this.#line.splice(0)) turnAway(fault)
    } finally {
      this.#isReading = false
    }
  }
}
