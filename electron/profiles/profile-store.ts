import type { Credential } from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { isLoopbackUrl, type Profile, type ProfileSettings } from '../../shared/model/profile/profile.ts'
import type { ProfilePreview } from '../../shared/model/profile/profile-preview.ts'
import type { Replacement } from '../../shared/model/credential/replacement.ts'
import type { Authority } from './authorities.ts'
import { nobodyToAsk, type Confirm } from './confirmation.ts'
import { continued, eventsBetween, trialsBetween, type NewCredentialEvent } from './credential-history.ts'
import { formatProfileFile, parseProfileFile } from './profile-exchange.ts'
import { questionForChange } from './production-guard.ts'
import { previewOf, questionForImport, withoutNetwork } from './profile-import.ts'
import { ProfileFile } from './profile-file.ts'
import { settingsOf, type StoredProfile } from './stored-profile.ts'
import { requireVisibleName } from './visible-name.ts'

interface Options {
  readonly folder: string
  readonly now: () => number
  readonly newId: () => string
}

/**
 * The profiles and the public parts of their credentials: what may be done with them, and what is written of it in their
 * histories. All is kept in {@link ProfileFile}; each change starts from what that holds at the moment.
 */
export class ProfileStore {
  /** The data folder, for public files that belong beside the profiles. */
  readonly folder: string
  readonly #file: ProfileFile
  readonly #now: () => number
  readonly #newId: () => string

  constructor({ folder, now, newId }: Options) {
    this.folder = folder
    this.#file = new ProfileFile({ folder, now })
    this.#now = now
    this.#newId = newId
  }

