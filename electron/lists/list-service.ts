import { ClavisError } from '../../shared/model/errors/error.ts'
import type { Chart, ChartQuestion, ColumnProfiles } from '../../shared/model/lists/list-analysis.ts'
import type { CommonValue, ListView, RunSummary } from '../../shared/model/lists/list.ts'
import type { ListName } from '../../shared/model/profile/list-name.ts'
import type { PackedRows } from '../../shared/model/lists/packed-rows.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../shared/model/lists/export.ts'
import type { RunReport } from '../../shared/model/lists/run-report.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { Analyses } from './analyses.ts'
import type { JobControl } from '../scheduling/cancellation.ts'
import type { DatasetLease, DatasetRegistry } from './loading/dataset-registry.ts'
import type { Dataset } from './loading/dataset.ts'
import { basisOf, pagesOf, type PageClient } from './loading/list-pages.ts'
import type { LoadMark } from './loading/load-position.ts'
import { ReloadCoordinator } from './loading/reload-coordinator.ts'
import type { FoundValue } from '../records/record-store.ts'
import { SuspendDetector } from './loading/suspend-detector.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly client: PageClient
  readonly datasets: DatasetRegistry
  readonly now: () => number
}

/** Loads lists and queries what is loaded. There is at most one dataset per profile and list. */
export class ListService {
  readonly #profiles: ProfileStore
  readonly #client: PageClient
  readonly #datasets: DatasetRegistry
  readonly #suspends: SuspendDetector
  readonly #reloads: ReloadCoordinator
  /** The running analyses. */
  readonly analyses = new Analyses()

