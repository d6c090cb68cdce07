import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { parsedJson } from '#shared/values/json.ts'
import { type Confirm, confirmInProduction, refuseConfirmation } from '../confirmation.ts'
import { neededLoadQuestion } from '../profiles/guards/confirmation-messages.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import { Analyses } from './analyses.ts'
import type { DatasetLease, DatasetRegistry, DatasetStart } from './loading/dataset-registry.ts'
import type { Dataset, Keeping } from './loading/dataset.ts'
import { loadBasisOf, pagesOf, type LoadBasis, type PageClient, loadBasisSchema } from './loading/list-pages.ts'
import type { LoadRange } from './loading/load-goal.ts'
import { unattendedRetry } from './loading/page-retry.ts'
import { ReloadCoordinator } from './loading/reload-coordinator.ts'
import { SuspendDetector } from './loading/suspend-detector.ts'
import { RecordFinder } from './record-finder.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly client: PageClient
  readonly datasets: DatasetRegistry
  readonly now: () => number
}

/** The records of a file stay in it, and its lock is the caller's. */
const keptFile: Keeping = { snapshot: undefined, release: nothing, onClosed: nothing }

/** Loads lists and queries what is loaded. There is at most one dataset per profile and list. */
export class ListService {
  readonly #profiles: ProfileStore
  readonly #client: PageClient
  readonly #datasets: DatasetRegistry
  readonly #suspends: SuspendDetector
  readonly reloads: ReloadCoordinator
  /** The running analyses. */
  readonly analyses = new Analyses()
  readonly finder: RecordFinder

  constructor({ profiles, client, datasets, now }: Options) {
    this.#profiles = profiles
    this.#client = client
    this.#datasets = datasets
    this.finder = new RecordFinder(datasets)
    this.#suspends = new SuspendDetector({ now, onWake: () => this.wake() })
    this.reloads = new ReloadCoordinator({
      datasets,
      start: async (profileId, list) => this.#start(await this.#readable(profileId), list),
      load: ({ loader }) => this.#suspends.during(loader.load(1)),
    })
  }

  /**
   * Returns the list's dataset, or creates one without fetching anything.
   * @param restart always creates one, which starts from the first page
   * @throws `input-invalid` if the profile has no reporting address
   */
  open(profileId: string, list: ListName, restart: boolean): Promise<DatasetSummary> {
    return this.#datasets.inTurn(() => this.#open(profileId, list, restart))
  }

  async #open(profileId: string, list: ListName, restart: boolean): Promise<DatasetSummary> {
    const profile = await this.#readable(profileId)
    const basis = loadBasisOf(profile, list)
    for (const dataset of this.#datasets.ofList(profileId, list)) {
      if (!restart && isOfBasis(dataset, basis)) return dataset.summary()
      await this.#datasets.close(dataset.datasetId)
    }
    return (await this.#start(profile, list)).summary()
  }

  /**
   * Opens the load in a file that the caller has locked, in place of the list's dataset; an empty file begins one. The file
   * stays when the dataset is closed.
   * @throws `input-invalid` if it can't be resumed; `list-file-damaged`, `file-untrusted`
   */
  openFile(file: string, profileId: string, list: ListName): Promise<DatasetSummary> {
    return this.#datasets.inTurn(async () => {
      const profile = await this.#readable(profileId)
      const origin = originOf(profile, list)
      const records = this.#datasets.openRecords(file, list, profile.recordMembers[list], JSON.stringify(origin))
      try {
        const restored = await records.store.restored()
        if (restored.pages > 0) requireOrigin(file, restored.origin, origin)
        for (const { datasetId } of this.#datasets.ofList(profileId, list)) await this.#datasets.close(datasetId)
        const fetchPage = pagesOf(this.#client, profile, list)
        return this.#datasets.start({ ...origin, list, records, restored, keeping: keptFile, fetchPage }).summary()
      } catch (error) {
        await records.store.close()
        throw error
      }
    })
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

  async #start(profile: Profile, list: ListName): Promise<Dataset> {
    const { datasetId, ...start } = await this.#newLoad(profile, list)
    return this.#datasets.start(start, datasetId)
  }

