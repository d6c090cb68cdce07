import { ClavisError } from '../../shared/model/error.ts'
import type { Chart, ChartQuestion, ColumnProfiles } from '../../shared/model/list-analysis.ts'
import {
  listTitles,
  type CommonValue,
  type ListName,
  type ListView,
  type RowWindow,
  type RunSummary,
} from '../../shared/model/list.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../shared/model/export.ts'
import type { RunReport } from '../../shared/model/run-report.ts'
import type { ComparedSide } from '../../shared/model/comparison.ts'
import type { Snapshot } from '../../shared/model/snapshot.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { ServiceClient } from '../oauth/service-client.ts'
import { urlBelow } from '../oauth/service-url.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { JobControl } from './job-control.ts'
import { ListRun, type FetchPage, type RunMark } from './list-run.ts'
import { listPaths } from './record-members.ts'
import type { AnalysisProgress } from './record-store-messages.ts'
import { RecordStore } from './record-store.ts'
import type { RecordStoreCalls } from './record-store-messages.ts'
import type { FoundValue } from './links/value-search.ts'
import type { ComparedReading } from './difference/comparison.ts'
import type { KeptSnapshot, SnapshotFiles } from './snapshots/snapshot-files.ts'
import { RunFiles } from './run-files.ts'
import { SleepWatch } from './sleep-watch.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly client: Pick<ServiceClient, 'get'>
  /** The record store's worker. */
  readonly workerUrl: URL
  /** Where records are kept while a run lives. */
  readonly temporaryFolder: string
  /** The readings that the person kept. */
  readonly snapshots: SnapshotFiles
  /** The person’s language, in which text is sorted: a BCP 47 tag. */
  readonly language: string
  readonly now: () => number
  readonly newId: () => string
}

interface OpenRun {
  readonly run: ListRun
  /** Whose list it reads; undefined: the records were made here, and it is never taken for a reading of a list. */
  readonly profileId: string | undefined
  /** What the run depends on: with other settings it would read something else. */
  readonly basis: string
  /** Where its records are; they are removed with the run unless it is kept. */
  file: string
  /** Where it is kept, and how others are let at it again. */
  kept: { snapshot: KeptSnapshot; readonly release: () => Promise<void> } | undefined
}

/** A reading that is compared, and what is to be done once it no longer is. */
export interface BorrowedReading extends ComparedReading {
  readonly list: ListName
  readonly release: () => Promise<void>
}

/** An open run as a reading to compare: it stays as it is afterwards. */
function lent({ run }: OpenRun): BorrowedReading {
  const { list, records } = run.summary()
  return { store: run.store, records, list, release: () => Promise.resolve() }
}

/** How often what is known of a kept reading is written down while it goes on, milliseconds. */
const keptEvery = 3000

/** The readings of lists: at most one for each profile and list. */
export class ListService {
  readonly #profiles: ProfileStore
  readonly #client: Options['client']
  readonly #workerUrl: URL
  readonly #files: RunFiles
  readonly #snapshots: SnapshotFiles
  readonly #snapshotListeners = new Set<() => void>()
  #keptAt = 0
  readonly #language: string
  readonly #now: () => number
  readonly #newId: () => string
  readonly #runs = new Map<string, OpenRun>()
  readonly #listeners = new Set<(summary: RunSummary) => void>()
  readonly #analysisListeners = new Set<(progress: AnalysisProgress) => void>()
  readonly #sleepWatch: SleepWatch
  #opening: Promise<unknown> = Promise.resolve()

  constructor({ profiles, client, workerUrl, temporaryFolder, snapshots, language, now, newId }: Options) {
    this.#profiles = profiles
    this.#client = client
    this.#workerUrl = workerUrl
    this.#files = new RunFiles(temporaryFolder)
    this.#snapshots = snapshots
    this.#language = language
    this.#now = now
    this.#newId = newId
    this.#sleepWatch = new SleepWatch({ now, onWake: () => this.wake() })
  }

  /**
   * Answers the run that is there, or starts one without fetching anything.
   * @param restart from the first page, whatever is there
   * @param from where an earlier reading stopped that the new one goes on from
   * @throws `input-invalid` where the profile has no reporting address
   */
  open(profileId: string, list: ListName, restart: boolean, from?: RunMark): Promise<RunSummary> {
    const opened = this.#opening.then(() => this.#open(profileId, list, restart, from))
    this.#opening = opened.catch(() => undefined)
    return opened
  }

