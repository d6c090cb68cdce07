import type { JobProgress } from '../../shared/model/lists/job.ts'
import type { JobControl } from '../scheduling/cancellation.ts'

/** Shortest time between two tellings of a job's progress, milliseconds. */
const toldEvery = 100

/** The long pieces of work that pages have started: each tells how far it is and can be cancelled by its id. */
export class JobsUnderWay {
  readonly #onProgress: (progress: JobProgress) => void
  readonly #jobs = new Map<string, { readonly windowId: number; readonly abort: AbortController }>()

  constructor(onProgress: (progress: JobProgress) => void) {
    this.#onProgress = onProgress
  }

  /** Does a job under the id that the page gave it; that it has begun is told as no progress yet. */
  async run<T>(windowId: number, jobId: string, work: (control: JobControl) => Promise<T>): Promise<T> {
    const abort = new AbortController()
    this.#jobs.set(jobId, { windowId, abort })
    let toldAt = Number.NEGATIVE_INFINITY
    this.#onProgress({ jobId, done: 0, total: 0 })
    try {
      return await work({
        signal: abort.signal,
        onProgress: (done, total) => {
          if (performance.now() - toldAt < toldEvery) return
          toldAt = performance.now()
          this.#onProgress({ jobId, done, total })
        },
      })
    } finally {
      this.#jobs.delete(jobId)
    }
  }

  /** Tells a job of this window to end; nothing happens where it has ended already. */
  cancel(windowId: number, jobId: string): void {
    const job = this.#jobs.get(jobId)
    if (job?.windowId === windowId) job.abort.abort()
  }
}
