import { ClavisError } from '#shared/errors.ts'
import type { DatasetSummary, LoadedList } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { datasetClosed, RecordStore } from '../../records/record-store.ts'
import { DatasetFiles } from './dataset-files.ts'
import { Dataset } from './dataset.ts'
import type { PageRetry } from './page-retry.ts'

interface Options {
  readonly workerUrl: URL
  readonly temporaryFolder: string
  /** Returns the person’s language as a BCP 47 tag; text is sorted by its rules. */
  readonly language: () => string
  /** How a page is tried again; by default as in a window. */
  readonly retry?: PageRetry | undefined
  readonly now: () => number
  readonly newId: () => string
}

/** What a dataset is created from. */
export type DatasetStart = Omit<
  ConstructorParameters<typeof Dataset>[0],
  'datasetId' | 'file' | 'store' | 'now' | 'onProgress' | 'retry'
> & { readonly records: OpenedRecords }

/** Records in a file, and the worker that has it open. */
export interface OpenedRecords {
  readonly file: string
  readonly store: RecordStore
}

/** New records in their own temporary file. */
export interface NewRecords extends OpenedRecords {
  /** The dataset that they may become. */
  readonly datasetId: string
}

/** Keeps a dataset's records until it is released. */
export interface DatasetLease {
  readonly list: ListName
  readonly store: RecordStore
  /** Returns whether the dataset is loaded completely by now; undefined if unknown. */
  readonly isComplete: () => boolean | undefined
  readonly release: () => Promise<void>
}

/** Holds the open datasets, each with its worker and its file. */
export class DatasetRegistry {
  readonly #workerUrl: URL
  readonly #files: DatasetFiles
  readonly #language: () => string
  readonly #retry: PageRetry | undefined
  readonly #now: () => number
  readonly #newId: () => string
  readonly #open = new Map<string, Dataset>()
  /** Datasets that are closed but leased. */
  readonly #retained = new Set<Dataset>()
  /** New records that are not yet a dataset, by file. */
  readonly #new = new Map<string, NewRecords>()
  #hasEnded = false
  readonly #listeners = new Set<(summary: DatasetSummary) => void>()
  #opening: Promise<unknown> = Promise.resolve()

  constructor({ workerUrl, temporaryFolder, language, retry, now, newId }: Options) {
    this.#workerUrl = workerUrl
    this.#files = new DatasetFiles(temporaryFolder)
    this.#language = language
    this.#retry = retry
    this.#now = now
    this.#newId = newId
  }