  async #newLoad(
    profile: Profile,
    list: ListName,
    requireAllowed?: (now: Profile) => void,
  ): Promise<DatasetStart & { readonly datasetId: string }> {
    const basis = loadBasisOf(profile, list)
    const { datasetId, ...records } = await this.#datasets.createRecords(list, profile.recordMembers[list])
    return {
      datasetId,
      list,
      records,
      profileId: profile.id,
      basis,
      keeping: undefined,
      fetchPage: pagesOf(this.#client, profile, list, basis, requireAllowed),
    }
  }

  /**
   * Loads a whole list beside the one that is shown. Nobody waits for it: a service that is not available ends it soon.
   * @param signal stops it
   * @param requireAllowed throws if the profile, as it is at a page, must not be called
   * @returns the dataset, whose state says whether it is complete. The caller releases it
   * @throws `profile-not-found`, `input-invalid` if the profile has no reporting address; `disk-full`, `disk-failed`
   */
  async loadApart(
    profileId: string,
    list: ListName,
    signal: AbortSignal,
    requireAllowed?: (now: Profile) => void,
  ): Promise<{ readonly dataset: Dataset; readonly lease: DatasetLease }> {
    const { datasetId, ...start } = await this.#newLoad(await this.#readable(profileId), list, requireAllowed)
    const apart = this.#datasets.startApart(start, datasetId, unattendedRetry)
    const stop = (): void => void apart.dataset.loader.stop()
    signal.addEventListener('abort', stop)
    try {
      if (!signal.aborted) await this.#suspends.during(apart.dataset.loader.load('all'))
      return apart
    } catch (error) {
      await apart.lease.release()
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Works with a leased dataset: a reload meanwhile, or while the user answers a dialog, leaves its records. */
  async leasing<T>(datasetId: string, work: (dataset: DatasetLease) => Promise<T>): Promise<T> {
    const dataset = this.#datasets.lease(this.#datasets.get(datasetId))
    try {
      return await work(dataset)
    } finally {
      await dataset.release()
    }
  }

  /**
   * Loads the next pages of a dataset, all remaining ones, or what an answer needs.
   * @param confirm asks before Production is called for an answer
   * @throws `dataset-closed`, and what `confirm` throws
   */
  async load(datasetId: string, range: LoadRange, confirm: Confirm = refuseConfirmation): Promise<DatasetSummary> {
    const dataset = this.#datasets.get(datasetId)
    if (typeof range === 'object' && dataset.profileId !== undefined) {
      if (await dataset.loader.reaches(range.until)) return dataset.summary()
      const { profile } = await this.#profiles.get(dataset.profileId)
      await confirmInProduction(profile, confirm, neededLoadQuestion(profile, dataset.list))
    }
    return dataset.summary(await this.#suspends.during(dataset.loader.load(range)))
  }

  /** Resends running requests after the computer woke up. */
  wake(): void {
    this.#datasets.wake()
  }

  /**
   * Saves which field of a page holds a list's records. A dataset loaded with another field stays until it is reloaded;
   * an empty dataset must be opened again.
   */
  chooseRecordMember(profileId: string, list: ListName, member: string): Promise<void> {
    return this.#datasets.inTurn(async () => {
      const before = loadBasisOf((await this.#profiles.get(profileId)).profile, list)
      const profile = await this.#profiles.changeSettings(profileId, (settings) => ({
        ...settings,
        recordMembers: { ...settings.recordMembers, [list]: member },
      }))
      for (const dataset of this.#datasets.ofList(profileId, list))
        if (isOfBasis(dataset, before) && dataset.summary().pages > 0) dataset.staysUnder = loadBasisOf(profile, list)
    })
  }
}

/** Returns whether a dataset still belongs to the list with the profile's current settings. */
function isOfBasis(dataset: Dataset, basis: LoadBasis): boolean {
  return isDeepStrictEqual(dataset.basis, basis) || isDeepStrictEqual(dataset.staysUnder, basis)
}

function nothing(): Promise<void> {
  return Promise.resolve()
}

const originSchema = z.strictObject({ profileId: z.string(), list: z.string(), basis: loadBasisSchema })

/** What a load's cursors depend on: with another profile, list or basis they lead to other records. */
type LoadOrigin = z.infer<typeof originSchema>

function originOf(profile: Profile, list: ListName): LoadOrigin {
  return { profileId: profile.id, list, basis: loadBasisOf(profile, list) }
}

/**
 * Makes sure that the load in a file can be resumed.
 * @param stored the origin that the file says
 * @throws `input-invalid`
 */
function requireOrigin(file: string, stored: string | undefined, now: LoadOrigin): void {
  const origin = originSchema.safeParse(parsedJson(stored ?? '')).data
  if (origin?.profileId !== now.profileId || origin.list !== now.list)
    throw new ClavisError('input-invalid', `${file} was started with another list or profile.`, {
      hint: 'Use the same profile and list, or start a new file without --resume.',
    })
  if (!isDeepStrictEqual(origin.basis, now.basis))
    throw new ClavisError(
      'input-invalid',
      `${file} can’t be resumed: the profile’s addresses, client ID or field for the records changed since it was started.`,
      { hint: 'Start a new file without --resume. The records loaded so far stay until then.' },
    )
}
