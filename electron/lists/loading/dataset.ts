import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import type { ListView, NewReading, RunSummary } from '../../../shared/model/lists/list.ts'
import type { PackedRows } from '../../../shared/model/lists/packed-rows.ts'
import type { RunReport } from '../../../shared/model/lists/run-report.ts'
import type { RecordStore, ViewFreshness } from '../../records/record-store.ts'
import type { LoadStart } from './load-position.ts'
import { PageLoader, type LoadProgress } from './page-loader.ts'
import type { FetchPage } from './page-requests.ts'

/** What a dataset is that outlives Clavis. */
export interface Keeping {
  readonly snapshot: NonNullable<RunSummary['snapshot']>
  /** Lets others at the snapshot again. */
  readonly release: () => Promise<void>
  /** What is to be done once the dataset is closed. */
  readonly onClosed: (summary: RunSummary) => Promise<void>
}

interface Options extends LoadStart {
  readonly runId: string
  readonly list: ListName
  readonly profileId: string | undefined
  readonly basis: string
  readonly store: RecordStore
  readonly file: string
  readonly keeping: Keeping | undefined
  readonly fetchPage: FetchPage
  readonly now: () => number
  readonly onProgress: (summary: RunSummary) => void
  /** When the load began; now if it begins here. */
  readonly startedAt?: string
}

/** The records of one load, on disk, and the loader that adds to them. */
export class Dataset {
  readonly runId: string
  readonly list: ListName
  /** Whose list it is; undefined: the records were made here, and it is never taken for a list. */
  readonly profileId: string | undefined
  /** What the load depends on: with other settings it would load something else. */
  readonly basis: string
  readonly store: RecordStore
  readonly loader: PageLoader
  /** A later basis under which it is still the list's dataset, until one of that basis takes its place. */
  staysUnder: string | undefined
  /** The dataset whose place it takes once its first page is in; until then it is not the list's dataset. */
  replaces: string | undefined
  /** How many retain it: its records stay for them although it is closed. */
  retains = 0
  readonly #startedAt: string
  readonly #onProgress: (summary: RunSummary) => void
  #file: string
  #keeping: Keeping | undefined
  #reload: NewReading | undefined

  constructor({ runId, list, profileId, basis, store, file, keeping, startedAt, onProgress, ...load }: Options) {
    this.runId = runId
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

  /** Where its records are; they are removed with it unless it is kept. */
  get file(): string {
    return this.#file
  }

  get keeping(): Keeping | undefined {
    return this.#keeping
  }

  /** Makes it a snapshot, whose records are in another file from now on; undefined: makes it one that is not kept. */
  keep(keeping: Keeping | undefined, file: string = this.#file): void {
    this.#keeping = keeping
    this.#file = file
    this.#report()
  }

  /** Notes how the load stands that is to take this one's place; undefined: there is none. */
  noteReload(state: NewReading | undefined): void {
    this.#reload = state
    this.#report()
  }

  /** @param progress of its load; as it is now by default */
  summary(progress: LoadProgress = this.loader.progress()): RunSummary {
    return {
      ...{ runId: this.runId, list: this.list, startedAt: this.#startedAt, ...progress },
      ...(this.#keeping === undefined ? {} : { snapshot: this.#keeping.snapshot }),
      ...(this.#reload === undefined ? {} : { newReading: this.#reload }),
    }
  }

  /** Tells how the load went so far. */
  report(): RunReport {
    return { runId: this.runId, list: this.list, startedAt: this.#startedAt, ...this.loader.report() }
  }

  rows(view: ListView, offset: number, limit: number, paths: readonly string[]): Promise<PackedRows> {
    return this.store.rows(view, offset, limit, paths, this.#freshness())
  }

  rowOf(view: ListView, position: number): Promise<number | undefined> {
    return this.store.rowOf(view, position, this.#freshness())
  }

  #freshness(): ViewFreshness {
    return this.loader.isLoading ? 'lagging' : 'exact'
  }

  /** Answers a record's exact text. @throws `input-invalid` if there is none at this position */
  async record(position: number): Promise<string> {
    const text = await this.store.record(position)
    if (text === undefined)
      throw new ClavisError('input-invalid', `There is no record ${position + 1} in this reading of the list.`, {
        hint: 'It may have been read anew. Choose a record from the list.',
      })
    return text
  }

  #report(): void {
    if (!this.loader.isClosed) this.#onProgress(this.summary())
  }
}
