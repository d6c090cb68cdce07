import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { PracticeData, PracticeFault, PracticeProgress, PracticeState } from '#shared/practice/practice.ts'
import { isLoopbackUrl } from '#shared/profiles/plain-http.ts'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import { WorkQueue } from '../concurrency.ts'
import { withoutAsking } from '../confirmation.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { Listeners } from '../events.ts'
import type { SnapshotService } from '../lists/snapshot-service.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import { PracticePortal } from './portal/portal-client.ts'
import { PracticeCredentials, type Target } from './practice-credentials.ts'
import { movedSettings, portalSettings, type Recipe, recipes } from './recipes.ts'
import { ServiceControl, type ServiceControlOptions } from './service-control.ts'
import type { PracticeService } from './service/practice-service.ts'

interface Options extends ServiceControlOptions {
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  readonly snapshots: Pick<SnapshotService, 'removeOf'>
}

/** Runs the practice service inside the app, and manages the profiles for it. */
export class PracticeProfiles {
  readonly #options: Options
  readonly #changes = new Listeners<[PracticeState]>()
  readonly #progress = new Listeners<[PracticeProgress]>()
  readonly #stopWatching: () => void
  readonly #queue = new WorkQueue()
  readonly #service: ServiceControl
  /** Number of practice profiles that was last published. */
  #publishedCount: number | undefined

  constructor(options: Options) {
    this.#options = options
    this.#service = new ServiceControl(options)
    this.#stopWatching = options.profiles.onChange(() => void this.#publishOtherCount())
  }

  isOwnHost(origin: string): boolean {
    return this.#service.isOwnHost(origin)
  }

  async state(): Promise<PracticeState> {
    return this.#service.state((await this.#own()).length)
  }

  /**
   * Starts the service. If its port was taken meanwhile, it moves to another one and the practice profiles' addresses
   * are updated.
   * @throws `practice-port-taken` if the service of this data folder already runs in another process
   */
  start(): Promise<PracticeState> {
    return this.#publishAfter(async () => this.#follow(await this.#service.start()))
  }

  stop(): Promise<PracticeState> {
    return this.#publishAfter(() => this.#service.stop())
  }

