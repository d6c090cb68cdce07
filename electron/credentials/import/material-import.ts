import { type Credential, isKeyDestroyed } from '#shared/credentials/credential.ts'
import type { ImportedPart } from '#shared/credentials/import.ts'
import { ClavisError } from '#shared/errors.ts'
import { requireNotCancelled, WorkQueue } from '../../concurrency.ts'
import { keyAccount, type Keychain } from '../../keychain/keychain.ts'
import type { Secret } from '../../keychain/secret.ts'
import { KeyBindings } from '../../profiles/guards/key-bindings.ts'
import { nameInHistory } from '../../profiles/store/credential-history.ts'
import { noteOwnKey } from '../../profiles/store/credential-states.ts'
import type { ProfileStore } from '../../profiles/store/profile-store.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { KeyUses } from '../../requests/key-uses.ts'
import type { Transaction } from '../../store/database.ts'
import type { ImportContent, ImportedKey } from '../formats/material.ts'
import { KeyTraces } from '../key-traces.ts'
import { withRestoredKey } from '../lifecycle.ts'
import { ImportJob } from './import-job.ts'
import type { SentPlan } from './import-messages.ts'
import { keyPart, reasonOfOwner } from './import-results.ts'
import { keylessCredentials } from './keyless-credentials.ts'
import { LooseCertificates } from './loose-certificates.ts'
import { lostKey } from './place-material.ts'

/** How often the profiles may change under an import before it gives up. */
const maxAttempts = 5

interface Options {
  readonly profiles: ProfileStore
  readonly keychain: Keychain
  readonly keyUses: KeyUses
  readonly now: () => number
  /** The worker that parses the contents: built next to main, or its source in plain Node. */
  readonly workerUrl: URL
}

export interface ImportTarget {
  /** The profile in which unassigned keys become credentials. */
  readonly profileId?: string | undefined
  /** Whether all parts are only for that profile. */
  readonly isThereOnly?: boolean
  /** Whether parts are imported that are not what the profile's replacement waits for. */
  readonly anyway?: boolean | undefined
}

/**
 * Imports certificates and private keys. Each part is matched automatically; the profile file is written once per
 * import, and private keys are in the keychain before a credential names them.
 */
export class MaterialImport {
  readonly #options: Options
  readonly #loose: LooseCertificates
  readonly #traces: KeyTraces
  readonly #bindings: KeyBindings
  readonly #queue = new WorkQueue()

  constructor(options: Options) {
    const { profiles, now } = options
    this.#options = options
    this.#loose = new LooseCertificates(profiles)
    this.#bindings = new KeyBindings(options.keychain)
    this.#traces = new KeyTraces({ database: profiles.database, now })
  }

