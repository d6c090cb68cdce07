import type { RunSummary } from '../../../shared/model/lists/list.ts'
import type { JobControl } from '../../scheduling/cancellation.ts'
import type { DatasetRegistry } from '../../lists/loading/dataset-registry.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'
import type { Interrupts } from '../terminal/interrupts.ts'

type StatusTerminal = Pick<CommandTerminal, 'showsStatus' | 'showStatus'>

/** How far a list is, in one line that is written over and over; nothing where nobody looks. */
export class ListProgress {
  readonly #terminal: StatusTerminal
  readonly #unsubscribe: () => void
  readonly #interrupts: Interrupts
  #recordsBefore = 0
  #isShown = false
  #shownAt = Number.NEGATIVE_INFINITY

  constructor(terminal: StatusTerminal, runs: Pick<DatasetRegistry, 'onProgress'>, interrupts: Interrupts) {
    this.#terminal = terminal
    this.#interrupts = interrupts
    this.#unsubscribe = runs.onProgress((summary) => this.show(loadingWords(summary, this.#recordsBefore)))
  }

  /** Records that are elsewhere, and count although the run does not have them. */
  goesOnAfter(records: number): void {
    this.#recordsBefore = records
  }

  /** Is aborted by Ctrl+C from now on; once more ends the command at once. */
  interruption(): AbortSignal {
    return this.#interrupts.begin()
  }

  /** What saving is given to tell how far it is. From then on Ctrl+C has it put away what it began. */
  ofSaving(what = 'Saving'): JobControl {
    return {
      signal: this.interruption(),
      onProgress: (done, total) => this.show(`${what}: ${done} of ${total} records`),
    }
  }

  show(words: string): void {
    if (!this.#terminal.showsStatus || performance.now() - this.#shownAt < 100) return
    this.#shownAt = performance.now()
    this.#isShown = true
    this.#terminal.showStatus(words)
  }

  /** Clears the line; nothing is shown any more. */
  end(): void {
    this.#unsubscribe()
    this.#interrupts.end()
    if (this.#isShown) this.#terminal.showStatus('')
    this.#isShown = false
  }
}

function loadingWords({ state, pages, records, pagesPerSecond }: RunSummary, recordsBefore: number): string {
  const loaded = `${recordsBefore + records} records, ${pages} pages`
  if (state.kind === 'waiting') return `${loaded} – ${state.reason}`
  return pagesPerSecond === undefined ? loaded : `${loaded}, ${pagesPerSecond.toFixed(1)} pages/s`
}
