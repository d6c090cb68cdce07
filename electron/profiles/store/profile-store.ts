import type { Credential } from '../../../shared/model/credential/credential.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { isLoopbackUrl, type Profile, type ProfileSettings } from '../../../shared/model/profile/profile.ts'
import type { ProfilePreview } from '../../../shared/model/profile/profile-preview.ts'
import type { Replacement } from '../../../shared/model/credential/replacement.ts'
import type { Authority } from '../settings/authorities.ts'
import { refuseConfirmation, type Confirm } from '../confirmation/confirmation.ts'
import { changeProfilesQuestion } from '../confirmation/confirmation-messages.ts'
import { appendEvents, eventsBetween, trialsBetween, type NewCredentialEvent } from './credential-history.ts'
import { formatProfileFile, parseProfileFile } from '../import-export/profile-file-format.ts'
import { questionForChange } from '../confirmation/profile-change-question.ts'
import { previewOf, questionForImport, withNetworkOf, withoutNetwork } from '../import-export/profile-import.ts'
import { ProfilesFile } from './profiles-file.ts'
import { settingsOf, type StoredProfile } from './stored-profile.ts'
import { requireVisibleName } from '../visible-name.ts'

interface Options {
  readonly folder: string
  readonly now: () => number
  readonly newId: () => string
}

/**
 * Reads and changes the profiles with the public parts of their credentials, and records changes in their histories. Each
 * change starts from the current content of {@link ProfilesFile}.
 */
export class ProfileStore {
  /** The data folder, for other public files. */
  readonly folder: string
  readonly #file: ProfilesFile
  readonly #now: () => number
  readonly #newId: () => string

  constructor({ folder, now, newId }: Options) {
    this.folder = folder
    this.#file = new ProfilesFile({ folder, now })
    this.#now = now
    this.#newId = newId
  }

  /** Returns all profiles in creation order. @throws `store-too-new`, `disk-failed` */
  async list(): Promise<StoredProfile[]> {
    return [...(await this.#file.profiles())]
  }

  /** @throws `profile-not-found` */
  async get(profileId: string): Promise<StoredProfile> {
    return found(await this.list(), profileId)
  }

  /**
   * Returns a profile as of at most 250 ms ago, for the pages of a list: hundreds are requested per second. Changes of
   * this process are included at once. @throws `profile-not-found`
   */
  async getRecent(profileId: string): Promise<StoredProfile> {
    return found(await this.#file.recentProfiles(), profileId)
  }

  /** Finds a profile by id or exact name. @throws `profile-not-found` */
  async find(idOrExactName: string): Promise<StoredProfile> {
    const profiles = await this.list()
    const named = profiles.find(({ profile }) => profile.name === idOrExactName)
    return named ?? found(profiles, idOrExactName)
  }

  /** @throws `profile-name-taken` */
  async create(settings: ProfileSettings, { practice }: { readonly practice: boolean }): Promise<Profile> {
    const profile = this.#newProfile(settings, practice)
    await this.#file.change((profiles) => {
      checkName(profiles, settings.name)
      return [...profiles, { profile, credentials: [], history: [] }]
    })
    return profile
  }

  /**
   * Replaces the settings.
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
    const change = (profile: Profile): ProfileSettings => {
      if (profile.revision !== revision) throw changedElsewhere()
      return settings
    }
    return this.#changeProfile(profileId, change, confirm)
  }

  /**
   * Changes the current settings.
   * @param confirm asks before guarded settings of a Production profile change
   * @throws `profile-not-found`, `profile-name-taken`, `profile-changed-elsewhere`; what `confirm` throws
   */
  changeSettings(
    profileId: string,
    change: (current: ProfileSettings) => ProfileSettings,
    confirm: Confirm = refuseConfirmation,
  ): Promise<Profile> {
    return this.#changeProfile(profileId, (profile) => change(settingsOf(profile)), confirm)
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
  async remove(profileId: string): Promise<void> {
    await this.#file.change((profiles) => {
      found(profiles, profileId)
      return profiles.filter(({ profile }) => profile.id !== profileId)
    })
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
    return { ...stored, credentials, history: appendEvents(stored.history, events) }
  }