  /**
   * Imports everything in the contents and reports the result for each part.
   * @param signal cancels the import as long as nothing was stored
   * @throws `profile-not-found`, `keychain-…`, `disk-…`, `cancelled`, `import-limit-exceeded`; unreadable content
   * is part of the result
   */
  import(
    contents: readonly ImportContent[],
    target: ImportTarget = {},
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ImportedPart[]> {
    return this.#queue.inSequence(() => this.#import(contents, target, signal))
  }

  async #import(
    contents: readonly ImportContent[],
    target: ImportTarget,
    signal: AbortSignal,
  ): Promise<ImportedPart[]> {
    requireNotCancelled(signal)
    if (target.profileId !== undefined) await this.#options.profiles.get(target.profileId)
    const job = new ImportJob({ workerUrl: this.#options.workerUrl, signal })
    const keys: ImportedKey[] = []
    try {
      const found = await job.read(contents)
      keys.push(...found.keys)
      return [...(await this.#place(job, keys, target, signal)), ...found.unusable]
    } finally {
      job.end()
      for (const { pkcs8 } of keys) pkcs8.wipe()
    }
  }

  async #place(
    job: ImportJob,
    imported: readonly ImportedKey[],
    target: ImportTarget,
    signal: AbortSignal,
  ): Promise<ImportedPart[]> {
    const keys = new Map(imported.map((key) => [key.fingerprint, key]))
    const common = {
      profileId: target.profileId,
      isThereOnly: target.isThereOnly === true,
      anyway: target.anyway === true,
      now: this.#options.now(),
    }
    const lostKeys = new Set<string>()
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const [profiles, loose] = [await this.#options.profiles.list(), await this.#loose.list()]
      const keyless = await keylessCredentials(
        this.#options.keychain,
        this.#options.profiles.database,
        profiles,
        new Set(keys.keys()),
      )
      const plan = await job.place({ ...common, profiles, loose, lostKeys, keyless })
      requireNotCancelled(signal)
      const written: string[] = []
      let isDone = false
      try {
        await this.#trace(plan, written)
        isDone = await this.#options.profiles.database.change(async (within) => {
          if (!(await this.#isCurrent(profiles, within))) return false
          const missing = await this.#writeKeys(plan, keys, profiles, within)
          for (const key of missing) lostKeys.add(key)
          if (missing.length > 0) return false
          await this.#store(plan, profiles, within)
          if (plan.loose !== undefined) await this.#loose.replace(plan.loose, within)
          await this.#traces.end(written, within)
          return true
        })
      } finally {
        // A key that no credential names would be lost in the keychain.
        if (!isDone) for (const id of written) await this.#traces.removeUnnamed(id, this.#options.keychain)
      }
      if (!isDone) continue
      this.#tell(plan)
      return [...plan.parts, ...(await this.#putRight(plan, keys, target.profileId))]
    }
    throw new ClavisError('profile-changed-elsewhere', 'The profiles changed while the import was running.', {
      hint: 'Close other Clavis windows and commands, then import again.',
    })
  }

  /** Stores traces of the keys of new credentials, before any of them is written. @param written gets their ids */
  async #trace({ newKeys, keyCopies, changed }: SentPlan, written: string[]): Promise<void> {
    const ids = new Set([...keyCopies.map(({ to }) => to), ...newKeys.map(({ credentialId }) => credentialId)])
    for (const { stored } of changed) {
      const own = stored.credentials.filter(({ id }) => ids.has(id)).map(({ id }) => id)
      if (own.length === 0) continue
      await this.#traces.begin(own, stored.profile, 'import')
      written.push(...own)
    }
  }

  /** Returns whether the profiles are still those that the plan is based on. */
  async #isCurrent(from: readonly StoredProfile[], within: Transaction): Promise<boolean> {
    const current = await this.#options.profiles.list(within)
    return current.length === from.length && current.every((each, index) => each === from[index])
  }

  /**
   * Writes the keys of new credentials: those of the import, and copies of keys that the same profile has.
   * @param before the profiles that the plan is based on
   * @returns the keys that their profile doesn't have in the keychain, each as {@link lostKey}
   */
  async #writeKeys(
    { newKeys, keyCopies, changed }: SentPlan,
    keys: ReadonlyMap<string, ImportedKey>,
    before: readonly StoredProfile[],
    within: Transaction,
  ): Promise<string[]> {
    const ownerOf = (credentialId: string): StoredProfile | undefined =>
      changed.find(({ stored }) => stored.credentials.some(({ id }) => id === credentialId))?.stored
    const missing: string[] = []
    for (const { to, fingerprint } of keyCopies) {
      const profileId = ownerOf(to)?.profile.id ?? ''
      // A key is never taken from another profile, whatever the plan of the worker says.
      const own = before.find(({ profile }) => profile.id === profileId)?.credentials ?? []
      const key = await this.#heldByOneOf(own.filter((each) => each.publicKeyFingerprint === fingerprint))
      if (key === undefined) {
        missing.push(lostKey(profileId, fingerprint))
        continue
      }
      try {
        await this.#options.keychain.write(keyAccount(to), key.secret, within)
        await this.#bindings.copy(key.id, to, within)
      } finally {
        key.secret.wipe()
      }
    }
    if (missing.length > 0) return missing
    for (const { credentialId, fingerprint } of newKeys) {
      const key = keys.get(fingerprint)
      if (key === undefined) continue
      await this.#options.keychain.write(keyAccount(credentialId), key.pkcs8, within)
      const owner = ownerOf(credentialId)
      if (owner !== undefined) await this.#bindings.bind(credentialId, owner.profile, within)
    }
    return []
  }

  /** Records the keys that were stored in the keychain. */
  #tell({ changed, newKeys, keyCopies }: SentPlan): void {
    const tell = (credentialId: string, what: string): void => {
      for (const {
        stored: { profile, credentials },
      } of changed)
        for (const credential of credentials)
          if (credential.id === credentialId) this.#options.keyUses.record({ what, profile, credential })
    }
    for (const { credentialId } of newKeys) tell(credentialId, 'Key imported')
    for (const { to } of keyCopies) tell(to, 'Key copied')
  }

  /** Saves the profiles if something changed. */
  async #store(
    { changed, newKeys, keyCopies }: SentPlan,
    from: readonly StoredProfile[],
    within: Transaction,
  ): Promise<void> {
    if (changed.length === 0) return
    const after = [...from]
    for (const { index, stored } of changed) after[index] = stored
    await this.#options.profiles.changeAllCredentials(() => after, within)
    const ids = new Set([...newKeys.map(({ credentialId }) => credentialId), ...keyCopies.map(({ to }) => to)])
    for (const { stored } of changed)
      for (const { id, profileId, publicKeyFingerprint } of stored.credentials)
        if (ids.has(id)) noteOwnKey(within.sql, profileId, publicKeyFingerprint)
  }

