/** What asks a command to end: Ctrl+C, the system, and a terminal that is closed. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type Interrupt = (typeof interrupts)[number]

/** Thrown where a person interrupts what they are asked for: there is nothing to tell them. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Within this time another one is the same one: whoever ends a program and the programs it started tells some of them twice. */
const sameFor = 1000

/** Has a command put away what it began when it is interrupted. Once more ends it at once. */
export class Interrupts {
  readonly #abort = new AbortController()
  #told: Interrupt | undefined
  #firstAt = 0
  readonly #take = (signal: NodeJS.Signals): void => {
    if (!this.#abort.signal.aborted) {
      this.#told = interrupts.find((each) => each === signal)
      this.#firstAt = performance.now()
      this.#abort.abort()
    } else if (performance.now() - this.#firstAt > sameFor) {
      this.leave()
      process.kill(process.pid, signal)
    }
  }

  /** The first one that came; undefined where none did. */
  get told(): Interrupt | undefined {
    return this.#told
  }

  /** From now on an interrupt is told here, instead of ending the command. */
  begin(): AbortSignal {
    for (const signal of interrupts) if (!process.listeners(signal).includes(this.#take)) process.on(signal, this.#take)
    return this.#abort.signal
  }

  /** From now on an interrupt ends the command at once. One that was told stays so until the command has ended by itself. */
  end(): void {
    if (!this.#abort.signal.aborted) this.leave()
  }

  /** From now on an interrupt ends the process at once, whatever was told before. */
  leave(): void {
    for (const signal of interrupts) process.off(signal, this.#take)
  }
}