  constructor({ profiles, client, datasets, now }: Options) {
    this.#profiles = profiles
    this.#client = client
    this.#datasets = datasets
    this.#suspends = new SuspendDetector({ now, onWake: () => this.wake() })
    this.#reloads = new ReloadCoordinator({
      datasets,
      start: async (profileId, list) => this.#start(await this.#readable(profileId), list),
      load: ({ loader }) => this.#suspends.during(loader.load(1)),
    })
  }

  /**
   * Returns the list's dataset, or creates one without fetching anything.
   * @param restart always creates one, which starts from the first page
   * @param from where an earlier load stopped that the new one resumes
   * @throws `input-invalid` if the profile has no reporting address
   */
  open(profileId: string, list: ListName, restart: boolean, from?: LoadMark): Promise<RunSummary> {
    return this.#datasets.inTurn(() => this.#open(profileId, list, restart, from))
  }

  async #open(profileId: string, list: ListName, restart: boolean, from?: LoadMark): Promise<RunSummary> {
    const profile = await this.#readable(profileId)
    const basis = basisOf(profile, list)
    for (const dataset of this.#datasets.ofList(profileId, list)) {
      if (!restart && isOfBasis(dataset, basis)) return dataset.summary()
      await this.#datasets.close(dataset.runId)
    }
    return (await this.#start(profile, list, from)).summary()
  }

  /** @throws `input-invalid` if the profile has no reporting address */
  async #readable(profileId: string): Promise<Profile> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.reportsBaseUrl === '')
      throw new ClavisError(
        'input-invalid',
        `“${profile.name}” has no reporting address, so its lists can’t be loaded.`,
        {
          hint: 'Enter the reporting API’s base address in the profile’s settings.',
        },
      )
    return profile
  }

  async #start(profile: Profile, list: ListName, from?: LoadMark): Promise<Dataset> {
    const { runId, ...records } = await this.#datasets.createRecords(list, profile.recordMembers[list])
    const start = {
      ...{ list, records, profileId: profile.id, basis: basisOf(profile, list), keeping: undefined },
      fetchPage: pagesOf(this.#client, profile, list),
      ...(from === undefined ? {} : { from }),
    }
    return this.#datasets.start(start, runId)
  }

  /**
   * Reloads a dataset's list. The dataset stays until the first page of the new one is in. Returns the list's dataset
   * then: the old one if that page failed or the reload was cancelled.
   * @throws `list-run-gone`, `input-invalid`, `disk-full`, `disk-failed`
   */
  reload(runId: string): Promise<RunSummary> {
    return this.#reloads.reload(runId)
  }

  /** Cancels the reload of a dataset, or clears its failure. Does nothing if there is none. */
  cancelReload(runId: string): Promise<void> {
    return this.#reloads.cancel(runId)
  }

  /** Leases a dataset: its records stay until the lease is released. @throws `list-run-gone` */
  lease(runId: string): DatasetLease {
    return this.#datasets.lease(this.#dataset(runId))
  }

  /** Works with a leased dataset: a reload meanwhile, or while the user answers a dialog, leaves its records. */
  async leasing<T>(runId: string, work: (dataset: DatasetLease) => Promise<T>): Promise<T> {
    const dataset = this.lease(runId)
    try {
      return await work(dataset)
    } finally {
      await dataset.release()
    }
  }

  /** Returns the profile of a dataset; undefined if it is closed. */
  profileOf(runId: string): string | undefined {
    return this.#datasets.find(runId)?.profileId
  }

  /** Returns the open datasets of a profile. */
  runsOf(profileId: string): RunSummary[] {
    return this.#datasets
      .all()
      .filter((dataset) => dataset.profileId === profileId && dataset.replaces === undefined)
      .map((dataset) => dataset.summary())
  }

  /** @throws `list-run-gone`, like all methods below that take a dataset */
  summary(runId: string): RunSummary {
    return this.#dataset(runId).summary()
  }

  /** Returns details of a load so far: its events, retries and waiting time. */
  report(runId: string): RunReport {
    return this.#dataset(runId).report()
  }

  /** Returns the position of a load, from which another one can resume. */
  mark(runId: string): LoadMark {
    return this.#dataset(runId).loader.mark()
  }

  async load(runId: string, pages: number | 'all'): Promise<RunSummary> {
    const dataset = this.#dataset(runId)
    return dataset.summary(await this.#suspends.during(dataset.loader.load(pages)))
  }

  /** Resends running requests after the computer woke up. */
  wake(): void {
    for (const { loader } of this.#datasets.all()) loader.wake()
  }

  /** Stops a load after the current page. */
  async pause(runId: string): Promise<RunSummary> {
    const dataset = this.#dataset(runId)
    return dataset.summary(await dataset.loader.pause())
  }

  /** Stops a load at once. */
  async stop(runId: string): Promise<RunSummary> {
    const dataset = this.#dataset(runId)
    return dataset.summary(await dataset.loader.stop())
  }

  /** Closes a dataset and removes its records, unless it is a snapshot. Does nothing if it is closed already. */
  close(runId: string): Promise<void> {
    return this.#datasets.close(runId)
  }

  rows(question: {
    readonly runId: string
    readonly view: ListView
    readonly offset: number
    readonly limit: number
    readonly paths: readonly string[]
  }): Promise<PackedRows> {
    return this.#dataset(question.runId).rows(question.view, question.offset, question.limit, question.paths)
  }

  /**
   * Returns a record's row in a view, counted from 0; undefined if the view filters it out.
   * @throws `list-cancelled` if a newer call replaces this one, `input-invalid`
   */
  rowOf(runId: string, view: ListView, position: number): Promise<number | undefined> {
    return this.#dataset(runId).rowOf(view, position)
  }

  /**
   * Returns a column’s most frequent values that start with a text.
   * @throws `list-cancelled` if a newer call replaces this one
   */
  commonValues(runId: string, path: string, beginning: string): Promise<CommonValue[]> {
    return this.#dataset(runId).store.commonValues(path, beginning)
  }

  /** Returns a record's exact text. */
  record(runId: string, position: number): Promise<string> {
    return this.#dataset(runId).record(position)
  }

  /** Searches columns of all loaded records for values. @throws `list-cancelled` */
  findValues(
    runId: string,
    values: readonly string[],
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<FoundValue[]> {
    return this.#dataset(runId).store.findValues(values, paths, { signal, onProgress: () => undefined })
  }

  /**
   * Saves which field of a page holds a list's records. A dataset loaded with another field stays until it is reloaded;
   * an empty dataset must be opened again.
   */
  chooseRecordMember(profileId: string, list: ListName, member: string): Promise<void> {
    return this.#datasets.inTurn(async () => {
      const before = basisOf((await this.#profiles.get(profileId)).profile, list)
      const profile = await this.#profiles.changeSettings(profileId, (settings) => ({
        ...settings,
        recordMembers: { ...settings.recordMembers, [list]: member },
      }))
      for (const dataset of this.#datasets.ofList(profileId, list))
        if (isOfBasis(dataset, before) && dataset.summary().pages > 0) dataset.staysUnder = basisOf(profile, list)
    })
  }

  /** Exports loaded records to a file. @throws `disk-full`, `disk-failed`, `list-cancelled` */
  exportTo(
    runId: string,
    chosen: ChosenRecords,
    options: ExportOptions,
    path: string,
    control: JobControl,
  ): Promise<ExportResult> {
    return this.#dataset(runId).store.exportTo(chosen, options, path, control)
  }

  /** Appends a range of records to a file, one per line. Returns the file's size. */
  appendTo(runId: string, path: string, from: number, until: number): Promise<number> {
    return this.#dataset(runId).store.appendTo(path, from, until)
  }

  /** Computes column statistics over all loaded records of a view. @throws `list-cancelled`, `input-invalid` */
  profileColumns(question: {
    readonly runId: string
    readonly analysisId: string
    readonly view: ListView
    readonly paths: readonly string[]
    readonly timeZone: string
  }): Promise<ColumnProfiles> {
    const { runId, analysisId, view, paths, timeZone } = question
    const { store } = this.#dataset(runId)
    return this.analyses.run(analysisId, (control) => store.profileColumns(view, paths, timeZone, control))
  }

  /** Computes a chart over all loaded records of a view. @throws `list-cancelled`, `input-invalid` */
  chart(runId: string, analysisId: string, view: ListView, question: ChartQuestion): Promise<Chart> {
    const { store } = this.#dataset(runId)
    return this.analyses.run(analysisId, (control) => store.chart(view, question, control))
  }

  #dataset(runId: string): Dataset {
    return this.#datasets.get(runId)
  }
}

/** Returns whether a dataset still belongs to the list with the profile's current settings. */
function isOfBasis(dataset: Dataset, basis: string): boolean {
  return dataset.basis === basis || dataset.staysUnder === basis
}
