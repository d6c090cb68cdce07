import type { DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { DatasetRegistry } from './dataset-registry.ts'
import type { Dataset } from './dataset.ts'

interface Options {
  readonly datasets: DatasetRegistry
  /** Creates a dataset of a profile's list without fetching anything. */
  readonly start: (profileId: string, list: ListName) => Promise<Dataset>
  readonly load: (dataset: Dataset) => Promise<unknown>
}

interface Reload {
  /** The list's dataset after that. */
  readonly outcome: Promise<DatasetSummary>
}

/**
 * Reloads lists. The new dataset replaces the old one as soon as its first page is in; if that page fails, the old one
 * stays.
 */
export class ReloadCoordinator {
  readonly #datasets: DatasetRegistry
  readonly #start: Options['start']
  readonly #load: Options['load']
  /** By the dataset to be replaced. */
  readonly #reloads = new Map<string, Reload>()

  constructor({ datasets, start, load }: Options) {
    this.#datasets = datasets
    this.#start = start
    this.#load = load
  }

  /**
   * Starts a reload, or joins the running one, and waits for its first page.
   * @throws `dataset-closed` if another dataset replaced the list's meanwhile; `input-invalid`
   */
  async reload(datasetId: string): Promise<DatasetSummary> {
    const { outcome } = await this.#datasets.inTurn(() => this.#begin(datasetId))
    return outcome
  }

  async #begin(datasetId: string): Promise<Reload> {
    const underWay = this.#reloads.get(datasetId)
    if (underWay !== undefined) return underWay
    const old = this.#datasets.get(datasetId)
    const { profileId, list, replaces } = old
    // Differences can't be loaded, and a dataset that is not shown yet can't be replaced.
    if (profileId === undefined || replaces !== undefined) return { outcome: Promise.resolve(old.summary()) }
    const next = await this.#start(profileId, list)
    next.replaces = datasetId
    // Two loads at once would request two pages at a time.
    await old.loader.stop()
    const outcome = this.#loadFirstPage(old, next).finally(() => {
      if (this.#reloads.get(datasetId)?.outcome === outcome) this.#reloads.delete(datasetId)
    })
    this.#reloads.set(datasetId, { outcome })
    return { outcome }
  }

  async #loadFirstPage(old: Dataset, next: Dataset): Promise<DatasetSummary> {
    const unfollow = this.#datasets.onProgress(({ datasetId, state }) => {
      if (datasetId !== next.datasetId) return
      if (state.kind === 'loading') old.noteReload({ kind: 'loading' })
      if (state.kind === 'waiting') old.noteReload(state)
    })
    await this.#load(next).finally(unfollow)
    return this.#datasets.inTurn(() => this.#conclude(old.datasetId, next))
  }

  async #conclude(datasetId: string, next: Dataset): Promise<DatasetSummary> {
    // The old dataset may have been closed before its reload was registered.
    if (this.#datasets.find(datasetId) === undefined) await this.#datasets.close(next.datasetId)
    const old = this.#datasets.get(datasetId)
    // A cancelled reload is closed.
    if (this.#datasets.find(next.datasetId) === undefined) return old.summary()
    const { state, pages } = next.summary()
    // A first page without a usable envelope doesn't replace the old dataset.
    if (pages > 0 && state.kind !== 'failed') {
      next.replaces = undefined
      await this.#datasets.close(datasetId)
      return next.summary()
    }
    await this.#datasets.close(next.datasetId)
    old.noteReload(state.kind === 'failed' ? { kind: 'failed', error: state.error } : undefined)
    return old.summary()
  }

  /** Cancels a reload, or clears its failure. Does nothing if there is none. */
  cancel(datasetId: string): Promise<void> {
    return this.#datasets.inTurn(async () => {
      // A reload that starts right afterwards must not join this one.
      this.#reloads.delete(datasetId)
      const next = this.#datasets.reloadOf(datasetId)
      if (next !== undefined) await this.#datasets.close(next.datasetId)
      this.#datasets.find(datasetId)?.noteReload(undefined)
    })
  }
}
