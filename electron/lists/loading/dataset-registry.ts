import { ClavisError } from '../../../shared/model/error.ts'
import type { RunSummary } from '../../../shared/model/list.ts'
import type { ListName } from '../../../shared/model/list-name.ts'
import { ListRun } from './page-loader.ts'
import { RecordStore } from '../../records/record-store.ts'
import { RunFiles } from './dataset-files.ts'

interface Options {
  /** The record store's worker. */
  readonly workerUrl: URL
  /** Where records are kept while a run lives. */
  readonly temporaryFolder: string
  /** Answers the person’s language, in which text is sorted: a BCP 47 tag. */
  readonly language: () => string
  readonly now: () => number
  readonly newId: () => string
}

/** A run that is kept: its records outlive it. */
export interface KeptRun {
  readonly snapshot: NonNullable<RunSummary['snapshot']>
  /** Lets others at the snapshot again. */
  readonly release: () => Promise<void>
  /** What is to be done once the run is closed. */
  readonly onClosed: (summary: RunSummary) => Promise<void>
}

/** A run that is open. */
export interface OpenRun {
  readonly run: ListRun
  /** Whose list it reads; undefined: the records were made here, and it is never taken for a reading of a list. */
  readonly profileId: string | undefined
  /** What the run depends on: with other settings it would read something else. */
  readonly basis: string
  /** A later basis under which it is the list's reading still, until one of that basis takes its place. */
  staysUnder: string | undefined
  /** Where its records are; they are removed with the run unless it is kept. */
  file: string
  kept: KeptRun | undefined
  /** The run whose place it takes once its first page is in; until then it is not the list's reading. */
  replaces: string | undefined
  /** How many look through its records, which stay for them although the run is closed. */
  borrowers: number
}

/** What a run begins with. */
export type RunStart = Pick<OpenRun, 'profileId' | 'basis' | 'kept'> &
  Pick<ConstructorParameters<typeof ListRun>[0], 'fetchPage' | 'from' | 'restored' | 'startedAt'> & {
    readonly list: ListName
    readonly records: OpenedRecords
  }

/** Records in a file, with the worker that has it open. */
export interface OpenedRecords {
  readonly file: string
  readonly store: RecordStore
}

/** Records that are new, in a temporary file of their own. */
export interface NewRecords extends OpenedRecords {
  /** The run that they may become. */
  readonly runId: string
}

/** The runs that are open, each with its worker and its file. */
export class OpenRuns {
  readonly #workerUrl: URL
  readonly #files: RunFiles
  readonly #language: () => string
  readonly #now: () => number
  readonly #newId: () => string
  readonly #runs = new Map<string, OpenRun>()
  /** Runs that are closed, but for their records, which others still look through. */
  readonly #lent = new Set<OpenRun>()
  /** New records that are no run yet, by their files. */
  readonly #made = new Map<string, NewRecords>()
  #hasEnded = false
  readonly #listeners = new Set<(summary: RunSummary) => void>()
  #opening: Promise<unknown> = Promise.resolve()

  constructor({ workerUrl, temporaryFolder, language, now, newId }: Options) {
    this.#workerUrl = workerUrl
    this.#files = new RunFiles(temporaryFolder)
    this.#language = language
    this.#now = now
    this.#newId = newId
  }

