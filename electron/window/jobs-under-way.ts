import type { JobProgress } from '#shared/jobs.ts'
import type { JobControl } from '../concurrency.ts'

/** Minimum time between two progress reports of a job, milliseconds. */
const reportIntervalMs = 100

/** Tracks the long-running jobs of pages: each reports its progress and can be cancelled by its id. */
export class JobsUnderWay {
  readonly #onProgress: (progress: JobProgress) => void
  readonly #jobs = new Map<string, { readonly windowId: number; readonly abort: AbortController }>()

  constructor(onProgress: (progress: JobProgress) => void) {
    this.#onProgress = onProgress
  }

  /** Runs a job under the id that the page gave it. Its start is reported as zero progress. */
  async run<T>(windowId: number, jobId: string, work: (control: JobControl) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    this.#jobs.set(jobId, { windowId, abort })
    let reportedAt = Number.NEGATIVE_INFINITY
    this.#onProgress({ jobId, done: 0, total: 0 })
    try {
      return await work({
        signal: abort.signal,
        onProgress: (done, total) => {
          if (performance.now() - reportedAt < reportIntervalMs) return
          reportedAt = performance.now()
          this.#onProgress({ jobId, done, total })
        },
      })
    } finally {
      this.#jobs.delete(jobId)
    }
  }

  /** Cancels a job of this window; does nothing if it has ended. */
  cancel(windowId: number, jobId: string): void {
    const job = this.#jobs.get(jobId)
    if (job?.windowId === windowId) job.abort.abort()
  }
}
