import type { DatasetSummary } from '#shared/lists/list.ts'
import type { JobControl } from '../../concurrency.ts'
import type { DatasetRegistry } from '../../lists/loading/dataset-registry.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'
import type { Interrupts } from '../terminal/interrupts.ts'

type StatusTerminal = Pick<CommandTerminal, 'note' | 'showsStatus' | 'showStatus'>

/** Shows the progress of a load in one line of a terminal; shows nothing elsewhere. */
export class ListProgress {
  readonly #terminal: StatusTerminal
  readonly #unsubscribe: () => void
  readonly #interrupts: Interrupts
  #isShown = false
  #shownAt = Number.NEGATIVE_INFINITY

  constructor(terminal: StatusTerminal, datasets: Pick<DatasetRegistry, 'onProgress'>, interrupts: Interrupts) {
    this.#terminal = terminal
    this.#interrupts = interrupts
    this.#unsubscribe = datasets.onProgress((summary) => this.show(describeLoad(summary)))
  }

  /** Handles Ctrl+C from now on. @returns a signal that the first one aborts; the second one ends the command */
  handleInterrupts(): AbortSignal {
    return this.#interrupts.handle()
  }

  /** Returns the control of a job that shows its progress here and that Ctrl+C aborts. @param what for example `Saving` */
  jobControl(what: string): JobControl {
    return {
      signal: this.handleInterrupts(),
      onProgress: (done, total) => this.show(`${what}: ${done} of ${total} records`),
    }
  }

  /** Prints a message on a line of its own. */
  note(text: string): void {
    this.#terminal.note(`clavis: ${text}\n`)
  }

  /** Shows a text, at most ten times a second. */
  show(text: string): void {
    if (!this.#terminal.showsStatus || performance.now() - this.#shownAt < 100) return
    this.#shownAt = performance.now()
    this.#isShown = true
    this.#terminal.showStatus(text)
  }

  /** Clears the line and stops. */
  end(): void {
    this.#unsubscribe()
    this.#interrupts.release()
    if (this.#isShown) this.#terminal.showStatus('')
    this.#isShown = false
  }
}

function describeLoad({ pages, records, pagesPerSecond }: DatasetSummary): string {
  const loaded = `${records} records, ${pages} pages`
  return pagesPerSecond === undefined ? loaded : `${loaded}, ${pagesPerSecond.toFixed(1)} pages/s`
}
