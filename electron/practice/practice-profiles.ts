import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import type { PracticeData, PracticeFault, PracticeProgress, PracticeState } from '#shared/practice/practice.ts'
import { isLoopbackUrl } from '#shared/profiles/plain-http.ts'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import { withoutAsking } from '../confirmation.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import { Secret } from '../keychain/secret.ts'
import type { SnapshotService } from '../lists/snapshot-service.ts'
import { nameSkeleton } from '../profiles/look-alike.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import { Listeners, WorkQueue } from '../scheduling.ts'
import { type PortalTab, PracticePortal } from './portal/portal-client.ts'
import type { PracticeOrigins } from './practice-origins.ts'
import { movedSettings, portalSettings, practiceSubject, type Recipe, recipes } from './recipes.ts'
import type { PracticeService, PracticeServiceOptions } from './service/practice-service.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  readonly snapshots: Pick<SnapshotService, 'removeOf'>
  readonly origins: PracticeOrigins
  /** Folder of the practice service's state. */
  readonly folder: string
  readonly startService: (options: PracticeServiceOptions) => Promise<PracticeService>
  readonly now: () => number
}

/** A practice profile and its recipe. */
interface Target {
  readonly profile: Profile
  readonly recipe: Recipe
  readonly tab: PortalTab
}

/** Initial number of records in each list. */
const firstRecords = 25_000

/** Problems of a credential that a new one fixes; others (a locked keychain) are up to the person. */
const repairable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'no-active-credential',
  'no-client-secret',
  'certificate-expired',
  'certificate-not-yet-valid',
  'keychain-entry-missing',
  'keychain-entry-damaged',
])

/** Runs the practice service inside the app, and manages the profiles for it. */
export class PracticeProfiles {
  readonly #options: Options
  readonly #changes = new Listeners<[PracticeState]>()
  readonly #progress = new Listeners<[PracticeProgress]>()
  readonly #stopWatching: () => void
  readonly #queue = new WorkQueue()
  #service: PracticeService | undefined
  /** Kept while the service is stopped. */
  #records = firstRecords
  /** Number of practice profiles that was last published. */
  #publishedCount: number | undefined

  constructor(options: Options) {
    this.#options = options
    this.#stopWatching = options.profiles.onChange(() => void this.#publishOtherCount())
  }

  /** Returns whether an origin is that of the running service. */
  isOwnHost(origin: string): boolean {
    return this.#service !== undefined && [this.#service.httpOrigin, this.#service.httpsOrigin].includes(origin)
  }

  async state(): Promise<PracticeState> {
    const profiles = (await this.#own()).length
    const service = this.#service
    if (service === undefined) return { kind: 'stopped', profiles }
    const { httpOrigin, httpsOrigin, portalUrl, faults, records, data } = service
    return { kind: 'running', profiles, httpOrigin, httpsOrigin, portalUrl, faults: [...faults], records, data }
  }

  /**
   * Starts the service. If its port was taken meanwhile, it moves to another one and the practice profiles' addresses
   * are updated.
   * @throws `practice-port-taken` if the service of this data folder already runs in another process
   */
  start(): Promise<PracticeState> {
    return this.#publishAfter(async () => this.#follow(await this.#running()))
  }

  stop(): Promise<PracticeState> {
    return this.#publishAfter(() => this.#stopService())
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
      const ranBefore = this.#service !== undefined
      const made: Profile[] = []
      try {
        const portal = new PracticePortal((await this.#running()).portalUrl)
        const targets = await this.#targets(portal, made)
        // All must end before anything is undone, so that nothing is created afterwards.
        let ready = 0
        this.#progress.notify({ ready, profiles: targets.length })
        const results = await Promise.allSettled(
          targets.map(async (target) => {
            await this.#equip(target, portal)
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
        await this.#forgetService()
      } finally {
        await this.#publish()
      }
    })
  }

  /** @throws `practice-not-running` */
  setFaults(faults: readonly PracticeFault[]): Promise<PracticeState> {
    return this.#publishAfter(() => this.#required().setFaults(faults))
  }

  /** @throws `practice-not-running` */
  setRecords(records: number): Promise<PracticeState> {
    return this.#publishAfter(() => {
      this.#required().setRecords(records)
      this.#records = records
    })
  }

  /** Chooses between believable and awkward data, and lets days pass in the believable data. @throws `practice-not-running` */
  setData(data: PracticeData): Promise<PracticeState> {
    return this.#publishAfter(() => this.#required().setData(data))
  }

  /** Calls a listener when another profile is ready during {@link setUp}. Returns the unsubscribe function. */
  readonly onProgress = this.#progress.add

  /** Calls a listener on each change. Returns the unsubscribe function. */
  readonly onChange = this.#changes.add

  /** Stops the service; profiles stay. */
  end(): Promise<void> {
    this.#stopWatching()
    return this.#queue.inSequence(() => this.#stopService())
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

  /** Gives a profile its client secret, or a key with a certificate that the portal knows, unless it works already. */
  async #equip(target: Target, portal: PracticePortal): Promise<void> {
    const { profile, recipe, tab } = target
    if (await this.#isReady(target)) return
    if (recipe.days === undefined) {
      const secret = Secret.fromText(tab.clientSecret ?? '')
      await this.#options.credentials.clientSecrets.set(profile.id, secret, withoutAsking)
      secret.wipe()
      return
    }
    const former = (await this.#options.credentials.list(profile.id)).find(({ state }) => state === 'active')
    const { id: credentialId } = await this.#options.credentials.createKey(profile.id, 2048)
    try {
      await this.#certify(target, credentialId, recipe.days, portal)
    } catch (error) {
      await this.#options.credentials.remove(profile.id, credentialId, true, withoutAsking).catch(() => undefined)
      throw error
    }
    if (former !== undefined) await this.#options.credentials.retire(profile.id, former.id, withoutAsking)
  }

  /** Sets up a credential: CSR, certificate, portal, confirmed, active (service document, sections 5.2, 5.3). */
  async #certify(
    { profile, recipe }: Target,
    credentialId: string,
    days: number,
    portal: PracticePortal,
  ): Promise<void> {
    const { id } = profile
    const { request } = await this.#options.credentials.createRequest(
      id,
      credentialId,
      practiceSubject(profile.name),
      [],
    )
    const pem = request?.pem ?? ''
    const { certificate, chain, thumbprint, clientId } =
      recipe.tab === 'legacy' ? await portal.requestLegacy(pem, days) : await signAndUpload(portal, recipe, pem, days)
    await this.#options.credentials.markRequestExported(id, credentialId)
    await this.#options.credentials.imports.import([contentOfText([certificate, ...chain].join(''))], {
      profileId: id,
      isThereOnly: true,
    })
    await this.#options.credentials.thumbprints.confirm(id, credentialId, thumbprint, clientId, withoutAsking)
    await this.#options.credentials.activate(id, credentialId, withoutAsking)
  }

