import { watch, type FSWatcher } from 'node:fs'
import { readFile, rename, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { lastGoodCopy, writeFileAtomically } from '../files/atomic-file.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { changeAlone } from '../files/shared-change.ts'
import { formatStore, parseStore } from './store-file.ts'
import type { StoredProfile } from './stored-profile.ts'

/** A state of the file; another one means that it was written since. */
interface Snapshot {
  readonly fingerprint: string
  /** When the file was last seen to be in this state, by `performance.now()`. */
  checkedAt: number
  readonly profiles: readonly StoredProfile[]
}

/** How long ago the file may have been looked at where a profile need only be recent, milliseconds. */
const recently = 250

/**
 * `profiles.json` of the data folder. The window and the command line may use it at once: each change takes the file's lock,
 * reads it anew, and replaces it atomically with the last good copy kept beside it. A file that cannot be read is set aside
 * and reported, never overwritten.
 */
export class ProfileFile {
  readonly #folder: string
  readonly #file: string
  readonly #now: () => number
  readonly #listeners = new Set<(profileIds: readonly string[]) => void>()
  readonly #notices: string[] = []
  #snapshot: Snapshot | undefined
  #queue: Promise<unknown> = Promise.resolve()
  #watcher: FSWatcher | undefined

  /** @param now milliseconds since 1970, for the names of damaged files */
  constructor({ folder, now }: { readonly folder: string; readonly now: () => number }) {
    this.#folder = folder
    this.#file = join(folder, 'profiles.json')
    this.#now = now
  }

  /** All profiles, in the order they were made. @throws `store-too-new`, `disk-failed` */
  profiles(): Promise<readonly StoredProfile[]> {
    return this.#alone(() => this.#current())
  }

  /** What the file held a quarter of a second ago at the latest, or now. What this process changes is seen at once. */
  async recentProfiles(): Promise<readonly StoredProfile[]> {
    const snapshot = this.#snapshot
    return snapshot === undefined || performance.now() - snapshot.checkedAt > recently
      ? this.profiles()
      : snapshot.profiles
  }

  /** Changes the file under its lock, from what it holds at that moment. */
  change(change: (current: readonly StoredProfile[]) => readonly StoredProfile[]): Promise<readonly StoredProfile[]> {
    return this.#alone(async () => {
      return await changeAlone(this.#file, async () => {
        const before = await this.#current()
        const after = change(before)
        const text = formatStore(after)
        // What could not be read back must never be written: the schema is the judge of our own output too. What did not
        // change was judged before: with a thousand profiles, all of them take too long.
        const unchanged = new Set(before)
        parseStore(formatStore(after.filter((stored) => !unchanged.has(stored))))
        await writeFileAtomically(this.#file, text, { keepLastGood: true })
        this.#snapshot = {
          fingerprint: (await this.#fingerprint()) ?? '',
          profiles: after,
          checkedAt: performance.now(),
        }
        this.#tell(before, after)
        return after
      })
    })
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
    const aside = join(
      this.#folder,
      `profiles.damaged-${new Date(this.#now()).toISOString().replaceAll(':', '-')}.json`,
    )
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
