import { ClavisError } from '#shared/errors.ts'
import type { TableGroups } from '#shared/lists/list-analysis.ts'
import type { ListQuery, ReloadState, DatasetSummary, Row, RowsRequest, RowWindow } from '#shared/lists/list.ts'
import type { LoadReport } from '#shared/lists/load-report.ts'
import type { SelectedRecords, SelectionSummary, SummedColumn } from '#shared/lists/selected-records.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { JobControl } from '../../concurrency.ts'
import type { RecordStore, RestoredRecords, QueryFreshness } from '../../records/record-store.ts'
import type { LoadBasis } from './list-pages.ts'
import { PageLoader, type LoadProgress } from './page-loader.ts'
import type { FetchPage } from './page-requests.ts'
import type { PageRetry } from './page-retry.ts'

/** What a dataset needs whose records outlive it. */
export interface Keeping {
  /** The snapshot that it is saved as; undefined if its file belongs to somebody else. */
  readonly snapshot: DatasetSummary['snapshot']
  /** Unlocks its file. */
  readonly release: () => Promise<void>
  /** Called after the dataset was closed. */
  readonly onClosed: (summary: DatasetSummary) => Promise<void>
}

interface Options {
  readonly datasetId: string
  readonly list: ListName
  readonly profileId: string | undefined
  readonly basis: LoadBasis | undefined
  readonly store: RecordStore
  readonly file: string
  readonly keeping: Keeping | undefined
  /** What an earlier load left in the store. */
  readonly restored?: RestoredRecords
  readonly fetchPage: FetchPage
  readonly retry?: PageRetry | undefined
  readonly now: () => number
  readonly onProgress: (summary: DatasetSummary) => void
  /** When the load started; by default now. */
  readonly startedAt?: string
}

/** The records of one load, on disk, and the loader that adds to them. */
export class Dataset {
  readonly datasetId: string
  readonly list: ListName
  /** The profile that the list belongs to; undefined if the records were not loaded from a list. */
  readonly profileId: string | undefined
  /** Settings that the load depends on; undefined if the records were not loaded from a list. */
  readonly basis: LoadBasis | undefined
  readonly store: RecordStore
  readonly loader: PageLoader
  /** A later basis that still counts as this dataset's, until a dataset with that basis replaces it. */
  staysUnder: LoadBasis | undefined
  /** The dataset that this one replaces as soon as its first page is in. */
  replaces: string | undefined
  /** Number of leases. Records stay while there are any, even if the dataset is closed. */
  retains = 0
  readonly #startedAt: string
  readonly #onProgress: (summary: DatasetSummary) => void
  #file: string
  #keeping: Keeping | undefined
  #reload: ReloadState | undefined

  constructor({ datasetId, list, profileId, basis, store, file, keeping, startedAt, onProgress, ...load }: Options) {
    this.datasetId = datasetId
    this.list = list
    this.profileId = profileId
    this.basis = basis
    this.store = store
    this.#file = file
    this.#keeping = keeping
    this.#startedAt = startedAt ?? new Date(load.now()).toISOString()
    this.#onProgress = onProgress
    this.loader = new PageLoader({ ...load, store, onProgress: () => this.#report() })
  }

  /** Path of its records, which are removed with it unless they are kept. */
  get file(): string {
    return this.#file
  }

  get keeping(): Keeping | undefined {
    return this.#keeping
  }

  /** Turns it into a snapshot, whose records are in another file from now on; undefined turns it back. */
  keep(keeping: Keeping | undefined, file: string = this.#file): void {
    this.#keeping = keeping
    this.#file = file
    this.#report()
  }

  /** Sets the state of the reload that will replace this dataset; undefined if there is none. */
  noteReload(state: ReloadState | undefined): void {
    this.#reload = state
    this.#report()
  }

  /** @param progress of its load; by default the current one */
  summary(progress: LoadProgress = this.loader.progress()): DatasetSummary {
    return {
      datasetId: this.datasetId,
      list: this.list,
      startedAt: this.#startedAt,
      ...progress,
      ...(this.#keeping?.snapshot === undefined ? {} : { snapshot: this.#keeping.snapshot }),
      ...(this.#reload === undefined ? {} : { reload: this.#reload }),
    }
  }

  /** Returns details of the load so far. */
  report(): LoadReport {
    return { datasetId: this.datasetId, list: this.list, startedAt: this.#startedAt, ...this.loader.report() }
  }

  /** Stops the load after the current page. */
  async pause(): Promise<DatasetSummary> {
    return this.summary(await this.loader.pause())
  }

  /** Stops the load at once. */
  async stop(): Promise<DatasetSummary> {
    return this.summary(await this.loader.stop())
  }

  rows({ query, offset, limit, paths }: RowsRequest): Promise<RowWindow> {
    return this.store.rows(query, offset, limit, paths, this.#freshness())
  }

  /**
   * Returns a record's row in a query, counted from 0; undefined if the query filters it out.
   * @throws `cancelled` if a newer call replaces this one, `input-invalid`
   */
  rowOf(query: ListQuery, position: number): Promise<number | undefined> {
    return this.store.rowOf(query, position, this.#freshness())
  }

  #freshness(): QueryFreshness {
    return this.loader.isLoading ? 'lagging' : 'exact'
  }

  /** Returns a record's exact text. @throws `input-invalid` if there is none at this position */
  async record(position: number): Promise<string> {
    return (await this.store.record(position)) ?? noRecord(position)
  }

  /** Returns a record's values in full. @throws `input-invalid` if there is none at this position */
  async wholeRow(position: number, paths: readonly string[]): Promise<Row> {
    return (await this.store.wholeRow(position, paths)) ?? noRecord(position)
  }

  /** Returns selected records with their values in full. @throws `input-invalid` if they are too many */
  selectedRows(selection: SelectedRecords, paths: readonly string[]): Promise<Row[]> {
    return this.store.selectedRows(selection, paths, this.#freshness())
  }

  /** Sums up the numbers of selected records in a column. @throws `cancelled` */
  summarizeSelection(
    selection: SelectedRecords,
    columns: SummedColumn,
    control: JobControl,
  ): Promise<SelectionSummary> {
    return this.store.summarizeSelection(selection, columns, this.#freshness(), control)
  }

  /** Returns the groups of a query as the table shows it. @throws `cancelled`, `input-invalid` */
  groups(query: ListQuery, columns: readonly SummedColumn[], control: JobControl): Promise<TableGroups> {
    return this.store.groups(query, columns, this.#freshness(), control)
  }

  #report(): void {
    if (!this.loader.isClosed) this.#onProgress(this.summary())
  }
}

function noRecord(position: number): never {
  throw new ClavisError('input-invalid', `The list has no record ${position + 1}.`, {
    hint: 'The list may have been reloaded. Choose a record from the list.',
  })
}