  /**
   * Starts the service and creates the practice profiles, ready to use: real keys in the keychain, CSRs signed by the
   * practice authority, certificates uploaded to the practice portal and confirmed. If some exist, repairs what is
   * missing or broken and keeps the rest. If it fails, removes what it created.
   */
  setUp(): Promise<Profile[]> {
    return this.#queue.inSequence(async () => {
      // There is nothing to delete: an unavailable or locked keychain, which nothing could be removed from later, fails first.
      await this.#options.credentials.clientSecrets.delete(randomUUID())
      const ranBefore = this.#service.isRunning
      const made: Profile[] = []
      try {
        const portal = new PracticePortal((await this.#service.start()).portalUrl)
        const credentials = new PracticeCredentials(this.#options.profiles, this.#options.credentials, portal)
        const targets = await this.#targets(portal, made)
        // All must end before anything is undone, so that nothing is created afterwards.
        let ready = 0
        this.#progress.notify({ ready, profiles: targets.length })
        const results = await Promise.allSettled(
          targets.map(async (target) => {
            await credentials.equip(target)
            ready += 1
            this.#progress.notify({ ready, profiles: targets.length })
          }),
        )
        const failed = results.find((result) => result.status === 'rejected')
        if (failed !== undefined) throw failed.reason
      } catch (error) {
        await this.#undo(made, ranBefore)
        throw error
      }
      await this.#publish()
      return this.#own()
    })
  }

  /** Removes the practice profiles with their keys and snapshots, stops the service and deletes its state. */
  tearDown(): Promise<void> {
    return this.#queue.inSequence(async () => {
      try {
        for (const { id } of await this.#own()) {
          await this.#options.snapshots.removeOf(id)
          await this.#removeProfile(id)
        }
        await this.#service.forget()
      } finally {
        await this.#publish()
      }
    })
  }

  /** @throws `practice-not-running` */
  setFaults(faults: readonly PracticeFault[]): Promise<PracticeState> {
    return this.#publishAfter(() => this.#service.required().setFaults(faults))
  }

  /** @throws `practice-not-running` */
  setRecords(records: number): Promise<PracticeState> {
    return this.#publishAfter(() => this.#service.setRecords(records))
  }

  /** Chooses between believable and awkward data, and lets days pass in the believable data. @throws `practice-not-running` */
  setData(data: PracticeData): Promise<PracticeState> {
    return this.#publishAfter(() => this.#service.required().setData(data))
  }

  /** Calls a listener when another profile is ready during {@link setUp}. Returns the unsubscribe function. */
  readonly onProgress = this.#progress.add

  /** Calls a listener on each change. Returns the unsubscribe function. */
  readonly onChange = this.#changes.add

  /** Stops the service; profiles stay. */
  end(): Promise<void> {
    this.#stopWatching()
    return this.#queue.inSequence(() => this.#service.stop())
  }

  /** Does work in its turn, then publishes the state. */
  #publishAfter(work: () => void | Promise<void>): Promise<PracticeState> {
    return this.#queue.inSequence(async () => {
      await work()
      return this.#publish()
    })
  }

  /** Returns the profile of each recipe with the portal's settings. Creates missing ones and adds them to `made`. */
  async #targets(portal: PracticePortal, made: Profile[]): Promise<Target[]> {
    const authority = await portal.authority()
    const targets: Target[] = []
    for (const recipe of recipes) {
      const tab = await portal.tab(recipe.tab)
      const settings = portalSettings(tab, authority)
      const present = (await this.#own()).find((profile) => isMadeFrom(profile, recipe))
      if (present !== undefined) {
        targets.push({ profile: await this.#updateSettings(present, settings), recipe, tab })
        continue
      }
      const { environment, flavor } = recipe
      const name = await this.#freeName(recipe.name)
      const profile = await this.#options.profiles.create(
        { ...defaultProfileSettings(flavor), ...settings, name, environment },
        { practice: true },
      )
      made.push(profile)
      targets.push({ profile, recipe, tab })
    }
    return targets
  }

  /** Returns the profile with the portal's settings; changes it only if it differs. */
  async #updateSettings(profile: Profile, settings: Partial<ProfileSettings>): Promise<Profile> {
    const updated = { ...profile, ...settings }
    if (isDeepStrictEqual(updated, profile)) return profile
    return this.#pointTo(profile, settings)
  }

  async #undo(made: readonly Profile[], ranBefore: boolean): Promise<void> {
    // If the keychain doesn't delete a key, its profile stays, so that no key is left without a profile.
    for (const { id } of made) await this.#removeProfile(id).catch(() => undefined)
    if (ranBefore) return
    // A failure here would hide the original one.
    await ((await this.#own()).length === 0 ? this.#service.forget() : this.#service.stop()).catch(() => undefined)
    await this.#publish()
  }

  async #follow({ portalUrl }: PracticeService): Promise<void> {
    const tabs = await new PracticePortal(portalUrl).security()
    for (const profile of await this.#own()) {
      const recipe = recipes.find((each) => isMadeFrom(profile, each))
      const tab = tabs.find((each) => each.tab === recipe?.tab)
      const moved = tab === undefined ? undefined : movedSettings(profile, tab)
      if (moved !== undefined) await this.#pointTo(profile, moved)
    }
  }

  /** Changes settings to those of the service, which needs no agreement and knows the profile's secrets. */
  #pointTo({ id }: Profile, settings: Partial<ProfileSettings>): Promise<Profile> {
    return this.#options.profiles.changeSettings(id, (current) => ({ ...current, ...settings }), withoutAsking, {
      isPractice: true,
    })
  }

  /** Returns the profiles that may be changed and removed without asking: never one that uses a real service. */
  async #own(): Promise<Profile[]> {
    return (await this.#options.profiles.list())
      .map(({ profile }) => profile)
      .filter(({ practice, tokenUrl }) => practice && isLoopbackUrl(tokenUrl))
  }

  /** Returns the name, numbered if one of the person's profiles has it, or one that looks like it. */
  async #freeName(wanted: string): Promise<string> {
    // As in the profile store: its table would slow down each command.
    const { nameSkeleton } = await import('../profiles/look-alike.ts')
    const taken = new Set((await this.#options.profiles.list()).map(({ profile }) => nameSkeleton(profile.name)))
    for (let number = 2, name = wanted; ; number += 1) {
      if (!taken.has(nameSkeleton(name))) return name
      name = `${wanted} ${number}`
    }
  }

  async #removeProfile(profileId: string): Promise<void> {
    await this.#options.credentials.destroySecretsOf(profileId, (within) =>
      this.#options.profiles.remove(profileId, within),
    )
  }

  async #publish(): Promise<PracticeState> {
    const state = await this.state()
    this.#publishedCount = state.profiles
    this.#changes.notify(state)
    return state
  }

  /**
   * Publishes a change in the number of practice profiles: they may be removed like any other, here or by another
   * process.
   */
  async #publishOtherCount(): Promise<void> {
    try {
      if (this.#publishedCount !== undefined && (await this.#own()).length !== this.#publishedCount)
        await this.#publish()
    } catch {
      // The profiles can't be read now; the next call that reads them reports why.
    }
  }
}

/** Compares what it is, not its name, which the person may have changed. */
function isMadeFrom({ environment, flavor }: Profile, recipe: Recipe): boolean {
  return environment === recipe.environment && flavor === recipe.flavor
}
