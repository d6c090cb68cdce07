/** Who listens to an event, which has these values. */
export class Listeners<Event extends unknown[] = []> {
  readonly #all = new Set<(...event: Event) => void>()

  get isEmpty(): boolean {
    return this.#all.size === 0
  }

  /** Adds a listener. Returns the unsubscribe function. */
  readonly add = (listener: (...event: Event) => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(...event: Event): void {
    for (const listener of this.#all) listener(...event)
  }

  clear(): void {
    this.#all.clear()
  }
}
