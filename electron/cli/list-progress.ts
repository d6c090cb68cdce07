import type { RunSummary } from '../../shared/model/list.ts'
import type { JobControl } from '../reports/job-control.ts'
import type { OpenRuns } from '../reports/open-runs.ts'
import type { Terminal } from './terminal.ts'

/** What asks a command to end: Ctrl+C, and the system. */
const interrupts = ['SIGINT', 'SIGTERM'] as const

/** How far a list is, in one line that is written over and over; nothing where nobody looks. */
export class ListProgress {
  readonly #stderr: Terminal['stderr']
  readonly #unsubscribe: () => void
  readonly #abort = new AbortController()
  readonly #interrupt = (): void => this.#abort.abort()
  #isShown = false
  #shownAt = Number.NEGATIVE_INFINITY

  constructor(stderr: Terminal['stderr'], runs: Pick<OpenRuns, 'onProgress'>) {
    this.#stderr = stderr
    this.#unsubscribe = runs.onProgress((summary) => this.show(loadingWords(summary)))
  }

  /** What saving is given to tell how far it is. From then on Ctrl+C has it put away what it began; once more ends at once. */
  ofSaving(what = 'Saving'): JobControl {
    for (const signal of interrupts)
      if (!process.listeners(signal).includes(this.#interrupt)) process.once(signal, this.#interrupt)
    return {
      signal: this.#abort.signal,
      onProgress: (done, total) => this.show(`${what}: ${done} of ${total} records`),
    }
  }

  show(words: string): void {
    if (this.#stderr.isTTY !== true || performance.now() - this.#shownAt < 100) return
    this.#shownAt = performance.now()
    this.#isShown = true
    this.#stderr.write(`\r${words}\u001B[K`)
  }

  /** Clears the line; nothing is shown any more. */
  end(): void {
    this.#unsubscribe()
    for (const signal of interrupts) process.off(signal, this.#interrupt)
    if (this.#isShown) this.#stderr.write('\r\u001B[K')
    this.#isShown = false
  }
}

function loadingWords({ state, pages, records, pagesPerSecond }: RunSummary): string {
  if (state.kind === 'waiting') return `${records} records, ${pages} pages – ${state.reason}`
  const rate = pagesPerSecond === undefined ? '' : `, ${pagesPerSecond.toFixed(1)} pages/s`
  return `${records} records, ${pages} pages${rate}`
}
