import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long a thread works before it lets others through, milliseconds. */
const sliceLength = 8

/** Cuts long work of a thread into slices, between which whatever waits is done. */
export class Slices {
  readonly #signal: AbortSignal
  #end = performance.now() + sliceLength

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Whether it is time to {@link pause}. Asking costs next to nothing. */
  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets others through. @throws the signal’s reason once it is aborted */
  async pause(): Promise<void> {
    await nextTurn()
    this.#signal.throwIfAborted()
    this.#end = performance.now() + sliceLength
  }
}
