import { isDeepStrictEqual } from 'node:util'
import { ClavisError } from '../../shared/model/errors/error.ts'
import type { Chart, ChartQuestion, ColumnProfiles } from '../../shared/model/lists/list-analysis.ts'
import type { CommonValue, ListView, DatasetSummary, RowWindow } from '../../shared/model/lists/list.ts'
import type { ListName } from '../../shared/model/profile/list-name.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../shared/model/lists/export/export.ts'
import type { LoadReport } from '../../shared/model/lists/load-report.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import { Analyses } from './analyses.ts'
import type { JobControl } from '../scheduling/cancellation.ts'
import type { DatasetLease, DatasetRegistry } from './loading/dataset-registry.ts'
import type { Dataset } from './loading/dataset.ts'
import { basisOf, pagesOf, type LoadBasis, type PageClient } from './loading/list-pages.ts'
import type { LoadMark } from './loading/load-position.ts'
import { ReloadCoordinator } from './loading/reload-coordinator.ts'
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
  open(profileId: string, list: ListName, restart: boolean, from?: LoadMark): Promise<DatasetSummary> {
    return this.#datasets.inTurn(() => this.#open(profileId, list, restart, from))
  }

  async #open(profileId: string, list: ListName, restart: boolean, from?: LoadMark): Promise<DatasetSummary> {
    const profile = await this.#readable(profileId)
    const basis = basisOf(profile, list)
    for (const dataset of this.#datasets.ofList(profileId, list)) {
      if (!restart && isOfBasis(dataset, basis)) return dataset.summary()
      await this.#datasets.close(dataset.datasetId)
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
    const { datasetId, ...records } = await this.#datasets.createRecords(list, profile.recordMembers[list])
    const start = {
      list,
      records,
      profileId: profile.id,
      basis: basisOf(profile, list),
      keeping: undefined,
      fetchPage: pagesOf(this.#client, profile, list),
      ...(from === undefined ? {} : { from }),
    }
    return this.#datasets.start(start, datasetId)
  }

  /**
   * Reloads a dataset's list. The dataset stays until the first page of the new one is in. Returns the list's dataset
   * then: the old one if that page failed or the reload was cancelled.
   * @throws `list-run-gone`, `input-invalid`, `disk-full`, `disk-failed`
   */
  reload(datasetId: string): Promise<DatasetSummary> {
    return this.#reloads.reload(datasetId)
  }

  /** Cancels the reload of a dataset, or clears its failure. Does nothing if there is none. */
  cancelReload(datasetId: string): Promise<void> {
    return this.#reloads.cancel(datasetId)
  }

  /** Works with a leased dataset: a reload meanwhile, or while the user answers a dialog, leaves its records. */
  async leasing<T>(datasetId: string, work: (dataset: DatasetLease) => Promise<T>): Promise<T> {
    const dataset = this.#datasets.lease(this.#dataset(datasetId))
    try {
      return await work(dataset)
    } finally {
      await dataset.release()
    }
  }

  /** Returns the open datasets of a profile. */
  runsOf(profileId: string): DatasetSummary[] {
    return this.#datasets
      .all()
      .filter((dataset) => dataset.profileId === profileId && dataset.replaces === undefined)
      .map((dataset) => dataset.summary())
  }

  /** @throws `list-run-gone`, like all methods below that take a dataset */
  summary(datasetId: string): DatasetSummary {
    return this.#dataset(datasetId).summary()
  }

  /** Returns details of a load so far: its events, retries and waiting time. */
  report(datasetId: string): LoadReport {
    return this.#dataset(datasetId).report()
  }

  /** Returns the position of a load, from which another one can resume. */
  mark(datasetId: string): LoadMark {
    return this.#dataset(datasetId).loader.mark()
  }

  async load(datasetId: string, pages: number | 'all'): Promise<DatasetSummary> {
    const dataset = this.#dataset(datasetId)
    return dataset.summary(await this.#suspends.during(dataset.loader.load(pages)))
  }

  /** Resends running requests after the computer woke up. */
  wake(): void {
    for (const { loader } of this.#datasets.all()) loader.wake()
  }

  /** Stops a load after the current page. */
  async pause(datasetId: string): Promise<DatasetSummary> {
    const dataset = this.#dataset(datasetId)
    return dataset.summary(await dataset.loader.pause())
  }

  /** Stops a load at once. */
  async stop(datasetId: string): Promise<DatasetSummary> {
    const dataset = this.#dataset(datasetId)
    return dataset.summary(await dataset.loader.stop())
  }

  /** Closes a dataset and removes its records, unless it is a snapshot. Does nothing if it is closed already. */
  close(datasetId: string): Promise<void> {
    return this.#datasets.close(datasetId)
  }

  rows(question: {
    readonly datasetId: string
    readonly view: ListView
    readonly offset: number
    readonly limit: number
    readonly paths: readonly string[]
  }): Promise<RowWindow> {
    return this.#dataset(question.datasetId).rows(question.view, question.offset, question.limit, question.paths)
  }

  /**
   * Returns a record's row in a view, counted from 0; undefined if the view filters it out.
   * @throws `cancelled` if a newer call replaces this one, `input-invalid`
   */
  rowOf(datasetId: string, view: ListView, position: number): Promise<number | undefined> {
    return this.#dataset(datasetId).rowOf(view, position)
  }

  /**
   * Returns a column’s most frequent values that start with a text.
   * @throws `cancelled` if a newer call replaces this one
   */
  commonValues(datasetId: string, path: string, beginning: string): Promise<CommonValue[]> {
    return this.#dataset(datasetId).store.commonValues(path, beginning)
  }

  /** Returns a record's exact text. */
  record(datasetId: string, position: number): Promise<string> {
    return this.#dataset(datasetId).record(position)
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

  /** Exports loaded records to a file. @throws `disk-full`, `disk-failed`, `cancelled` */
  exportTo(
    datasetId: string,
    chosen: ChosenRecords,
    options: ExportOptions,
    path: string,
    control: JobControl,
  ): Promise<ExportResult> {
    return this.#dataset(datasetId).store.exportTo(chosen, options, path, control)
  }

  /** Appends a range of records to a file, one per line. Returns the file's size. */
  appendTo(datasetId: string, path: string, from: number, until: number): Promise<number> {
    return this.#dataset(datasetId).store.appendTo(path, from, until)
  }

  /** Finds the columns that have the same value in every loaded record. @throws `cancelled` */
  constantColumns(datasetId: string, analysisId: string): Promise<string[]> {
    const { store } = this.#dataset(datasetId)
    return this.analyses.run(analysisId, (control) => store.constantColumns(control))
  }

  /** Computes column statistics over all loaded records of a view. @throws `cancelled`, `input-invalid` */
  profileColumns(question: {
    readonly datasetId: string
    readonly analysisId: string
    readonly view: ListView
    readonly paths: readonly string[]
    readonly timeZone: string
  }): Promise<ColumnProfiles> {
    const { datasetId, analysisId, view, paths, timeZone } = question
    const { store } = this.#dataset(datasetId)
    return this.analyses.run(analysisId, (control) => store.profileColumns(view, paths, timeZone, control))
  }

  /** Computes a chart over all loaded records of a view. @throws `cancelled`, `input-invalid` */
  chart(datasetId: string, analysisId: string, view: ListView, question: ChartQuestion): Promise<Chart> {
    const { store } = this.#dataset(datasetId)
    return this.analyses.run(analysisId, (control) => store.chart(view, question, control))
  }

  #dataset(datasetId: string): Dataset {
    return this.#datasets.get(datasetId)
  }
}

/** Returns whether a dataset still belongs to the list with the profile's current settings. */
function isOfBasis(dataset: Dataset, basis: LoadBasis): boolean {
  return isDeepStrictEqual(dataset.basis, basis) || isDeepStrictEqual(dataset.staysUnder, basis)
}