  /** Returns whether the profile's credential or secret exists, works and is known to the portal. */
  async #isReady({ profile, recipe, tab }: Target): Promise<boolean> {
    try {
      if (recipe.days === undefined) {
        const secret = await this.#options.credentials.clientSecrets.read(profile.id)
        const isCurrent = secret.text() === tab.clientSecret
        secret.wipe()
        return isCurrent
      }
      const { kid } = await this.#options.credentials.signingKeys.active(await this.#options.profiles.get(profile.id))
      return tab.certificates.some(({ thumbprint }) => thumbprint === kid)
    } catch (error) {
      if (error instanceof ClavisError && repairable.has(error.code)) return false
      throw error
    }
  }

  async #undo(made: readonly Profile[], ranBefore: boolean): Promise<void> {
    // If the keychain doesn't delete a key, its profile stays, so that no key is left without a profile.
    for (const { id } of made) await this.#removeProfile(id).catch(() => undefined)
    if (ranBefore) return
    // A failure here would hide the original one.
    await ((await this.#own()).length === 0 ? this.#forgetService() : this.#stopService()).catch(() => undefined)
    await this.#publish()
  }

  /** Updates the practice profiles' addresses to those of the service. */
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

  async #running(): Promise<PracticeService> {
    this.#service ??= await this.#startAnywhere()
    await this.#options.origins.change([this.#service.httpOrigin, this.#service.httpsOrigin])
    return this.#service
  }

  async #startAnywhere(): Promise<PracticeService> {
    const options = { folder: this.#options.folder, records: this.#records, faults: [], now: this.#options.now }
    try {
      return await this.#options.startService(options)
    } catch (error) {
      const isTaken = error instanceof ClavisError && error.code === 'practice-port-taken'
      if (!isTaken || error.details?.['alreadyRunning'] === true) throw error
      return await this.#options.startService({ ...options, httpPort: 0, httpsPort: 0 })
    }
  }

  async #stopService(): Promise<void> {
    const service = this.#service
    this.#service = undefined
    await service?.stop()
  }

  async #forgetService(): Promise<void> {
    await this.#stopService()
    await rm(this.#options.folder, { recursive: true, force: true })
    await this.#options.origins.change([])
    this.#records = firstRecords
  }

  #required(): PracticeService {
    if (this.#service === undefined)
      throw new ClavisError('practice-not-running', 'The practice service is not running.', { hint: 'Start it first.' })
    return this.#service
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

async function signAndUpload(
  portal: PracticePortal,
  { tab }: Recipe,
  request: string,
  days: number,
): Promise<{ certificate: string; chain: string[]; thumbprint: string; clientId: string }> {
  const { certificate, chain } = await portal.sign(request, days)
  const [shown] = await portal.upload(tab, [certificate])
  if (shown === undefined) throw new Error('The practice portal shows no certificate for the upload.')
  return { certificate, chain, thumbprint: shown.thumbprint, clientId: shown.clientId }
}