  /** Adds an event to a profile's history that no change of a credential shows. @throws `profile-not-found` */
  async addHistory(profileId: string, event: NewCredentialEvent): Promise<void> {
    await this.#file.change((current) => {
      found(current, profileId)
      return current.map((stored) =>
        stored.profile.id === profileId
          ? { ...stored, history: appendEvents(stored.history, [{ ...event, at: this.#instant() }]) }
          : stored,
      )
    })
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
    return { ...rest, replacement: after, history: appendEvents(rest.history, events) }
  }

  /** Changes any number of profiles in one atomic write. */
  async changeAll(change: (current: readonly StoredProfile[]) => readonly StoredProfile[]): Promise<void> {
    await this.#file.change(change)
  }

  /**
   * Changes the credentials of any number of profiles in one atomic write and records the changes in their histories.
   * @param change returns the profiles in the same order; unchanged ones are the same objects
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

  /** Previews the profiles of a file. @throws `profile-file-invalid` */
  previewFile(text: string): ProfilePreview[] {
    const authorities = new Map<string, Authority>()
    return parseProfileFile(text).map((settings) => previewOf(settings, authorities))
  }

  /**
   * Imports all profiles of a file, or none.
   * @param options `withNetwork`: keeps the trusted CAs and proxies of the file. `replace`: gives profiles that have the
   *   names already the file's settings, and is asked before guarded settings of Production profiles change
   * @param confirm asks before CAs and proxies are kept, in any environment
   * @throws `profile-file-invalid`, `profile-name-taken`, `profile-changed-elsewhere`; what `confirm` and `replace` throw
   */
  async importFile(
    text: string,
    { withNetwork, replace }: { readonly withNetwork: boolean; readonly replace?: Confirm } = { withNetwork: false },
    confirm: Confirm = refuseConfirmation,
  ): Promise<Profile[]> {
    const parsed = parseProfileFile(text)
    const question = withNetwork ? questionForImport(parsed) : undefined
    if (question !== undefined) await confirm(question)
    const twice = parsed.find(({ name }, index) => parsed.findIndex((other) => other.name === name) < index)
    if (twice !== undefined) throw nameTaken(twice.name)
    const before = replace === undefined ? [] : await this.list()
    const imported = parsed.map((settings) => {
      const current = before.find(({ profile }) => profile.name === settings.name)?.profile
      if (current === undefined) return this.#newProfile(withNetwork ? settings : withoutNetwork(settings), false)
      return this.#changed(current, withNetwork ? settings : withNetworkOf(current, settings))
    })
    await this.#confirmReplacements(before, imported, replace)
    await this.#file.change((profiles) => {
      let all = profiles
      for (const profile of imported) {
        const current = all.find((stored) => stored.profile.id === profile.id)
        if (profile.revision > 1 && current?.profile.revision !== profile.revision - 1) throw changedElsewhere()
        checkName(all, profile.name, profile.id)
        all =
          current === undefined
            ? [...all, { profile, credentials: [], history: [] }]
            : all.map((stored) => (stored.profile.id === profile.id ? { ...stored, profile } : stored))
      }
      return all
    })
    return imported
  }

  /** Asks once about all Production profiles whose guarded settings an import changes. */
  async #confirmReplacements(
    before: readonly StoredProfile[],
    imported: readonly Profile[],
    confirm: Confirm | undefined,
  ): Promise<void> {
    const questions = imported.flatMap((profile) => {
      const current = before.find((stored) => stored.profile.id === profile.id)?.profile
      return (current === undefined ? undefined : questionForChange(current, settingsOf(profile))) ?? []
    })
    const [first, ...others] = questions
    if (first !== undefined) await confirm?.(others.length === 0 ? first : changeProfilesQuestion(questions))
  }

  /** Formats a profile file with these profiles, in this order. @throws `profile-not-found` */
  async exportFile(profileIds: readonly string[]): Promise<string> {
    const profiles = await this.list()
    return formatProfileFile(profileIds.map((profileId) => settingsOf(found(profiles, profileId).profile)))
  }

  /** Returns notices for the user, for example about a damaged file. */
  notices(): string[] {
    return this.#file.notices()
  }

  /**
   * Reports ids of profiles that were created, changed (or their credentials) or removed by this or another process.
   * @returns the unsubscribe
   */
  onChange(listener: (profileIds: readonly string[]) => void): () => void {
    return this.#file.onChange(listener)
  }

  /** Stops watching the file and waits for pending operations. */
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
      // The profile may have changed while the question was open: do what was confirmed, or nothing.
      if (profile.revision !== confirmed && questionForChange(profile, settings) !== undefined) throw changedElsewhere()
      const changed = this.#changed(profile, settings)
      return current.map((stored) => (stored.profile.id === profileId ? { ...stored, profile: changed } : stored))
    })
    return found(profiles, profileId).profile
  }

  /** Asks if needed, without holding the file's lock. Returns the revision that the question was about. */
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

  #changed({ id, practice, revision, createdAt }: Profile, settings: ProfileSettings): Profile {
    return {
      ...settings,
      ...{ id, createdAt },
      // A practice profile that is pointed at a real service is no longer practice.
      practice: practice && isLoopbackUrl(settings.tokenUrl),
      revision: revision + 1,
      updatedAt: this.#instant(),
    }
  }

  #newProfile(settings: ProfileSettings, practice: boolean): Profile {
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
    throw new ClavisError('profile-not-found', `Profile “${profileId}” not found.`, {
      hint: 'It may have been deleted or renamed. Check the list of profiles.',
    })
  return stored
}

function changedElsewhere(): ClavisError {
  return new ClavisError('profile-changed-elsewhere', 'This profile was changed elsewhere.', {
    hint: 'Check its current settings and make your change again.',
  })
}

/**
 * Makes sure that a name is valid and free.
 * @param ownId the profile that may have it already
 * @throws `input-invalid`, `profile-name-taken`
 */
function checkName(profiles: readonly StoredProfile[], name: string, ownId?: string): void {
  requireVisibleName(name)
  if (profiles.some(({ profile }) => profile.name === name && profile.id !== ownId)) throw nameTaken(name)
}

function nameTaken(name: string): ClavisError {
  return new ClavisError('profile-name-taken', `A profile named “${name}” already exists.`, {
    hint: 'Choose another name.',
    details: { name },
  })
}
