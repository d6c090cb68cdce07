import type { ListName } from '../../../shared/model/list-name.ts'
import type { RunSummary } from '../../../shared/model/list.ts'
import type { ListRun } from './page-loader.ts'
import type { OpenRun, OpenRuns } from './dataset-registry.ts'

interface Options {
  readonly runs: OpenRuns
  /** Opens a reading of a profile's list without fetching anything. */
  readonly start: (profileId: string, list: ListName) => Promise<OpenRun>
  /** Fetches its first page. */
  readonly load: (run: ListRun) => Promise<unknown>
}

/** A new reading whose first page is awaited. */
interface UnderWay {
  /** The reading that is the list's when that is over. */
  readonly outcome: Promise<RunSummary>
}

/**
 * Readings that are begun anew beside the one that is there: each takes its place once the first page is in. Where that
 * page does not come, what was loaded before is not lost.
 */
export class NewReadings {
  readonly #runs: OpenRuns
  readonly #start: Options['start']
  readonly #load: Options['load']
  /** By the runs whose place they take. */
  readonly #underWay = new Map<string, UnderWay>()

  constructor({ runs, start, load }: Options) {
    this.#runs = runs
    this.#start = start
    this.#load = load
  }

  /**
   * Begins a new reading, or joins the one that is under way, and waits for its first page.
   * @throws `list-run-gone` where another reading took the list's place meanwhile; `input-invalid`
   */
  async begin(runId: string): Promise<RunSummary> {
    const { outcome } = await this.#runs.inTurn(() => this.#begin(runId))
    return outcome
  }

  async #begin(runId: string): Promise<UnderWay> {
    const underWay = this.#underWay.get(runId)
    if (underWay !== undefined) return underWay
    const old = this.#runs.get(runId)
    const { run, profileId, replaces } = old
    // Differences are read from nowhere; and a reading that nobody sees yet cannot be replaced.
    if (profileId === undefined || replaces !== undefined) return { outcome: Promise.resolve(run.summary()) }
    const next = await this.#start(profileId, run.list)
    next.replaces = runId
    // Two readings at once would ask the service for two pages at a time.
    await run.stop()
    const outcome = this.#read(old, next).finally(() => {
      if (this.#underWay.get(runId)?.outcome === outcome) this.#underWay.delete(runId)
    })
    this.#underWay.set(runId, { outcome })
    return { outcome }
  }

  async #read({ run }: OpenRun, next: OpenRun): Promise<RunSummary> {
    const unfollow = this.#runs.onProgress(({ runId, state }) => {
      if (runId !== next.run.runId) return
      if (state.kind === 'loading') run.noteNewReading({ kind: 'loading' })
      if (state.kind === 'waiting') run.noteNewReading(state)
    })
    await this.#load(next.run).finally(unfollow)
    return this.#runs.inTurn(() => this.#conclude(run.runId, next))
  }

  async #conclude(runId: string, next: OpenRun): Promise<RunSummary> {
    // It may have been closed before it was known that this one takes its place.
    if (this.#runs.find(runId) === undefined) await this.#runs.close(next.run.runId)
    const old = this.#runs.get(runId).run
    // Whoever cancelled it has closed it.
    if (this.#runs.find(next.run.runId) === undefined) return old.summary()
    const { state, pages } = next.run.summary()
    // A first page that does not say how to go on is no reading to change for.
    if (pages > 0 && state.kind !== 'failed') {
      next.replaces = undefined
      await this.#runs.close(runId)
      return next.run.summary()
    }
    await this.#runs.close(next.run.runId)
    old.noteNewReading(state.kind === 'failed' ? { kind: 'failed', error: state.error } : undefined)
    return old.summary()
  }

  /** Ends the reading that is to take a run's place, or forgets that it failed; nothing happens where there is none. */
  cancel(runId: string): Promise<void> {
    return this.#runs.inTurn(async () => {
      // Who begins another one at once is not to join this one.
      this.#underWay.delete(runId)
      const next = this.#runs.newReadingOf(runId)
      if (next !== undefined) await this.#runs.close(next.run.runId)
      this.#runs.find(runId)?.run.noteNewReading(undefined)
    })
  }
}
