import { watch, type FSWatcher } from 'node:fs'
import { mkdir, readFile, rename, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { lock } from 'proper-lockfile'
import type { Credential } from '../../shared/model/credential.ts'
import { ClavisError } from '../../shared/model/error.ts'
import type { Profile, ProfileSettings } from '../../shared/model/profile.ts'
import type { Replacement } from '../../shared/model/replacement.ts'
import { lastGoodCopy, writeFileAtomically } from '../files/atomic-file.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { continued, eventsBetween, trialsBetween, type NewCredentialEvent } from './credential-history.ts'
import { formatProfileFile, parseProfileFile } from './profile-exchange.ts'
import { formatStore, parseStore } from './store-file.ts'
import { settingsOf, type StoredProfile } from './stored-profile.ts'

/** A state of the file; another one means that it was written since. */
interface Snapshot {
  readonly fingerprint: string
  /** When the file was last seen to be in this state, by `performance.now()`. */
  checkedAt: number
  readonly profiles: readonly StoredProfile[]
}

interface Options {
  readonly folder: string
  readonly now: () => number
  readonly newId: () => string
}

/** Waits between tries to get the lock: about ten seconds in all, as the other side holds it for milliseconds. */
const lockRetries = { retries: 100, factor: 1.05, minTimeout: 20, maxTimeout: 200 }

/** How long ago the file may have been looked at where a profile need only be recent, milliseconds. */
const recently = 250

/** A lock whose holder died is taken over after this time, milliseconds. */
const lockStale = 10_000

/**
 * The profiles and the public parts of their credentials, in `profiles.json` of the data folder. The window and the
 * command line may use it at once: each change takes the file's lock, reads it anew, and replaces it atomically with
 * the last good copy kept beside it. A file that cannot be read is set aside and reported, never overwritten.
 */
export class ProfileStore {
  readonly #folder: string
  readonly #file: string
  readonly #now: () => number
  readonly #newId: () => string
  readonly #listeners = new Set<(profileIds: readonly string[]) => void>()
  readonly #notices: string[] = []
  #snapshot: Snapshot | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #watcher: FSWatcher | undefined

  constructor({ folder, now, newId }: Options) {
    this.#folder = folder
    this.#file = join(folder, 'profiles.json')
    this.#now = now
    this.#newId = newId
  }

  /** The data folder, for public files that belong beside the profiles. */
  get folder(): string {
    return this.#folder
  }

  /** All profiles, in the order they were made. @throws `store-too-new`, `disk-failed` */
  async list(): Promise<StoredProfile[]> {
    return [...(await this.#alone(() => this.#current()))]
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
    const snapshot = this.#snapshot
    return snapshot === undefined || performance.now() - snapshot.checkedAt > recently
      ? this.get(profileId)
      : found(snapshot.profiles, profileId)
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
    await this.#change((profiles) => {
      checkName(profiles, settings.name)
      return [...profiles, { profile, credentials: [], history: [] }]
    })
    return profile
  }

  /**
   * @param revision the one that the person's changes started from
   * @throws `profile-not-found`, `profile-name-taken`, `profile-changed-elsewhere`
   */
  update(profileId: string, revision: number, settings: ProfileSettings): Promise<Profile> {
    return this.#changeProfile(profileId, (profile) => {
      if (profile.revision !== revision)
        throw new ClavisError('profile-changed-elsewhere', 'This profile was changed elsewhere in the meantime.', {
          hint: 'Look at its present state, then make your change again.',
        })
      return settings
    })
  }

  /** Changes settings from what they are now. @throws `profile-not-found`, `profile-name-taken` */
  changeSettings(profileId: string, change: (current: ProfileSettings) => ProfileSettings): Promise<Profile> {
    return this.#changeProfile(profileId, (profile) => change(settingsOf(profile)))
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
    await this.#change((profiles) => {
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
    const profiles = await this.#change((current) => {
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
    await this.#change((current) => {
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
    await this.#change((current) => {
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
    await this.#change(change)
  }

  /**
   * Changes the credentials of any number of profiles with one lock and one write, and records that in their histories.
   * @param change answers the profiles in the same order; those that it leaves are the same objects
   */
  async changeAllCredentials(change: (current: readonly StoredProfile[]) => readonly StoredProfile[]): Promise<void> {
    await this.#change((current) => {
      const before = new Map(current.map((stored) => [stored.profile.id, stored]))
      return change(current).map((after) => {
        const stored = before.get(after.profile.id)
        return stored === undefined || stored === after ? after : this.#withCredentials(stored, after.credentials)
      })
    })
  }

  /** Imports every profile of a profile file, or none. @throws `profile-file-invalid`, `profile-name-taken` */
  async importFile(text: string): Promise<Profile[]> {
    const imported = parseProfileFile(text).map((settings) => this.#made(settings, false))
    await this.#change((profiles) => {
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
    return [...this.#notices]
  }

  /**
   * Tells the ids of profiles that were made, changed (their credentials too) or removed, here or by another process.
   * Who comes after the first reading hears of what another process changed since then, too.
   * Answers the unsubscribe.
   */
  onChange(listener: (profileIds: readonly string[]) => void): () => void {
    this.#listeners.add(listener)
    if (this.#snapshot !== undefined && this.#watcher === undefined) {
      this.#watch()
      this.#lookAgain()
    }
    return () => this.#listeners.delete(listener)
  }

  /** Ends watching the file, and waits for what is under way. */
  async end(): Promise<void> {
    this.#listeners.clear()
    this.#watcher?.close()
    this.#watcher = undefined
    await this.#queue
  }

  async #changeProfile(profileId: string, change: (current: Profile) => ProfileSettings): Promise<Profile> {
    const profiles = await this.#change((current) => {
      const { profile } = found(current, profileId)
      const settings = change(profile)
      checkName(current, settings.name, profileId)
      const changed: Profile = {
        ...settings,
        id: profile.id,
        practice: profile.practice,
        revision: profile.revision + 1,
        createdAt: profile.createdAt,
        updatedAt: this.#instant(),
      }
      return current.map((stored) => (stored.profile.id === profileId ? { ...stored, profile: changed } : stored))
    })
    return found(profiles, profileId).profile
  }

  #made(settings: ProfileSettings, practice: boolean): Profile {
    const createdAt = this.#instant()
    return { ...settings, id: this.#newId(), practice, revision: 1, createdAt, updatedAt: createdAt }
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }

  /** Changes the file under its lock, from what it holds at that moment. */
  #change(change: (current: readonly StoredProfile[]) => readonly StoredProfile[]): Promise<readonly StoredProfile[]> {
    return this.#alone(async () => {
      const release = await this.#lock()
      try {
        const before = await this.#current()
        const after = change(before)
        const text = formatStore(after)
        // What could not be read back must never be written: the schema is the judge of our own output too.
        parseStore(text)
        await writeFileAtomically(this.#file, text, { keepLastGood: true })
        this.#snapshot = {
          fingerprint: (await this.#fingerprint()) ?? '',
          profiles: after,
          checkedAt: performance.now(),
        }
        this.#tell(before, after)
        return after
      } finally {
        await release()
      }
    })
  }

  async #lock(): Promise<() => Promise<void>> {
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      return await lock(this.#folder, {
        lockfilePath: `${this.#file}.lock`,
        retries: lockRetries,
        stale: lockStale,
      })
    } catch (error) {
      if (systemErrorCode(error) === 'ELOCKED')
        throw new ClavisError('disk-failed', 'Another Clavis is changing the profiles and does not finish.', {
          hint: 'Close other windows and commands of Clavis and try again.',
          cause: error,
        })
      throw diskFailure(error, this.#file, 'saved')
    }
  }

  /** What the file holds now. */
  async #current(): Promise<readonly StoredProfile[]> {
    const checkedAt = performance.now()
    const fingerprint = await this.#fingerprint()
    if (this.#snapshot !== undefined && this.#snapshot.fingerprint === fingerprint) {
      this.#snapshot.checkedAt = checkedAt
      return this.#snapshot.profiles
    }
    const profiles = await this.#read()
    const before = this.#snapshot?.profiles
    // A damaged file was set aside meanwhile, so the fingerprint is taken anew; a write in between is seen next time.
    this.#snapshot = { fingerprint: fingerprint ?? '', profiles, checkedAt }
    this.#watch()
    if (before !== undefined) this.#tell(before, profiles)
    return profiles
  }

  async #fingerprint(): Promise<string | undefined> {
    try {
      const { ino, size, mtimeNs } = await stat(this.#file, { bigint: true })
      return `${ino}/${size}/${mtimeNs}`
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined
      throw diskFailure(error, this.#file, 'read')
    }
  }

  async #read(): Promise<readonly StoredProfile[]> {
    const text = await readText(this.#file)
    if (text === undefined) {
      const copy = await this.#lastGood()
      if (copy === undefined) return []
      this.#notice('The file with the profiles was gone; the last good copy is in use.')
      return this.#restore(copy)
    }
    try {
      return parseStore(text)
    } catch (error) {
      if (error instanceof ClavisError) throw error
      return await this.#setAside()
    }
  }

  /** Keeps the damaged file under another name and goes on from the last good copy, or empty. */
  async #setAside(): Promise<readonly StoredProfile[]> {
    const aside = join(this.#folder, `profiles.damaged-${this.#instant().replaceAll(':', '-')}.json`)
    try {
      await rename(this.#file, aside)
    } catch (error) {
      throw new ClavisError('store-damaged', 'The file with the profiles is damaged and could not be set aside.', {
        hint: `Move ${this.#file} to another place and start Clavis again.`,
        details: { path: this.#file },
        cause: error,
      })
    }
    const copy = await this.#lastGood()
    this.#notice(
      copy === undefined
        ? `The file with the profiles was damaged. It was set aside as ${basename(aside)}; there is no good copy, so the list starts empty. Keys in the keychain are untouched.`
        : `The file with the profiles was damaged. It was set aside as ${basename(aside)}; the last good copy is in use.`,
    )
    return copy === undefined ? [] : this.#restore(copy)
  }

  async #lastGood(): Promise<readonly StoredProfile[] | undefined> {
    const text = await readText(lastGoodCopy(this.#file))
    if (text === undefined) return undefined
    try {
      return parseStore(text)
    } catch (error) {
      if (error instanceof ClavisError) throw error
      // A damaged copy is as good as none; it stays where it is for the person to look at.
      return undefined
    }
  }

  async #restore(profiles: readonly StoredProfile[]): Promise<readonly StoredProfile[]> {
    await writeFileAtomically(this.#file, formatStore(profiles))
    return profiles
  }

  #notice(text: string): void {
    this.#notices.push(text)
  }

  #tell(before: readonly StoredProfile[], after: readonly StoredProfile[]): void {
    const changed = changedIds(before, after)
    if (changed.length > 0) for (const listener of this.#listeners) listener(changed)
  }

  /** Sees changes by other processes. It keeps no process alive. */
  #watch(): void {
    if (this.#watcher !== undefined || this.#listeners.size === 0) return
    try {
      const watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
        if (name === null || name === basename(this.#file)) this.#lookAgain()
      })
      watcher.on('error', () => {
        this.#watcher = undefined
      })
      this.#watcher = watcher
    } catch {
      // The folder is not there yet, or the system has no watches left: every call looks at the file itself anyway.
    }
  }

  #lookAgain(): void {
    // A failure shows at the next call, which meets the same file.
    void this.#alone(() => this.#current()).catch(() => undefined)
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw diskFailure(error, path, 'read')
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

function checkName(profiles: readonly StoredProfile[], name: string, exceptId?: string): void {
  if (profiles.some(({ profile }) => profile.name === name && profile.id !== exceptId))
    throw new ClavisError('profile-name-taken', `There is a profile “${name}” already.`, {
      hint: 'Choose another name.',
      details: { name },
    })
}

function changedIds(before: readonly StoredProfile[], after: readonly StoredProfile[]): string[] {
  const texts = new Map(before.map((stored) => [stored.profile.id, JSON.stringify(stored)]))
  const changed = after.filter((stored) => texts.get(stored.profile.id) !== JSON.stringify(stored))
  const left = new Set(after.map(({ profile }) => profile.id))
  return [
    ...changed.map(({ profile }) => profile.id),
    ...before.map(({ profile }) => profile.id).filter((profileId) => !left.has(profileId)),
  ]
}