  /** Restores keys of credentials that are missing from the keychain: never of another profile than the import is for. */
  async #putRight(
    { knownKeys }: SentPlan,
    keys: ReadonlyMap<string, ImportedKey>,
    wanted: string | undefined,
  ): Promise<ImportedPart[]> {
    const parts = new Map<string, ImportedPart>()
    for (const { credential, fingerprint } of knownKeys) {
      const key = keys.get(fingerprint)
      if (key === undefined) continue
      const { profileId, id: credentialId } = credential
      const part = { profileId, credentialId, ...keyPart(key) }
      if (await this.#isIntact(credential, key)) {
        if (!parts.has(key.fingerprint)) parts.set(key.fingerprint, { kind: 'already-there', part: 'key', ...part })
      } else if (wanted !== undefined && wanted !== profileId) {
        const { name } = (await this.#options.profiles.get(profileId)).profile
        parts.set(key.fingerprint, { kind: 'needs-profile', ...keyPart(key), reason: reasonOfOwner(name) })
      } else {
        await this.#restore(credential, key)
        parts.set(key.fingerprint, { kind: 'key-restored', ...part })
      }
    }
    return [...parts.values()]
  }

  async #noteRestored(credential: Credential, within: Transaction): Promise<void> {
    const { id, profileId } = credential
    const { profile } = await this.#options.profiles.get(profileId, within)
    this.#options.keyUses.record({ what: 'Key restored', profile, credential })
    if ('keyDestroyedAt' in credential)
      await this.#options.profiles.changeCredentials(
        profileId,
        (current) => current.map((each) => (each.id === id ? withRestoredKey(each) : each)),
        [],
        within,
      )
    // A key that was only missing leaves no trace in the credential.
    else {
      const event = { credentialId: id, credentialName: nameInHistory(credential), kind: 'key-restored' } as const
      await this.#options.profiles.addHistory(profileId, event, within)
    }
  }

  /** Returns whether the keychain has a credential's key, and the credential says so. */
  async #isIntact(credential: Credential, key: ImportedKey): Promise<boolean> {
    try {
      const held = await this.#held(credential.id)
      const isSame = held?.equals(key.pkcs8) === true
      held?.wipe()
      // A key that another process restored, or that a crash left marked as deleted, is noted as well.
      return isSame && !isKeyDestroyed(credential)
    } catch (error) {
      if (!(error instanceof ClavisError && error.code === 'keychain-entry-damaged')) throw error
      return false
    }
  }

  async #restore(credential: Credential, key: ImportedKey): Promise<void> {
    await this.#traces.begin(
      [credential.id],
      (await this.#options.profiles.get(credential.profileId)).profile,
      'restore',
    )
    try {
      await this.#options.profiles.database.change(async (within) => {
        await this.#options.keychain.replace(keyAccount(credential.id), key.pkcs8, within)
        await this.#noteRestored(credential, within)
        noteOwnKey(within.sql, credential.profileId, credential.publicKeyFingerprint)
        await this.#traces.end([credential.id], within)
      })
    } catch (error) {
      await this.#traces.leave([credential.id])
      throw error
    }
  }

  /** Reads the key of the first credential that still has it. */
  async #heldByOneOf(
    credentials: readonly Credential[],
  ): Promise<{ readonly id: string; readonly secret: Secret } | undefined> {
    for (const credential of credentials) {
      if (isKeyDestroyed(credential)) continue
      const secret = await this.#held(credential.id)
      if (secret !== undefined) return { id: credential.id, secret }
    }
    return undefined
  }

  async #held(credentialId: string): ReturnType<Keychain['read']> {
    try {
      return await this.#options.keychain.read(keyAccount(credentialId))
    } catch (error) {
      if (error instanceof ClavisError && error.code === 'keychain-entry-missing') return undefined
      throw error
    }
  }
}