  async #open(profileId: string, list: ListName, restart: boolean, from?: RunMark): Promise<RunSummary> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.reportsBaseUrl === '')
      throw new ClavisError(
        'input-invalid',
        `“${profile.name}” has no reporting address, so it has no lists to read.`,
        {
          hint: 'Enter the reporting API’s base address in the profile’s settings.',
        },
      )
    const basis = basisOf(profile, list)
    for (const [runId, open] of this.#runs) {
      if (open.profileId !== profileId || open.run.list !== list) continue
      if (!restart && open.basis === basis) return open.run.summary()
      await this.close(runId)
    }
    const runId = this.#newId()
    const file = await this.#files.create(runId)
    return this.#start(runId, {
      ...{ list, file, profileId, basis, kept: undefined },
      chosenMember: profile.recordMembers[list],
      fetchPage: this.#fetchPage(profile, list),
      ...(from === undefined ? {} : { from }),
    }).run.summary()
  }

  #start(
    runId: string,
    start: Pick<OpenRun, 'profileId' | 'basis' | 'file' | 'kept'> &
      Pick<ConstructorParameters<typeof ListRun>[0], 'fetchPage' | 'from' | 'restored' | 'startedAt'> & {
        readonly list: ListName
        readonly chosenMember: string | undefined
        /** Open already, where it is. */
        readonly store?: RecordStore
      },
  ): OpenRun {
    const { list, file, profileId, basis, kept, chosenMember, store, ...rest } = start
    const run = new ListRun({
      ...rest,
      runId,
      list,
      store: store ?? this.#openStore(file, list, chosenMember),
      now: this.#now,
      onProgress: (summary) => {
        for (const listener of this.#listeners) listener(summary)
        void this.#noteKept(runId, summary)
      },
    })
    const open: OpenRun = { run, profileId, basis, file, kept }
    this.#runs.set(runId, open)
    return open
  }

  #openStore(file: string, list: ListName, chosenMember: string | undefined): RecordStore {
    const start = { file, list, chosenMember, language: this.#language }
    return new RecordStore(this.#workerUrl, start, (progress) => {
      for (const listener of this.#analysisListeners) listener(progress)
    })
  }

  /** Every reading that the person kept, the newest first. */
  async snapshots(): Promise<Snapshot[]> {
    const kept = await this.#snapshots.list()
    return kept.map(({ basis: _basis, ...snapshot }) => {
      const run = this.#runKeptAs(snapshot.id)?.run.summary()
      return run === undefined ? { ...snapshot, open: false } : { ...snapshot, ...standingOf(run), open: true }
    })
  }

  /** The snapshot of this id or exact name. @throws `snapshot-not-found` */
  findSnapshot(idOrName: string): Promise<KeptSnapshot> {
    return this.#snapshots.find(idOrName)
  }

  /**
   * Keeps a run under a name: from now on its records outlive it.
   * @throws `input-invalid` where it is kept already or the name is taken; `disk-full`, `disk-failed`
   */
  async keep(runId: string, name: string): Promise<KeptSnapshot> {
    const open = this.#opened(runId)
    if (open.kept !== undefined)
      throw new ClavisError('input-invalid', `This reading is kept as “${open.kept.snapshot.name}” already.`, {
        hint: 'Rename that snapshot, or read the list again for another one.',
      })
    if (open.profileId === undefined)
      throw new ClavisError('input-invalid', 'Differences are of two readings and cannot be kept as one.', {
        hint: 'Save them to a file instead.',
      })
    const { profile } = await this.#profiles.get(open.profileId)
    const summary = open.run.summary()
    const snapshot: KeptSnapshot = {
      ...{ id: this.#newId(), name: name.trim(), list: summary.list, basis: open.basis },
      ...{ profileId: profile.id, profileName: profile.name, environment: profile.environment },
      ...{ startedAt: summary.startedAt, keptAt: new Date(this.#now()).toISOString() },
      ...standingOf(summary),
    }
    await open.run.store.sync()
    await this.#snapshots.adopt(open.file, snapshot)
    open.file = this.#snapshots.recordsOf(snapshot.id)
    open.kept = { snapshot, release: await this.#snapshots.lock(snapshot.id, snapshot.name) }
    open.run.keepAs({ id: snapshot.id, name: snapshot.name })
    this.#tellSnapshots()
    return snapshot
  }

  /**
   * Opens a kept reading in the place of the one of its profile and list that is open. Where it is not complete it can be
   * gone on with.
   * @throws `snapshot-not-found`, `profile-not-found`, `list-file-damaged`, `input-invalid`
   */
  openSnapshot(snapshotId: string): Promise<RunSummary> {
    const opened = this.#opening.then(() => this.#openSnapshot(snapshotId))
    this.#opening = opened.catch(() => undefined)
    return opened
  }

  async #openSnapshot(snapshotId: string): Promise<RunSummary> {
    const known = this.#runKeptAs(snapshotId)
    if (known !== undefined) return known.run.summary()
    const snapshot = await this.#snapshots.get(snapshotId)
    const { list, profileId, startedAt } = snapshot
    const { profile } = await this.#profiles.get(profileId)
    const file = this.#snapshots.recordsOf(snapshotId)
    const release = await this.#snapshots.lock(snapshotId, snapshot.name)
    const chosenMember = profile.recordMembers[list]
    const store = this.#openStore(file, list, chosenMember)
    try {
      const restored = await store.restored()
      for (const [runId, open] of this.#runs)
        if (open.profileId === profileId && open.run.list === list) await this.close(runId)
      const basis = basisOf(profile, list)
      const { run } = this.#start(this.#newId(), {
        ...{ list, file, profileId, basis, chosenMember, store, restored, startedAt },
        kept: { snapshot, release },
        fetchPage:
          basis === snapshot.basis ? this.#fetchPage(profile, list) : () => Promise.reject(otherBasis(profile)),
      })
      run.keepAs({ id: snapshotId, name: snapshot.name })
      return run.summary()
    } catch (error) {
      await store.close()
      await release()
      throw error
    }
  }

  /** @throws `snapshot-not-found`, `input-invalid` where the name is taken */
  async renameSnapshot(snapshotId: string, name: string): Promise<void> {
    const snapshot = await this.#snapshots.rename(snapshotId, name)
    const open = this.#runKeptAs(snapshotId)
    if (open?.kept !== undefined) {
      open.kept.snapshot = snapshot
      open.run.keepAs({ id: snapshotId, name: snapshot.name })
    }
    this.#tellSnapshots()
  }

  /** Removes a snapshot. A reading that is open stays until it is closed. */
  async removeSnapshot(snapshotId: string): Promise<void> {
    const open = this.#runKeptAs(snapshotId)
    if (open?.kept === undefined) {
      const { name } = await this.#snapshots.get(snapshotId)
      const release = await this.#snapshots.lock(snapshotId, name)
      await this.#snapshots.remove(snapshotId)
      await release()
    } else {
      const { release } = open.kept
      open.kept = undefined
      open.file = this.#files.pathOf(open.run.runId)
      await this.#snapshots.remove(snapshotId, open.file)
      await release()
      open.run.keepAs(undefined)
    }
    this.#tellSnapshots()
  }

  /** Told when a snapshot came, went, or changed. Answers the unsubscribe. */
  onSnapshotsChange(listener: () => void): () => void {
    this.#snapshotListeners.add(listener)
    return () => this.#snapshotListeners.delete(listener)
  }

  #tellSnapshots(): void {
    for (const listener of this.#snapshotListeners) listener()
  }

  /** Writes down how a kept reading stands: at once where it comes to rest, else now and then. */
  async #noteKept(runId: string, summary: RunSummary): Promise<void> {
    const kept = this.#runs.get(runId)?.kept
    if (kept === undefined || (summary.state.kind === 'loading' && this.#now() - this.#keptAt < keptEvery)) return
    this.#keptAt = this.#now()
    kept.snapshot = { ...kept.snapshot, ...standingOf(summary) }
    // What it says is taken from the records themselves when it is opened; here it is only shown.
    await this.#snapshots.update(kept.snapshot).catch(() => undefined)
  }

  #runKeptAs(snapshotId: string): OpenRun | undefined {
    return [...this.#runs.values()].find(({ kept }) => kept?.snapshot.id === snapshotId)
  }

  /** A reading to compare: a run that is open, or a snapshot, which is opened for the time being. */
  async borrow(side: ComparedSide): Promise<BorrowedReading> {
    if (side.kind === 'run') return lent(this.#opened(side.runId))
    const open = this.#runKeptAs(side.snapshotId)
    if (open !== undefined) return lent(open)
    const { id, name, list } = await this.#snapshots.get(side.snapshotId)
    const unlock = await this.#snapshots.lock(id, name)
    const store = this.#openStore(this.#snapshots.recordsOf(id), list, undefined)
    const release = async (): Promise<void> => {
      await store.close()
      await unlock()
    }
    try {
      const { records } = await store.restored()
      return { store, records, list, release }
    } catch (error) {
      await release()
      throw error
    }
  }

  /** An empty store of its own file, for records that are made here. */
  async newStore(list: ListName, recordMember: string): Promise<{ runId: string; file: string; store: RecordStore }> {
    const runId = this.#newId()
    const file = await this.#files.create(runId)
    return { runId, file, store: this.#openStore(file, list, recordMember) }
  }

  /** Makes records that were made here a run that can be looked through. */
  async showRecords(made: { runId: string; file: string; store: RecordStore }, list: ListName): Promise<RunSummary> {
    const restored = await made.store.restored()
    const { run } = this.#start(made.runId, {
      ...{ list, file: made.file, store: made.store, restored },
      ...{ profileId: undefined, basis: '', kept: undefined, chosenMember: undefined },
      fetchPage: () => Promise.reject(new ClavisError('input-invalid', 'There is nothing to load here.')),
    })
    return run.summary()
  }

  /** Ends a store that was made here and removes its file. */
  async discardStore({ file, store }: { file: string; store: RecordStore }): Promise<void> {
    await store.close()
    await this.#files.remove(file)
  }

  /** Pages of a list: the cursor goes in the request header `next` (service document, section 4.3). */
  #fetchPage({ id, reportsBaseUrl }: Profile, list: ListName): FetchPage {
    const url = urlBelow(reportsBaseUrl, listPaths[list])
    return (cursor, pageNumber, control) =>
      this.#client.get(id, url, {
        kind: 'list',
        what: `Page ${pageNumber} of ${listTitles[list].toLowerCase()}`,
        headers: cursor === undefined ? {} : { next: cursor },
        ...control,
      })
  }

  /** The profile that a run reads for; undefined where the run is gone. */
  profileOf(runId: string): string | undefined {
    return this.#runs.get(runId)?.profileId
  }

  /** The runs of a profile that are there. */
  runsOf(profileId: string): RunSummary[] {
    return [...this.#runs.values()].filter((open) => open.profileId === profileId).map(({ run }) => run.summary())
  }

  /** @throws `list-run-gone`, as everything below that takes a run */
  summary(runId: string): RunSummary {
    return this.#run(runId).summary()
  }

  /** How a run went so far. */
  report(runId: string): RunReport {
    return this.#run(runId).report()
  }

  /** Where a reading stands: what another one needs to go on from there. */
  mark(runId: string): RunMark {
    return this.#run(runId).mark()
  }

  load(runId: string, pages: number | 'all'): Promise<RunSummary> {
    return this.#sleepWatch.during(this.#run(runId).load(pages))
  }

  /** The computer woke up: requests under way are made anew. */
  wake(): void {
    for (const { run } of this.#runs.values()) run.wake()
  }

  pause(runId: string): Promise<RunSummary> {
    return this.#run(runId).pause()
  }

  stop(runId: string): Promise<RunSummary> {
    return this.#run(runId).stop()
  }

  /** Ends a run and frees its rows, but for kept ones; nothing happens where it is gone already. */
  async close(runId: string): Promise<void> {
    const open = this.#runs.get(runId)
    if (open === undefined) return
    this.#runs.delete(runId)
    await open.run.close()
    if (open.kept === undefined) await this.#files.remove(open.file)
    else {
      const snapshot = { ...open.kept.snapshot, ...standingOf(open.run.summary()) }
      await this.#snapshots.update(snapshot).catch(() => undefined)
      await open.kept.release()
    }
  }

  rows(question: {
    readonly runId: string
    readonly view: ListView
    readonly offset: number
    readonly limit: number
    readonly paths: readonly string[]
  }): Promise<RowWindow> {
    return this.#run(question.runId).rows(question.view, question.offset, question.limit, question.paths)
  }

  /** A column’s commonest values that begin with a text. @throws `list-cancelled` for a newer question */
  commonValues(runId: string, path: string, beginning: string): Promise<CommonValue[]> {
    return this.#run(runId).commonValues(path, beginning)
  }

  /** A record's exact text. */
  record(runId: string, position: number): Promise<string> {
    return this.#run(runId).record(position)
  }

  /** Looks for values in columns of all that a run has loaded. @throws `list-cancelled` */
  findValues(runId: string, search: RecordStoreCalls['findValues']['input']): Promise<FoundValue[]> {
    return this.#run(runId).searches.findValues(search)
  }

  /** Ends a search; nothing happens where it has ended or its run is gone. */
  cancelSearch(runId: string, searchId: string): void {
    void this.#runs.get(runId)?.run.searches.cancelSearch(searchId)
  }

  /** Remembers which member holds a list's records; the run must be opened anew. */
  async chooseRecordMember(profileId: string, list: ListName, member: string): Promise<void> {
    await this.#profiles.changeSettings(profileId, (settings) => ({
      ...settings,
      recordMembers: { ...settings.recordMembers, [list]: member },
    }))
  }

  /** Saves loaded records. @throws `disk-full`, `disk-failed`, `list-cancelled` */
  exportTo(
    runId: string,
    chosen: ChosenRecords,
    options: ExportOptions,
    path: string,
    control: JobControl,
  ): Promise<ExportResult> {
    return this.#run(runId).exportTo(chosen, options, path, control)
  }

  /** Writes records from one position up to another behind what a file has, one a line. Answers the file's size. */
  appendTo(runId: string, path: string, from: number, until: number): Promise<number> {
    return this.#run(runId).appendTo(path, from, until)
  }

  /** What columns hold, counted over all loaded records of a view. @throws `list-cancelled`, `input-invalid` */
  profileColumns(question: {
    readonly runId: string
    readonly analysisId: string
    readonly view: ListView
    readonly paths: readonly string[]
    readonly timeZone: string
  }): Promise<ColumnProfiles> {
    const { runId, ...input } = question
    return this.#run(runId).analyses.profileColumns(input)
  }

  /** A chart's numbers, counted over all loaded records of a view. @throws `list-cancelled`, `input-invalid` */
  chart(runId: string, analysisId: string, view: ListView, question: ChartQuestion): Promise<Chart> {
    return this.#run(runId).analyses.chart(analysisId, view, question)
  }

  /** Ends an analysis with `list-cancelled`; nothing happens where it, or its run, has ended. */
  async cancelAnalysis(runId: string, analysisId: string): Promise<void> {
    await this.#runs.get(runId)?.run.analyses.cancelAnalysis(analysisId)
  }

  /** Tells now and then how many records an analysis has looked at. Answers the unsubscribe. */
  onAnalysisProgress(listener: (progress: AnalysisProgress) => void): () => void {
    this.#analysisListeners.add(listener)
    return () => this.#analysisListeners.delete(listener)
  }

  /** Tells how runs get on, about ten times a second at most. Answers the unsubscribe. */
  onProgress(listener: (summary: RunSummary) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends all runs and removes their files. */
  async end(): Promise<void> {
    await this.#opening
    await Promise.all([...this.#runs.keys()].map((runId) => this.close(runId)))
  }

  #run(runId: string): ListRun {
    return this.#opened(runId).run
  }

  #opened(runId: string): OpenRun {
    const open = this.#runs.get(runId)
    if (open === undefined)
      throw new ClavisError('list-run-gone', 'This reading of the list is closed.', { hint: 'Open the list again.' })
    return open
  }
}

/** What the readings of a profile's list depend on. */
function basisOf({ reportsBaseUrl, clientId, tokenUrl, recordMembers }: Profile, list: ListName): string {
  return JSON.stringify([reportsBaseUrl, clientId, tokenUrl, recordMembers[list]])
}

function standingOf({ pages, records, state }: RunSummary): Pick<Snapshot, 'pages' | 'records' | 'complete'> {
  return { pages, records, complete: state.kind === 'complete' }
}

function otherBasis({ name }: Profile): ClavisError {
  return new ClavisError(
    'list-cursor-refused',
    `This reading cannot go on: “${name}” has other addresses, or another client ID, than when it was begun.`,
    { hint: 'What was read is kept. Read the list again from its first page.' },
  )
}
