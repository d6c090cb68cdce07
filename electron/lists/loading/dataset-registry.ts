import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { RecordStore } from '../../records/record-store.ts'
import { DatasetFiles } from './dataset-files.ts'
import { Dataset } from './dataset.ts'

interface Options {
  /** The record store's worker. */
  readonly workerUrl: URL
  /** Where records are while a dataset is open. */
  readonly temporaryFolder: string
  /** Answers the person’s language, in which text is sorted: a BCP 47 tag. */
  readonly language: () => string
  readonly now: () => number
  readonly newId: () => string
}

/** What a dataset begins with. */
export type DatasetStart = Omit<
  ConstructorParameters<typeof Dataset>[0],
  'runId' | 'file' | 'store' | 'now' | 'onProgress'
> & { readonly records: OpenedRecords }

/** Records in a file, with the worker that has it open. */
export interface OpenedRecords {
  readonly file: string
  readonly store: RecordStore
}

/** Records that are new, in a temporary file of their own. */
export interface NewRecords extends OpenedRecords {
  /** The dataset that they may become. */
  readonly runId: string
}

/** A dataset that is retained for a while, whatever becomes of it. */
export interface DatasetLease {
  readonly list: ListName
  readonly store: RecordStore
  /** Whether it is loaded to its end by now; undefined if that is not known. */
  readonly isComplete: () => boolean | undefined
  readonly release: () => Promise<void>
}

/** The datasets that are open, each with its worker and its file. */
export class DatasetRegistry {
  readonly #workerUrl: URL
  readonly #files: DatasetFiles
  readonly #language: () => string
  readonly #now: () => number
  readonly #newId: () => string
  readonly #open = new Map<string, Dataset>()
  /** Datasets that are not open, but whose records are leased. */
  readonly #retained = new Set<Dataset>()
  /** New records that are no dataset yet, by their files. */
  readonly #new = new Map<string, NewRecords>()
  #hasEnded = false
  readonly #listeners = new Set<(summary: RunSummary) => void>()
  #opening: Promise<unknown> = Promise.resolve()

  constructor({ workerUrl, temporaryFolder, language, now, newId }: Options) {
    this.#workerUrl = workerUrl
    this.#files = new DatasetFiles(temporaryFolder)
    this.#language = language
    this.#now = now
    this.#newId = newId
  }

