import { ClavisError } from '../../shared/model/error.ts'
import { listTitles, type ListName, type ListView, type RowWindow, type RunSummary } from '../../shared/model/list.ts'
import type { ChosenRecords, ExportOptions, ExportResult } from '../../shared/model/export.ts'
import type { RunReport } from '../../shared/model/run-report.ts'
import type { Profile } from '../../shared/model/profile.ts'
import type { ServiceClient } from '../oauth/service-client.ts'
import { urlBelow } from '../oauth/service-url.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { JobControl } from './job-control.ts'
import { ListRun, type FetchPage, type RunMark } from './list-run.ts'
import { listPaths } from './record-members.ts'
import { RecordStore } from './record-store.ts'
import { RunFiles } from './run-files.ts'
import { SleepWatch } from './sleep-watch.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly client: Pick<ServiceClient, 'get'>
  /** The record store's worker. */
  readonly workerUrl: URL
  /** Where records are kept while a run lives. */
  readonly temporaryFolder: string
  /** The person’s language, in which text is sorted: a BCP 47 tag. */
  readonly language: string
  readonly now: () => number
  readonly newId: () => string
}

interface OpenRun {
  readonly run: ListRun
  readonly profileId: string
  /** What the run depends on: with other settings it would read something else. */
  readonly basis: string
  readonly file: string
}

/** The readings of lists: at most one for each profile and list. */
export class ListService {
  readonly #profiles: ProfileStore
  readonly #client: Options['client']
  readonly #workerUrl: URL
  readonly #files: RunFiles
  readonly #language: string
  readonly #now: () => number
  readonly #newId: () => string
  readonly #runs = new Map<string, OpenRun>()
  readonly #listeners = new Set<(summary: RunSummary) => void>()
  readonly #sleepWatch: SleepWatch
  #opening: Promise<unknown> = Promise.resolve()

  constructor({ profiles, client, workerUrl, temporaryFolder, language, now, newId }: Options) {
    this.#profiles = profiles
    this.#client = client
    this.#workerUrl = workerUrl
    this.#files = new RunFiles(temporaryFolder)
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
    const basis = JSON.stringify([
      profile.reportsBaseUrl,
      profile.clientId,
      profile.tokenUrl,
      profile.recordMembers[list],
    ])
    for (const [runId, open] of this.#runs) {
      if (open.profileId !== profileId || open.run.list !== list) continue
      if (!restart && open.basis === basis) return open.run.summary()
      await this.close(runId)
    }
    const runId = this.#newId()
    const file = await this.#files.create(runId)
    const store = new RecordStore(this.#workerUrl, {
      file,
      list,
      chosenMember: profile.recordMembers[list],
      language: this.#language,
    })
    const run = new ListRun({
      runId,
      list,
      store,
      fetchPage: this.#fetchPage(profile, list),
      now: this.#now,
      ...(from === undefined ? {} : { from }),
      onProgress: (summary) => {
        for (const listener of this.#listeners) listener(summary)
      },
    })
    this.#runs.set(runId, { run, profileId, basis, file })
    return run.summary()
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

  /** Ends a run and frees its rows; nothing happens where it is gone already. */
  async close(runId: string): Promise<void> {
    const open = this.#runs.get(runId)
    if (open === undefined) return
    this.#runs.delete(runId)
    await open.run.close()
    await this.#files.remove(open.file)
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

  /** A record's exact text. */
  record(runId: string, position: number): Promise<string> {
    return this.#run(runId).record(position)
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
    const open = this.#runs.get(runId)
    if (open === undefined)
      throw new ClavisError('list-run-gone', 'This reading of the list is closed.', { hint: 'Open the list again.' })
    return open.run
  }
}
