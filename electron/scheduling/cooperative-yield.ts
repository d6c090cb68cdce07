import { setImmediate as nextTurn } from 'node:timers/promises'

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