  /**
   * Queues operations that open or save datasets: two at once could both replace the same one.
   * @throws `dataset-closed` after {@link end}
   */
  inTurn<T>(open: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) return Promise.reject(datasetClosed())
    const opened = this.#opening.then(open)
    this.#opening = opened.catch(() => undefined)
    return opened
  }

  /** Creates a dataset with these records, without fetching anything. */
  start(start: DatasetStart, datasetId: string = this.#newId()): Dataset {
    const dataset = this.#create(start, datasetId)
    this.#open.set(datasetId, dataset)
    this.#new.delete(dataset.file)
    return dataset
  }

  /**
   * Creates a dataset with these records that no list shows and that reports no progress, for a load of Clavis itself. It exists
   * until its lease is released.
   * @param retry how its pages are tried again
   */
  startApart(start: DatasetStart, datasetId: string, retry: PageRetry): { dataset: Dataset; lease: DatasetLease } {
    const dataset = this.#create(start, datasetId, { retry, onProgress: () => undefined })
    this.#new.delete(dataset.file)
    this.#retained.add(dataset)
    return { dataset, lease: this.lease(dataset) }
  }

  #create(
    { records, ...start }: DatasetStart,
    datasetId: string,
    {
      retry = this.#retry,
      onProgress = (summary: DatasetSummary): void => {
        for (const listener of this.#listeners) listener(summary)
      },
    } = {},
  ): Dataset {
    return new Dataset({ ...start, ...records, datasetId, retry, now: this.#now, onProgress })
  }

  /** @param origin what the records are loaded from, if the file is to say so */
  openRecords(file: string, list: ListName, chosenMember: string | undefined, origin?: string): OpenedRecords {
    const start = { file, list, chosenMember, language: this.#language(), origin }
    return { file, store: new RecordStore(this.#workerUrl, start) }
  }

  /** Creates an empty file for new records. @throws `disk-full`, `disk-failed`; `dataset-closed` after {@link end} */
  async createRecords(list: ListName, chosenMember: string | undefined): Promise<NewRecords> {
    const datasetId = this.#newId()
    const file = await this.#files.create(datasetId)
    if (this.#hasEnded) {
      await this.#files.remove(file)
      throw datasetClosed()
    }
    const created = { datasetId, ...this.openRecords(file, list, chosenMember) }
    this.#new.set(file, created)
    return created
  }

  /** Turns new records into an open dataset. */
  async show({ datasetId, ...records }: NewRecords, list: ListName): Promise<DatasetSummary> {
    const restored = await records.store.restored()
    const start = { list, records, restored, fetchPage: nothingToFetch, profileId: undefined, basis: undefined }
    return this.start({ ...start, keeping: undefined }, datasetId).summary()
  }

  /** Closes new records that became no dataset, and removes their file. */
  async discard({ file, store }: NewRecords): Promise<void> {
    await store.close()
    await this.#files.remove(file)
    this.#new.delete(file)
  }

  /** Returns the path for an open dataset's records. @throws `disk-full`, `disk-failed` */
  temporaryFile(datasetId: string): Promise<string> {
    return this.#files.placeOf(datasetId)
  }

  /** @throws `dataset-closed` */
  get(datasetId: string): Dataset {
    const dataset = this.#open.get(datasetId)
    if (dataset === undefined) throw datasetClosed()
    return dataset
  }

  /** Returns an open dataset; undefined if it is closed. */
  find(datasetId: string): Dataset | undefined {
    return this.#open.get(datasetId)
  }

  /** Returns all open datasets, in the order they were opened. */
  all(): Dataset[] {
    return [...this.#open.values()]
  }

  /** Resends the running requests of all loads after the computer slept. */
  wake(): void {
    for (const { loader } of [...this.#open.values(), ...this.#retained]) loader.wake()
  }

  /** Returns the datasets of a profile's list, without those of reloads in progress. */
  ofList(profileId: string, list: ListName): Dataset[] {
    return this.all().filter(
      (dataset) => dataset.profileId === profileId && dataset.list === list && dataset.replaces === undefined,
    )
  }

  /** Returns the lists of all profiles, without reloads in progress. */
  loaded(): LoadedList[] {
    return this.all().flatMap((dataset) => {
      const { profileId, replaces } = dataset
      return profileId === undefined || replaces !== undefined ? [] : [{ ...dataset.summary(), profileId }]
    })
  }

  /** Returns the dataset of a reload in progress. */
  reloadOf(datasetId: string): Dataset | undefined {
    return this.all().find(({ replaces }) => replaces === datasetId)
  }

  /** Returns the open or leased dataset of a snapshot. */
  ofSnapshot(snapshotId: string): Dataset | undefined {
    return [...this.#open.values(), ...this.#retained].find(({ keeping }) => keeping?.snapshot?.id === snapshotId)
  }

  /** Leases a dataset: its records stay until the lease is released, even if it is closed meanwhile. */
  lease(dataset: Dataset): DatasetLease {
    const { list, store, loader } = dataset
    dataset.retains += 1
    return {
      list,
      store,
      isComplete: () => loader.progress().state.kind === 'complete',
      release: async () => {
        dataset.retains -= 1
        if (dataset.retains === 0 && this.#retained.delete(dataset)) await this.#letGo(dataset)
      },
    }
  }

  /** Leases the dataset of a snapshot that is not open; it exists until all its leases are released. */
  async leaseClosed(start: Omit<DatasetStart, 'fetchPage' | 'restored'>): Promise<DatasetLease> {
    const restored = await start.records.store.restored()
    const dataset = this.#create({ ...start, restored, fetchPage: nothingToFetch }, this.#newId())
    await dataset.loader.close()
    this.#retained.add(dataset)
    return this.lease(dataset)
  }

  /**
   * Closes a dataset and a reload of it. Removes its file, unless that is kept, as soon as no lease is left. Does
   * nothing if it is closed already.
   */
  async close(datasetId: string): Promise<void> {
    const dataset = this.#open.get(datasetId)
    if (dataset === undefined) return
    this.#open.delete(datasetId)
    const next = this.reloadOf(datasetId)
    if (next !== undefined) await this.close(next.datasetId)
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

  /**
   * Calls a listener with the progress of datasets, at most about ten times a second. Returns the unsubscribe function.
   */
  onProgress(listener: (summary: DatasetSummary) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Closes all datasets and removes their files, and those of new records. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#opening
    await Promise.all([...this.#new.values()].map((created) => this.discard(created)))
    await Promise.all([...this.#open.keys()].map((datasetId) => this.close(datasetId)))
    const retained = [...this.#retained]
    this.#retained.clear()
    await Promise.all(retained.map((dataset) => this.#letGo(dataset)))
    await this.#files.end()
  }
}

function nothingToFetch(): Promise<never> {
  return Promise.reject(new ClavisError('input-invalid', 'This dataset can’t load further pages.'))
}
