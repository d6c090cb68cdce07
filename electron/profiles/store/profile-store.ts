import type { Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import { type Profile, type ProfileSettings, settingsOf, usesOnlyThisComputer } from '#shared/profiles/profile.ts'
import type { Replacement } from '#shared/replacements/replacement.ts'
import { refuseConfirmation, type Confirm } from '../../confirmation.ts'
import type { StartKeychainProcess } from '../../keychain/keychain-process-start.ts'
import type { Database, Transaction } from '../../store/database.ts'
import { questionForChange } from '../guards/confirmation-messages.ts'
import { HostSecrets } from '../guards/host-secrets.ts'
import { hostsOf, newHosts, agreeToHosts } from '../guards/profile-hosts.ts'
import { requireUsable } from '../guards/require-usable.ts'
import type * as ProfileNames from '../profile-names.ts'
import { withCredentials, withEvents, withReplacement, type NewCredentialEvent } from './credential-history.ts'
import { ProfileChanges } from './profile-changes.ts'
import { changedElsewhere, found } from './profile-lookup.ts'
import { ProfileRows } from './profile-rows.ts'
import type { StoredProfile } from './stored-profile.ts'

interface Options {
  readonly database: Database
  readonly now: () => number
  readonly newId: () => string
  /** Default: full. */
  readonly productionAccess?: ProductionAccess
  /** Starts the process of the keychain library, on Linux. */
  readonly startKeychain?: StartKeychainProcess | undefined
  /** Whether a person types all settings and names all files, which is agreement to their hosts: on the command line (default: no). */
  readonly isTyped?: boolean
}

type SettingsChange = (current: ProfileSettings, profile: Profile) => ProfileSettings

/** Loaded only for a change: the table of letters that look alike would slow down each command. */
const profileNames = (): Promise<typeof ProfileNames> => import('../profile-names.ts')

/**
 * Reads and changes the profiles with the public parts of their credentials, and records changes in their histories. Each
 * change starts from the current rows. A change that belongs to a larger one gets its transaction as `within`.
 */
export class ProfileStore {
  /** Where it stores them, for what is stored in the same change. */
  readonly database: Database
  readonly #rows: ProfileRows
  readonly #now: () => number
  readonly newId: () => string
  readonly #productionAccess: ProductionAccess
  /** Whether what is stored was typed, or is from a file that was typed: then the person agreed to its hosts (decision 072). */
  readonly isTyped: boolean
  readonly #changes: ProfileChanges
  readonly #secrets: HostSecrets
  /** Makes sure, before the person is asked, that profiles may be stored and used. @throws `production-read-only` */
  readonly requireUsable = (profiles: Parameters<typeof requireUsable>[1]): void =>
    requireUsable(this.#productionAccess, profiles)

  constructor({ database, now, newId, productionAccess = 'full', isTyped = false, startKeychain }: Options) {
    this.database = database
    this.#secrets = new HostSecrets(database, startKeychain)
    this.#productionAccess = productionAccess
    this.#rows = new ProfileRows(database)
    this.#changes = new ProfileChanges({ database, rows: this.#rows, productionAccess })
    this.isTyped = isTyped
    this.#now = now
    this.newId = newId
  }

  /** Returns all profiles in creation order. @throws `store-damaged`, `store-too-new`, `store-busy`, `disk-failed` */
  async list(within?: Transaction): Promise<StoredProfile[]> {
    return [...(await this.#rows.profiles(within))]
  }

  /** @throws `profile-not-found` */
  async get(profileId: string, within?: Transaction): Promise<StoredProfile> {
    return (await this.#rows.profile(profileId, within)) ?? found(await this.list(within), profileId)
  }

  /**
   * Finds a profile by id or exact name. The id counts first, so that no profile is taken for another by having its id as
   * name.
   * @throws `profile-not-found`
   */
  async find(idOrExactName: string): Promise<StoredProfile> {
    const profiles = await this.list()
    const own = profiles.find(({ profile }) => profile.id === idOrExactName)
    return own ?? profiles.find(({ profile }) => profile.name === idOrExactName) ?? found(profiles, idOrExactName)
  }

  /** @throws `profile-name-taken` */
  async create(settings: ProfileSettings, { practice }: { readonly practice: boolean }): Promise<Profile> {
    const { checkName } = await profileNames()
    const profile = this.newProfile(settings, { practice })
    await this.database.change(async (within) => {
      await this.#changes.change((profiles) => {
        checkName(profiles, settings.name)
        return [...profiles, { profile, credentials: [], history: [] }]
      }, within)
      // Only Clavis itself creates practice profiles.
      if (practice || this.isTyped) agreeToHosts(within.sql, profile.id, hostsOf(profile))
    })
    return profile
  }

  /**
   * Replaces the settings. Secrets whose host changes are deleted.
   * @param revision the one that the user's changes started from
   * @param confirm asks before guarded settings of a Production profile change
   * @throws `profile-not-found`, `profile-name-taken`, `profile-changed-elsewhere`; what `confirm` throws
   */
  update(
    profileId: string,
    revision: number,
    settings: ProfileSettings,
    confirm: Confirm = refuseConfirmation,
  ): Promise<Profile> {
    const change = (_: ProfileSettings, current: Profile): ProfileSettings => {
      if (current.revision !== revision) throw changedElsewhere()
      return settings
    }
    return this.changeSettings(profileId, change, confirm)
  }

  /**
   * Changes the current settings. Secrets whose host changes are deleted.
   * @param confirm asks before guarded settings of a Production profile change
   * @param options.isPractice whether the addresses are those of the practice service: it needs no agreement, and keeps its secrets
   * @throws `profile-not-found`, `profile-name-taken`, `profile-changed-elsewhere`; what `confirm` throws
   */
  async changeSettings(
    profileId: string,
    change: SettingsChange,
    confirm: Confirm = refuseConfirmation,
    { isPractice }: { readonly isPractice: boolean } = { isPractice: false },
  ): Promise<Profile> {
    const { checkName } = await profileNames()
    const confirmed = await this.#confirmChange(profileId, change, confirm)
    return this.database.change(async (within) => {
      const { profile } = await this.get(profileId, within)
      const settings = change(settingsOf(profile), profile)
      const isAsked = questionForChange(profile, settings) !== undefined
      // The profile may have changed while the question was open: do what was confirmed, or nothing.
      if (profile.revision !== confirmed && isAsked) throw changedElsewhere()
      const changed = this.revised(profile, settings)
      await this.#changes.changeOne(
        profileId,
        (stored, all) => {
          if (settings.name !== profile.name) checkName(all, settings.name)
          return { ...stored, profile: changed }
        },
        within,
      )
      // The question named the hosts that change.
      if (isAsked || isPractice || this.isTyped) agreeToHosts(within.sql, profileId, newHosts(profile, changed))
      if (!isPractice) await this.removeOutdatedSecrets(profile, changed, within)
      return changed
    })
  }

  /** Deletes the secrets that a change of settings outdates, last in the change that {@link changeAll} is part of. Keys follow it. */
  async removeOutdatedSecrets(before: Profile, after: Profile, within: Transaction): Promise<void> {
    await this.#secrets.removeOutdated(before, after, within)
    await this.#secrets.bindKeys(before, await this.get(after.id, within), this.isTyped, within)
  }

  /** Copies the settings under a new name; keys and secrets stay with the original. */
  async duplicate(profileId: string, name: string): Promise<Profile> {
    const trimmed = name.trim()
    if (trimmed === '') throw new ClavisError('input-invalid', 'The copy has no name.', { hint: 'Enter a name.' })
    return this.create(
      { ...settingsOf((await this.get(profileId)).profile), name: trimmed, kid: '' },
      { practice: false },
    )
  }

  /** Removes a profile and the public parts of its credentials. @throws `profile-not-found` */
  async remove(profileId: string, within?: Transaction): Promise<void> {
    await this.#changes.change((profiles) => {
      found(profiles, profileId)
      return profiles.filter(({ profile }) => profile.id !== profileId)
    }, within)
  }

  /**
   * Changes a profile's current credentials and records the change in its history.
   * @param before earlier events that the change itself does not show; saved in the same write
   * @throws `profile-not-found`
   */
  async changeCredentials(
    profileId: string,
    change: (current: Credential[]) => Credential[],
    before: readonly NewCredentialEvent[] = [],
    within?: Transaction,
  ): Promise<Credential[]> {
    const { credentials } = await this.#changes.changeOne(
      profileId,
      (stored) => withCredentials(stored, change(stored.credentials), this.#instant(), before),
      within,
    )
    return credentials
  }

  /** Adds an event to a profile's history that no change of a credential shows. @throws `profile-not-found` */
  async addHistory(profileId: string, event: NewCredentialEvent, within?: Transaction): Promise<void> {
    await this.#changes.changeOne(
      profileId,
      (stored) => withEvents(stored, [{ ...event, at: this.#instant() }]),
      within,
    )
  }

  /**
   * Changes a profile's current replacement and records a test in its history in the same write.
   * @param change returns undefined to remove the replacement
   * @throws `profile-not-found`
   */
  async changeReplacement(
    profileId: string,
    change: (current: Replacement | undefined) => Replacement | undefined,
  ): Promise<void> {
    await this.#changes.changeOne(profileId, (stored) =>
      withReplacement(stored, change(stored.replacement), this.#instant()),
    )
  }

  /** Changes any number of profiles in one atomic write. */
  async changeAll(
    change: (current: readonly StoredProfile[]) => readonly StoredProfile[],
    within?: Transaction,
  ): Promise<void> {
    await this.#changes.change(change, within)
  }

  /**
   * Changes the credentials of any number of profiles in one atomic write and records the changes in their histories.
   * @param change returns the profiles in the same order; unchanged ones are the same objects
   */
  async changeAllCredentials(
    change: (current: readonly StoredProfile[]) => readonly StoredProfile[],
    within?: Transaction,
  ): Promise<void> {
    await this.#changes.change((current) => {
      const before = new Map(current.map((stored) => [stored.profile.id, stored]))
      return change(current).map((after) => {
        const stored = before.get(after.profile.id)
        if (stored === undefined || stored === after) return after
        return withCredentials(stored, after.credentials, this.#instant())
      })
    }, within)
  }

  /**
   * Reports ids of profiles that were created, changed (or their credentials) or removed by this or another process.
   * @returns the unsubscribe
   */
  onChange(listener: (profileIds: readonly string[]) => void): () => void {
    return this.#rows.onChange(listener)
  }

  /** Stops reporting changes. */
  end(): void {
    this.#rows.end()
  }

  /** Returns a new profile with these settings. It is not stored yet. */
  newProfile(settings: ProfileSettings, { practice }: { readonly practice: boolean }): Profile {
    const createdAt = this.#instant()
    return { ...settings, id: this.newId(), practice, revision: 1, createdAt, updatedAt: createdAt }
  }

  /** Returns the profile's next revision with these settings. It is not stored yet. */
  revised({ id, practice, revision, createdAt }: Profile, settings: ProfileSettings): Profile {
    return {
      ...settings,
      id,
      createdAt,
      // A practice profile that is pointed at a real service is no longer practice.
      practice: practice && usesOnlyThisComputer(settings),
      revision: revision + 1,
      updatedAt: this.#instant(),
    }
  }

  /** Asks if needed, without holding the lock. Returns the revision that the question was about. */
  async #confirmChange(profileId: string, change: SettingsChange, confirm: Confirm): Promise<number> {
    const { checkName } = await profileNames()
    const current = await this.list()
    const { profile } = found(current, profileId)
    const settings = change(settingsOf(profile), profile)
    if (settings.name !== profile.name) checkName(current, settings.name)
    this.requireUsable([{ profile: this.revised(profile, settings) }])
    const question = questionForChange(profile, settings)
    if (question !== undefined) await confirm(question)
    return profile.revision
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
}
