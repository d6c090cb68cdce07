import type { JobControl } from '../scheduling/cancellation.ts'

/** How many records an analysis has looked at. */
export interface AnalysisProgress {
  readonly analysisId: string
  readonly records: number
}

/** Shortest time between two reports of an analysis, milliseconds. */
const reportInterval = 200

/** The analyses under way, by the ids that the page gave them. */
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

  /** Ends an analysis with `list-cancelled`; nothing happens if it has ended. */
  cancel(analysisId: string): void {
    this.#running.get(analysisId)?.abort()
  }

  /** Reports now and then how far an analysis is. Returns the unsubscribe. */
  onProgress(listener: (progress: AnalysisProgress) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
