import { ClavisError } from '../../shared/model/error.ts'
import type { Chart, ChartQuestion, ColumnProfiles } from '../../shared/model/list-analysis.ts'
import type { CommonValue, ListView, RunSummary } from '../../shared/model/list.ts'
import type { ListName } from '../../shared/model/list-name.ts'
import type { PackedRows } from '../../shared/model/packed-rows.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../shared/model/export.ts'
import type { RunReport } from '../../shared/model/run-report.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { Analyses } from './analyses.ts'
import { borrowedRun, type BorrowedReading } from './loading/dataset-lease.ts'
import type { JobControl } from '../scheduling/cancellation.ts'
import { basisOf, pagesOf, type PageClient } from './loading/list-pages.ts'
import type { ListRun, RunMark } from './loading/page-loader.ts'
import { NewReadings } from './loading/reload-coordinator.ts'
import type { OpenRun, OpenRuns } from './loading/dataset-registry.ts'
import type { FoundValue } from '../records/record-store.ts'
import { SleepWatch } from './loading/suspend-detector.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly client: PageClient
  readonly runs: OpenRuns
  readonly now: () => number
}

/** The readings of lists: at most one for each profile and list. */
export class ListService {
  readonly #profiles: ProfileStore
  readonly #client: PageClient
  readonly #runs: OpenRuns
  readonly #sleepWatch: SleepWatch
  readonly #newReadings: NewReadings
  /** The analyses under way, to be followed and cancelled. */
  readonly analyses = new Analyses()

  constructor({ profiles, client, runs, now }: Options) {
    this.#profiles = profiles
    this.#client = client
    this.#runs = runs
    this.#sleepWatch = new SleepWatch({ now, onWake: () => this.wake() })
    this.#newReadings = new NewReadings({
      runs,
      start: async (profileId, list) => this.#start(await this.#readable(profileId), list),
      load: (run) => this.#sleepWatch.during(run.load(1)),
    })
  }

  /**
   * Answers the run that is there, or starts one without fetching anything.
   * @param restart from the first page, whatever is there
   * @param from where an earlier reading stopped that the new one goes on from
   * @throws `input-invalid` where the profile has no reporting address
   */
  open(profileId: string, list: ListName, restart: boolean, from?: RunMark): Promise<RunSummary> {
    return this.#runs.inTurn(() => this.#open(profileId, list, restart, from))
  }

  async #open(profileId: string, list: ListName, restart: boolean, from?: RunMark): Promise<RunSummary> {
    const profile = await this.#readable(profileId)
    const basis = basisOf(profile, list)
    for (const open of this.#runs.ofList(profileId, list)) {
      if (!restart && isOfBasis(open, basis)) return open.run.summary()
      await this.#runs.close(open.run.runId)
    }
    return (await this.#start(profile, list, from)).run.summary()
  }

  /** @throws `input-invalid` where the profile has no reporting address */
  async #readable(profileId: string): Promise<Profile> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.reportsBaseUrl === '')
      throw new ClavisError(
        'input-invalid',
        `“${profile.name}” has no reporting address, so it has no lists to read.`,
        {
          hint: 'Enter the reporting API’s base address in the profile’s settings.',
        },
      )
    return profile
  }

  async #start(profile: Profile, list: ListName, from?: RunMark): Promise<OpenRun> {
    const { runId, ...records } = await this.#runs.newRecords(list, profile.recordMembers[list])
    const start = {
      ...{ list, records, profileId: profile.id, basis: basisOf(profile, list), kept: undefined },
      fetchPage: pagesOf(this.#client, profile, list),
      ...(from === undefined ? {} : { from }),
    }
    return this.#runs.start(start, runId)
  }

  /**
   * Reads a run's list anew; the run stays until the new reading's first page is in. Answers the reading that is the
   * list's then, which is the run where that page failed or the new reading was cancelled.
   * @throws `list-run-gone`, `input-invalid`, `disk-full`, `disk-failed`
   */
  readAnew(runId: string): Promise<RunSummary> {
    return this.#newReadings.begin(runId)
  }

  /** Ends the reading that is to take a run's place, or forgets that it failed; nothing happens where there is none. */
  cancelNewReading(runId: string): Promise<void> {
    return this.#newReadings.cancel(runId)
  }

  /** A run's records to look through until they are released, whatever becomes of the run. @throws `list-run-gone` */
  borrow(runId: string): BorrowedReading {
    return borrowedRun(this.#runs, this.#runs.get(runId))
  }

  /** The profile that a run reads for; undefined where the run is gone. */
  profileOf(runId: string): string | undefined {
    return this.#runs.find(runId)?.profileId
  }

  /** The runs of a profile that are there. */
  runsOf(profileId: string): RunSummary[] {
    return this.#runs
      .all()
      .filter((open) => open.profileId === profileId && open.replaces === undefined)
      .map(({ run }) => run.summary())
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
    for (const { run } of this.#runs.all()) run.wake()
  }

  pause(runId: string): Promise<RunSummary> {
    return this.#run(runId).pause()
  }

  stop(runId: string): Promise<RunSummary> {
    return this.#run(runId).stop()
  }

  /** Ends a run and frees its rows, but for kept ones; nothing happens where it is gone already. */
  close(runId: string): Promise<void> {
    return this.#runs.close(runId)
  }

  rows(question: {
    readonly runId: string
    readonly view: ListView
    readonly offset: number
    readonly limit: number
    readonly paths: readonly string[]
  }): Promise<PackedRows> {
    return this.#run(question.runId).rows(question.view, question.offset, question.limit, question.paths)
  }

  /**
   * The row of a view that a record is in, counted from 0; undefined where the view leaves it out.
   * @throws `list-cancelled` for a newer question, `input-invalid`
   */
  rowOf(runId: string, view: ListView, position: number): Promise<number | undefined> {
    return this.#run(runId).rowOf(view, position)
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
  findValues(
    runId: string,
    values: readonly string[],
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundValue[]> {
    return this.#run(runId).store.findValues(values, paths, { signal, onProgress: () => undefined })
  }

  /**
   * Remembers which member holds a list's records. What was read by another one is the list's reading until it is read
   * anew; a run that has nothing must be opened anew.
   */
  chooseRecordMember(profileId: string, list: ListName, member: string): Promise<void> {
    return this.#runs.inTurn(async () => {
      const before = basisOf((await this.#profiles.get(profileId)).profile, list)
      const profile = await this.#profiles.changeSettings(profileId, (settings) => ({
        ...settings,
        recordMembers: { ...settings.recordMembers, [list]: member },
      }))
      for (const open of this.#runs.ofList(profileId, list))
        if (isOfBasis(open, before) && open.run.summary().pages > 0) open.staysUnder = basisOf(profile, list)
    })
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
    const { runId, analysisId, view, paths, timeZone } = question
    const { store } = this.#run(runId)
    return this.analyses.run(analysisId, (control) => store.profileColumns(view, paths, timeZone, control))
  }

  /** A chart's numbers, counted over all loaded records of a view. @throws `list-cancelled`, `input-invalid` */
  chart(runId: string, analysisId: string, view: ListView, question: ChartQuestion): Promise<Chart> {
    const { store } = this.#run(runId)
    return this.analyses.run(analysisId, (control) => store.chart(view, question, control))
  }

  #run(runId: string): ListRun {
    return this.#runs.get(runId).run
  }
}

/** Whether a run is the list's reading where the profile's settings come to this. */
function isOfBasis(open: OpenRun, basis: string): boolean {
  return open.basis === basis || open.staysUnder === basis
}
