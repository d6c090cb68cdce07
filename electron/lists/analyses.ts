import type { JobControl } from '../concurrency.ts'

/** Reports how many records an analysis has processed. */
export interface AnalysisProgress {
  readonly analysisId: string
  readonly records: number
}

/** Minimum time between two progress reports, milliseconds. */
const reportInterval = 200

/** Runs analyses and tracks the running ones by the ids that the page gave them. */
export class Analyses {
  readonly #now: () => number
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<(progress: AnalysisProgress) => void>()

  /** @param now milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  async run<T>(analysisId: string, analyze: (control: JobControl) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    let reportedAt = this.#now()
    const onProgress = (records: number): void => {
      if (this.#now() - reportedAt < reportInterval) return
      reportedAt = this.#now()
      for (const listener of this.#listeners) listener({ analysisId, records })
    }
    this.#running.set(analysisId, abort)
    try {
      return await analyze({ signal: abort.signal, onProgress })
    } finally {
      this.#running.delete(analysisId)
    }
  }

  /** Cancels an analysis, which then fails with `cancelled`. Does nothing if it has finished. */
  cancel(analysisId: string): void {
    this.#running.get(analysisId)?.abort()
  }

  /** Calls a listener with the progress of running analyses. Returns the unsubscribe function. */
  onProgress(listener: (progress: AnalysisProgress) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