  /**
   * Opens or keeps datasets one after the other: two at once could both take the place of a third.
   * @throws `list-run-gone` once all has ended
   */
  inTurn<T>(open: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) return Promise.reject(gone())
    const opened = this.#opening.then(open)
    this.#opening = opened.catch(() => undefined)
    return opened
  }

  /** Starts a dataset on these records, without fetching anything. */
  start(start: DatasetStart, runId: string = this.#newId()): Dataset {
    const dataset = this.#create(start, runId)
    this.#open.set(runId, dataset)
    this.#new.delete(dataset.file)
    return dataset
  }

  #create({ records, ...start }: DatasetStart, runId: string): Dataset {
    const onProgress = (summary: RunSummary): void => {
      for (const listener of this.#listeners) listener(summary)
    }
    return new Dataset({ ...start, ...records, runId, now: this.#now, onProgress })
  }

  /** Opens the records of a file. */
  openRecords(file: string, list: ListName, chosenMember: string | undefined): OpenedRecords {
    const start = { file, list, chosenMember, language: this.#language() }
    return { file, store: new RecordStore(this.#workerUrl, start) }
  }

  /** Creates an empty file for new records. @throws `disk-full`, `disk-failed`; `list-run-gone` once all has ended */
  async createRecords(list: ListName, chosenMember: string | undefined): Promise<NewRecords> {
    const runId = this.#newId()
    const file = await this.#files.create(runId)
    if (this.#hasEnded) {
      await this.#files.remove(file)
      throw gone()
    }
    const created = { runId, ...this.openRecords(file, list, chosenMember) }
    this.#new.set(file, created)
    return created
  }

  /** Makes records that were made here a dataset that can be looked through. */
  async show({ runId, ...records }: NewRecords, list: ListName): Promise<RunSummary> {
    const restored = await records.store.restored()
    const start = { list, records, restored, fetchPage: nothingToFetch, profileId: undefined, basis: '' }
    return this.start({ ...start, keeping: undefined }, runId).summary()
  }

  /** Ends new records that became no dataset, and removes their file. */
  async discard({ file, store }: NewRecords): Promise<void> {
    await store.close()
    await this.#files.remove(file)
    this.#new.delete(file)
  }

  /** Answers where a dataset's records can be while it is open. @throws `disk-full`, `disk-failed` */
  temporaryFile(runId: string): Promise<string> {
    return this.#files.placeOf(runId)
  }

  /** @throws `list-run-gone` */
  get(runId: string): Dataset {
    const dataset = this.#open.get(runId)
    if (dataset === undefined) throw gone()
    return dataset
  }

  /** Undefined if the dataset is closed. */
  find(runId: string): Dataset | undefined {
    return this.#open.get(runId)
  }

  /** Every dataset that is open, in the order they were opened. */
  all(): Dataset[] {
    return [...this.#open.values()]
  }

  /** The datasets of a profile's list, without one that has yet to take another's place. */
  ofList(profileId: string, list: ListName): Dataset[] {
    return this.all().filter(
      (dataset) => dataset.profileId === profileId && dataset.list === list && dataset.replaces === undefined,
    )
  }

  /** The dataset that is to take another's place. */
  reloadOf(runId: string): Dataset | undefined {
    return this.all().find(({ replaces }) => replaces === runId)
  }

  /** The dataset that a snapshot is open as, or is leased as. */
  ofSnapshot(snapshotId: string): Dataset | undefined {
    return [...this.#open.values(), ...this.#retained].find(({ keeping }) => keeping?.snapshot.id === snapshotId)
  }

  /** Leases a dataset: its records stay until the lease is released, also if it is closed meanwhile. */
  lease(dataset: Dataset): DatasetLease {
    const { list, store, loader } = dataset
    dataset.retains += 1
    return {
      ...{ list, store },
      isComplete: () => loader.progress().state.kind === 'complete',
      release: async () => {
        dataset.retains -= 1
        if (dataset.retains === 0 && this.#retained.delete(dataset)) await this.#letGo(dataset)
      },
    }
  }

  /** Leases the dataset of a snapshot that is not open, which is there until all its leases are released. */
  async leaseClosed(start: Omit<DatasetStart, 'fetchPage' | 'restored'>): Promise<DatasetLease> {
    const restored = await start.records.store.restored()
    const dataset = this.#create({ ...start, restored, fetchPage: nothingToFetch }, this.#newId())
    await dataset.loader.close()
    this.#retained.add(dataset)
    return this.lease(dataset)
  }

  /**
   * Closes a dataset, and the one that is to take its place. Its file is removed unless it is kept, once it is no longer
   * leased. Nothing happens if it is closed already.
   */
  async close(runId: string): Promise<void> {
    const dataset = this.#open.get(runId)
    if (dataset === undefined) return
    this.#open.delete(runId)
    const next = this.reloadOf(runId)
    if (next !== undefined) await this.close(next.runId)
    await dataset.loader.close()
    if (dataset.retains === 0) await this.#letGo(dataset)
    else this.#retained.add(dataset)
  }

  async #letGo(dataset: Dataset): Promise<void> {
    const { loader, store, keeping, file } = dataset
    await loader.close()
    await store.close()
    if (keeping === undefined) await this.#files.remove(file)
    else await keeping.onClosed(dataset.summary())
  }

  /** Reports how datasets get on, about ten times a second at most. Returns the unsubscribe. */
  onProgress(listener: (summary: RunSummary) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Closes all datasets and removes their files, and those of records that were to become datasets. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#opening
    await Promise.all([...this.#new.values()].map((created) => this.discard(created)))
    await Promise.all([...this.#open.keys()].map((runId) => this.close(runId)))
    const retained = [...this.#retained]
    this.#retained.clear()
    await Promise.all(retained.map((dataset) => this.#letGo(dataset)))
  }
}

function nothingToFetch(): Promise<never> {
  return Promise.reject(new ClavisError('input-invalid', 'There is nothing to load here.'))
}

function gone(): ClavisError {
  return new ClavisError('list-run-gone', 'This reading of the list is closed.', { hint: 'Open the list again.' })
}
