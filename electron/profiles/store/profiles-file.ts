import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { diskFailure, systemErrorCode } from '../../files/disk-failure.ts'
import { RecoverableFile } from '../../files/writing/recoverable-file.ts'
import { formatStore, parseStore } from './store-file.ts'
import type { StoredProfile } from './stored-profile.ts'
import { Listeners } from '../../scheduling/listeners.ts'

/** The content of the file at one time. A different fingerprint means a later write. */
interface Snapshot {
  readonly fingerprint: string
  /** Time of the last check, by `performance.now()`. */
  checkedAt: number
  readonly profiles: readonly StoredProfile[]
}

/** Maximum age of a check if a profile only has to be recent, milliseconds. */
const recentMs = 250

/**
 * Reads and writes the data folder's `profiles.json`. Window and command line may use it at the same time: each change locks
 * the file, reads it again and replaces it atomically, with a last good copy. A damaged file is renamed and reported, never
 * overwritten.
 */
export class ProfilesFile {
  readonly #folder: string
  readonly #file: RecoverableFile<readonly StoredProfile[]>
  readonly #changes = new Listeners<[profileIds: readonly string[]]>()
  #snapshot: Snapshot | undefined
  #watcher: FSWatcher | undefined

  /** @param now milliseconds since 1970, for the names of damaged files */
  constructor({ folder, now }: { readonly folder: string; readonly now: () => number }) {
    this.#folder = folder
    this.#file = new RecoverableFile<readonly StoredProfile[]>({
      ...{ folder, name: 'profiles', what: 'profiles file', empty: [], parse: parseStore, format: formatStore, now },
      loss: 'the profile list is empty. Keys in the keychain are not affected.',
    })
  }

  /** Returns all profiles in creation order. @throws `store-too-new`, `disk-failed` */
  profiles(): Promise<readonly StoredProfile[]> {
    return this.#file.inSequence(() => this.#current())
  }

  /** Returns the profiles as of at most 250 ms ago. Changes of this process are included at once. */
  async recentProfiles(): Promise<readonly StoredProfile[]> {
    const snapshot = this.#snapshot
    return snapshot === undefined || performance.now() - snapshot.checkedAt > recentMs
      ? this.profiles()
      : snapshot.profiles
  }

  /** Changes the current content of the file under its lock. */
  change(change: (current: readonly StoredProfile[]) => readonly StoredProfile[]): Promise<readonly StoredProfile[]> {
    return this.#file.change(async () => {
      const before = await this.#current()
      const after = change(before)
      // Validate our own output before writing. Only changed profiles: a thousand take too long.
      const unchanged = new Set(before)
      parseStore(formatStore(after.filter((stored) => !unchanged.has(stored))))
      await this.#file.write(after)
      this.#snapshot = {
        fingerprint: (await this.#fingerprint()) ?? '',
        profiles: after,
        checkedAt: performance.now(),
      }
      this.#notify(before, after)
      return after
    })
  }

  /** Returns notices for the user, for example about a damaged file. */
  notices(): string[] {
    return this.#file.notices()
  }

  /**
   * Reports ids of profiles that were created, changed (or their credentials) or removed by this or another process,
   * including changes of another process since the last read.
   * @returns the unsubscribe
   */
  onChange(listener: (profileIds: readonly string[]) => void): () => void {
    const unsubscribe = this.#changes.add(listener)
    if (this.#snapshot !== undefined && this.#watcher === undefined) {
      this.#watch()
      this.#refresh()
    }
    return unsubscribe
  }

  /** Stops watching the file and waits for pending operations. */
  async end(): Promise<void> {
    this.#changes.clear()
    this.#watcher?.close()
    this.#watcher = undefined
    await this.#file.end()
  }

  /** Returns the current content. */
  async #current(): Promise<readonly StoredProfile[]> {
    const checkedAt = performance.now()
    const fingerprint = await this.#fingerprint()
    if (this.#snapshot !== undefined && this.#snapshot.fingerprint === fingerprint) {
      this.#snapshot.checkedAt = checkedAt
      return this.#snapshot.profiles
    }
    const profiles = await this.#file.read()
    const before = this.#snapshot?.profiles
    // Use the fingerprint from before the read: a write in between is noticed next time.
    this.#snapshot = { fingerprint: fingerprint ?? '', profiles, checkedAt }
    this.#watch()
    if (before !== undefined) this.#notify(before, profiles)
    return profiles
  }

  async #fingerprint(): Promise<string | undefined> {
    try {
      const { ino, size, mtimeNs } = await stat(this.#file.path, { bigint: true })
      return `${ino}/${size}/${mtimeNs}`
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined
      throw diskFailure(error, this.#file.path, 'read')
    }
  }

  #notify(before: readonly StoredProfile[], after: readonly StoredProfile[]): void {
    const changed = changedIds(before, after)
    if (changed.length > 0) this.#changes.notify(changed)
  }

  /** Watches for changes by other processes, without keeping this process alive. */
  #watch(): void {
    if (this.#watcher !== undefined || this.#changes.isEmpty) return
    try {
      const watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
        if (name === null || name === basename(this.#file.path)) this.#refresh()
      })
      watcher.on('error', () => {
        this.#watcher = undefined
      })
      this.#watcher = watcher
    } catch {
      // The folder is missing or the system is out of watches. Every call checks the file itself anyway.
    }
  }

  #refresh(): void {
    // The next call reports the same failure.
    void this.#file.inSequence(() => this.#current()).catch(() => undefined)
  }
}

function changedIds(before: readonly StoredProfile[], after: readonly StoredProfile[]): string[] {
  const earlier = new Map(before.map((stored) => [stored.profile.id, stored]))
  const changed = after.filter((stored) => {
    const known = earlier.get(stored.profile.id)
    return known !== stored && JSON.stringify(known) !== JSON.stringify(stored)
  })
  const left = new Set(after.map(({ profile }) => profile.id))
  return [
    ...changed.map(({ profile }) => profile.id),
    ...before.map(({ profile }) => profile.id).filter((profileId) => !left.has(profileId)),
  ]
}