  /** All profiles, in the order they were made. @throws `store-too-new`, `disk-failed` */
  async list(): Promise<StoredProfile[]> {
    return [...(await this.#file.profiles())]
  }

  /** @throws `profile-not-found` */
  async get(profileId: string): Promise<StoredProfile> {
    return found(await this.list(), profileId)
  }

  /**
   * A profile as it was a quarter of a second ago at the latest: for a list's pages, of which hundreds are asked for in a
   * second. What this process changes is seen at once. @throws `profile-not-found`
   */
  async getRecent(profileId: string): Promise<StoredProfile> {
    return found(await this.#file.recentProfiles(), profileId)
  }

  /** By id or exact name. @throws `profile-not-found` */
  async find(idOrExactName: string): Promise<StoredProfile> {
    const profiles = await this.list()
    const named = profiles.find(({ profile }) => profile.name === idOrExactName)
    return named ?? found(profiles, idOrExactName)
  }

  /** @throws `profile-name-taken` */
  async create(settings: ProfileSettings, { practice }: { readonly practice: boolean }): Promise<Profile> {
    const profile = this.#made(settings, practice)
    await this.#file.change((profiles) => {
      checkName(profiles, settings.name)
      return [...profiles, { profile, credentials: [], history: [] }]
    })
    return profile
  }

  /**
   * @param revision the one that the person's changes started from
   * @param confirm asks before guarded settings of a Production profile change
   * @throws `profile-not-found`, `profile-name-taken`, `profile-changed-elsewhere`; what `confirm` throws
   */
  update(
    profileId: string,
    revision: number,
    settings: ProfileSettings,
    confirm: Confirm = nobodyToAsk,
  ): Promise<Profile> {
    const change = (profile: Profile): ProfileSettings => {
      if (profile.revision !== revision) throw changedElsewhere()
      return settings
    }
    return this.#changeProfile(profileId, change, confirm)
  }

  /**
   * Changes settings from what they are now.
   * @param confirm asks before guarded settings of a Production profile change
   * @throws `profile-not-found`, `profile-name-taken`, `profile-changed-elsewhere`; what `confirm` throws
   */
  changeSettings(
    profileId: string,
    change: (current: ProfileSettings) => ProfileSettings,
    confirm: Confirm = nobodyToAsk,
  ): Promise<Profile> {
    return this.#changeProfile(profileId, (profile) => change(settingsOf(profile)), confirm)
  }

  /** A copy of the settings under a new name; keys and secrets stay with the original. */
  async duplicate(profileId: string, name: string): Promise<Profile> {
    const trimmed = name.trim()
    if (trimmed === '') throw new ClavisError('input-invalid', 'The copy needs a name.', { hint: 'Enter a name.' })
    return this.create(
      { ...settingsOf((await this.get(profileId)).profile), name: trimmed, kid: '' },
      { practice: false },
    )
  }

  /** Removes a profile and the public parts of its credentials. @throws `profile-not-found` */
  async remove(profileId: string): Promise<void> {
    await this.#file.change((profiles) => {
      found(profiles, profileId)
      return profiles.filter(({ profile }) => profile.id !== profileId)
    })
  }

  /**
   * Changes a profile's credentials from what they are now, and records in its history what that was.
   * @param before what happened before, which the change does not show; kept with the same write
   * @throws `profile-not-found`
   */
  async changeCredentials(
    profileId: string,
    change: (current: Credential[]) => Credential[],
    before: readonly NewCredentialEvent[] = [],
  ): Promise<Credential[]> {
    const profiles = await this.#file.change((current) => {
      found(current, profileId)
      return current.map((stored) =>
        stored.profile.id === profileId ? this.#withCredentials(stored, change(stored.credentials), before) : stored,
      )
    })
    return found(profiles, profileId).credentials
  }

  #withCredentials(
    stored: StoredProfile,
    credentials: Credential[],
    before: readonly NewCredentialEvent[] = [],
  ): StoredProfile {
    const at = this.#instant()
    const events = [...before.map((event) => ({ ...event, at })), ...eventsBetween(stored.credentials, credentials, at)]
    return { ...stored, credentials, history: continued(stored.history, events) }
  }

  /** Adds what no change of a credential shows to a profile's history. @throws `profile-not-found` */
  async addHistory(profileId: string, event: NewCredentialEvent): Promise<void> {
    await this.#file.change((current) => {
      found(current, profileId)
      return current.map((stored) =>
        stored.profile.id === profileId
          ? { ...stored, history: continued(stored.history, [{ ...event, at: this.#instant() }]) }
          : stored,
      )
    })
  }

  /**
   * Changes a profile's replacement from what it is now, and records a trial in its history with the same write;
   * undefined: there is none any more.
   * @throws `profile-not-found`
   */
  async changeReplacement(
    profileId: string,
    change: (current: Replacement | undefined) => Replacement | undefined,
  ): Promise<void> {
    await this.#file.change((current) => {
      found(current, profileId)
      return current.map((stored) =>
        stored.profile.id === profileId ? this.#withReplacement(stored, change(stored.replacement)) : stored,
      )
    })
  }

  #withReplacement({ replacement: before, ...rest }: StoredProfile, after: Replacement | undefined): StoredProfile {
    if (after === undefined) return rest
    const events = trialsBetween(before, after, rest.credentials, this.#instant())
    return { ...rest, replacement: after, history: continued(rest.history, events) }
  }

  /** Changes any number of profiles in one writing, from what the file holds at that moment: all of it or nothing. */
  async changeAll(change: (current: readonly StoredProfile[]) => readonly StoredProfile[]): Promise<void> {
    await this.#file.change(change)
  }

  /**
   * Changes the credentials of any number of profiles with one lock and one write, and records that in their histories.
   * @param change answers the profiles in the same order; those that it leaves are the same objects
   */
  async changeAllCredentials(change: (current: readonly StoredProfile[]) => readonly StoredProfile[]): Promise<void> {
    await this.#file.change((current) => {
      const before = new Map(current.map((stored) => [stored.profile.id, stored]))
      return change(current).map((after) => {
        const stored = before.get(after.profile.id)
        return stored === undefined || stored === after ? after : this.#withCredentials(stored, after.credentials)
      })
    })
  }

  /** What a profile file would bring. @throws `profile-file-invalid` */
  previewFile(text: string): ProfilePreview[] {
    const authorities = new Map<string, Authority>()
    return parseProfileFile(text).map((settings) => previewOf(settings, authorities))
  }

  /**
   * Imports every profile of a profile file, or none.
   * @param options `withNetwork`: with the authorities and proxies that it brings along; else those are left out
   * @param confirm asks before authorities and proxies are kept, whatever the environment
   * @throws `profile-file-invalid`, `profile-name-taken`; what `confirm` throws
   */
  async importFile(
    text: string,
    { withNetwork }: { readonly withNetwork: boolean } = { withNetwork: false },
    confirm: Confirm = nobodyToAsk,
  ): Promise<Profile[]> {
    const parsed = parseProfileFile(text)
    const question = withNetwork ? questionForImport(parsed) : undefined
    if (question !== undefined) await confirm(question)
    const kept = withNetwork ? parsed : parsed.map(withoutNetwork)
    const imported = kept.map((settings) => this.#made(settings, false))
    await this.#file.change((profiles) => {
      let all = profiles
      for (const profile of imported) {
        checkName(all, profile.name)
        all = [...all, { profile, credentials: [], history: [] }]
      }
      return all
    })
    return imported
  }

  /** The text of a profile file with these profiles, in this order. @throws `profile-not-found` */
  async exportFile(profileIds: readonly string[]): Promise<string> {
    const profiles = await this.list()
    return formatProfileFile(profileIds.map((profileId) => settingsOf(found(profiles, profileId).profile)))
  }

  /** What was noticed while reading that the person should know, e.g. a damaged file that was set aside. */
  notices(): string[] {
    return this.#file.notices()
  }

  /**
   * Tells the ids of profiles that were made, changed (their credentials too) or removed, here or by another process.
   * Answers the unsubscribe.
   */
  onChange(listener: (profileIds: readonly string[]) => void): () => void {
    return this.#file.onChange(listener)
  }

  /** Ends watching the file, and waits for what is under way. */
  end(): Promise<void> {
    return this.#file.end()
  }

  async #changeProfile(
    profileId: string,
    change: (current: Profile) => ProfileSettings,
    confirm: Confirm,
  ): Promise<Profile> {
    const confirmed = await this.#confirmChange(profileId, change, confirm)
    const profiles = await this.#file.change((current) => {
      const { profile } = found(current, profileId)
      const settings = change(profile)
      if (settings.name !== profile.name) checkName(current, settings.name)
      // The file may have changed while the question was open: what was confirmed is what is done, or nothing is.
      if (profile.revision !== confirmed && questionForChange(profile, settings) !== undefined) throw changedElsewhere()
      const changed: Profile = {
        ...settings,
        id: profile.id,
        // One that the person gave a real service is practice no longer: it is theirs, and its Production is real.
        practice: profile.practice && isLoopbackUrl(settings.tokenUrl),
        revision: profile.revision + 1,
        createdAt: profile.createdAt,
        updatedAt: this.#instant(),
      }
      return current.map((stored) => (stored.profile.id === profileId ? { ...stored, profile: changed } : stored))
    })
    return found(profiles, profileId).profile
  }

  /** Asks if it must, outside of the file's lock. Answers the revision that the question was about. */
  async #confirmChange(
    profileId: string,
    change: (current: Profile) => ProfileSettings,
    confirm: Confirm,
  ): Promise<number> {
    const current = await this.list()
    const { profile } = found(current, profileId)
    const settings = change(profile)
    if (settings.name !== profile.name) checkName(current, settings.name)
    const question = questionForChange(profile, settings)
    if (question !== undefined) await confirm(question)
    return profile.revision
  }

  #made(settings: ProfileSettings, practice: boolean): Profile {
    const createdAt = this.#instant()
    return { ...settings, id: this.#newId(), practice, revision: 1, createdAt, updatedAt: createdAt }
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
}

function found(profiles: readonly StoredProfile[], profileId: string): StoredProfile {
  const stored = profiles.find(({ profile }) => profile.id === profileId)
  if (stored === undefined)
    throw new ClavisError('profile-not-found', `There is no profile “${profileId}”.`, {
      hint: 'It may have been removed or renamed. Look at the list of profiles.',
    })
  return stored
}

function changedElsewhere(): ClavisError {
  return new ClavisError('profile-changed-elsewhere', 'This profile was changed elsewhere in the meantime.', {
    hint: 'Look at its present state, then make your change again.',
  })
}

/** Makes sure that a profile may be given a name. @throws `input-invalid`, `profile-name-taken` */
function checkName(profiles: readonly StoredProfile[], name: string): void {
  requireVisibleName(name)
  if (profiles.some(({ profile }) => profile.name === name))
    throw new ClavisError('profile-name-taken', `There is a profile “${name}” already.`, {
      hint: 'Choose another name.',
      details: { name },
    })
}