  /**
   * Opens runs, or keeps them, one after the other: two at once could both take the place of a third.
   * @throws `list-run-gone` once all has ended
   */
  inTurn<T>(open: () => Promise<T>): Promise<T> {
    if (this.#hasEnded) return Promise.reject(gone())
    const opened = this.#opening.then(open)
    this.#opening = opened.catch(() => undefined)
    return opened
  }

  /** Starts a run on these records, without fetching anything. */
  start(start: RunStart, runId: string = this.#newId()): OpenRun {
    const { list, records, profileId, basis, kept, ...rest } = start
    const run = new ListRun({
      ...rest,
      runId,
      list,
      store: records.store,
      now: this.#now,
      onProgress: (summary) => {
        for (const listener of this.#listeners) listener(summary)
      },
    })
    const open: OpenRun = {
      ...{ run, profileId, basis, kept, file: records.file },
      ...{ staysUnder: undefined, replaces: undefined, borrowers: 0 },
    }
    this.#runs.set(runId, open)
    this.#made.delete(records.file)
    return open
  }

  /** Opens the records of a file. */
  openRecords(file: string, list: ListName, chosenMember: string | undefined): OpenedRecords {
    const start = { file, list, chosenMember, language: this.#language() }
    return { file, store: new RecordStore(this.#workerUrl, start) }
  }

  /** An empty file of its own for new records. @throws `disk-full`, `disk-failed`; `list-run-gone` once all has ended */
  async newRecords(list: ListName, chosenMember: string | undefined): Promise<NewRecords> {
    const runId = this.#newId()
    const file = await this.#files.create(runId)
    if (this.#hasEnded) {
      await this.#files.remove(file)
      throw gone()
    }
    const made = { runId, ...this.openRecords(file, list, chosenMember) }
    this.#made.set(file, made)
    return made
  }

  /** Makes records that were made here a run that can be looked through. */
  async show({ runId, ...records }: NewRecords, list: ListName): Promise<RunSummary> {
    const restored = await records.store.restored()
    const fetchPage = (): Promise<never> =>
      Promise.reject(new ClavisError('input-invalid', 'There is nothing to load here.'))
    const start = { list, records, restored, fetchPage, profileId: undefined, basis: '', kept: undefined }
    return this.start(start, runId).run.summary()
  }

  /** Ends new records that became no run, and removes their file. */
  async discard({ file, store }: NewRecords): Promise<void> {
    await store.close()
    await this.#files.remove(file)
    this.#made.delete(file)
  }

  /** Where a run's records can be kept while it lives. @throws `disk-full`, `disk-failed` */
  temporaryFile(runId: string): Promise<string> {
    return this.#files.placeOf(runId)
  }

  /** @throws `list-run-gone` */
  get(runId: string): OpenRun {
    const open = this.#runs.get(runId)
    if (open === undefined) throw gone()
    return open
  }

  /** Undefined where the run is gone. */
  find(runId: string): OpenRun | undefined {
    return this.#runs.get(runId)
  }

  /** Every run that is open, in the order they were opened. */
  all(): OpenRun[] {
    return [...this.#runs.values()]
  }

  /** The runs that read a profile's list, without one that has yet to take another's place. */
  ofList(profileId: string, list: ListName): OpenRun[] {
    return this.all().filter(
      (open) => open.profileId === profileId && open.run.list === list && open.replaces === undefined,
    )
  }

  /** The run that is to take another's place. */
  newReadingOf(runId: string): OpenRun | undefined {
    return this.all().find(({ replaces }) => replaces === runId)
  }

  /** Runs that are closed, and whose records others still look through. */
  lent(): OpenRun[] {
    return [...this.#lent]
  }

  /** Lends a run's records: they stay, also where the run is closed meanwhile, until they are given back. */
  lend(open: OpenRun): () => Promise<void> {
    open.borrowers += 1
    return async () => {
      open.borrowers -= 1
      if (open.borrowers === 0 && this.#lent.delete(open)) await this.#letGo(open)
    }
  }

  /**
   * Ends a run, and the reading that is to take its place; its rows are freed, but for kept ones, once nobody looks through
   * them. Nothing happens where it is gone already.
   */
  async close(runId: string): Promise<void> {
    const open = this.#runs.get(runId)
    if (open === undefined) return
    this.#runs.delete(runId)
    const next = this.newReadingOf(runId)
    if (next !== undefined) await this.close(next.run.runId)
    await open.run.end()
    if (open.borrowers === 0) await this.#letGo(open)
    else this.#lent.add(open)
  }

  async #letGo({ run, kept, file }: OpenRun): Promise<void> {
    await run.close()
    if (kept === undefined) await this.#files.remove(file)
    else await kept.onClosed(run.summary())
  }

  /** Tells how runs get on, about ten times a second at most. Answers the unsubscribe. */
  onProgress(listener: (summary: RunSummary) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends all runs and removes their files, and those of records that were to become runs. */
  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#opening
    await Promise.all([...this.#made.values()].map((made) => this.discard(made)))
    await Promise.all([...this.#runs.keys()].map((runId) => this.close(runId)))
    const lent = [...this.#lent]
    this.#lent.clear()
    await Promise.all(lent.map((open) => this.#letGo(open)))
  }
}

function gone(): ClavisError {
  return new ClavisError('list-run-gone', 'This reading of the list is closed.', { hint: 'Open the list again.' })
}
