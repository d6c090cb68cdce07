import { setImmediate } from 'node:timers/promises'
import type { ImportedPart } from '../../../shared/model/import.ts'
import type { Credential } from '../../../shared/model/credential.ts'
import { ClavisError } from '../../../shared/model/error.ts'
import type { KeyUses } from '../../activity/key-uses.ts'
import { keyAccount, type Keychain } from '../../keychain/keychain.ts'
import { nameInHistory } from '../../profiles/credential-history.ts'
import type { ProfileStore } from '../../profiles/profile-store.ts'
import type { StoredProfile } from '../../profiles/stored-profile.ts'
import { withRestoredKey } from '../lifecycle.ts'
import { LooseCertificates } from './loose-certificates.ts'
import { emptyMaterial, type ImportContent, type ImportedKey, type Material } from './material.ts'
import { keyName, placeMaterial, type Placing, type Plan } from './place-material.ts'
import { readMaterial } from './read-material.ts'

/** How often the profiles may change under an import before it gives up. */
const tries = 5

interface Options {
  readonly profiles: ProfileStore
  readonly keychain: Keychain
  readonly keyUses: KeyUses
  readonly now: () => number
  readonly newId: () => string
}

/** Where an import's parts may go. */
export interface ImportTarget {
  /** The profile that keys which belong nowhere yet become credentials of. */
  readonly profileId?: string | undefined
  /** Whether certificates too are for keys of that profile alone. */
  readonly isThereOnly?: boolean
}

/**
 * The one way in for certificates and private keys. Each part finds its place by itself; the profile file is written
 * once for the whole import, and private keys go into the keychain before a credential names them.
 */
export class MaterialImport {
  readonly #profiles: ProfileStore
  readonly #keychain: Keychain
  readonly #keyUses: KeyUses
  readonly #loose: LooseCertificates
  readonly #now: () => number
  readonly #newId: () => string
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ profiles, keychain, keyUses, now, newId }: Options) {
    this.#profiles = profiles
    this.#keychain = keychain
    this.#keyUses = keyUses
    this.#loose = new LooseCertificates({ folder: profiles.folder })
    this.#now = now
    this.#newId = newId
  }

  /**
   * Imports everything that the contents hold and says of each part what became of it.
   * @throws `profile-not-found`, `keychain-…`, `disk-…`; what cannot be read is no error but a part of the answer
   */
  import(contents: readonly ImportContent[], target: ImportTarget = {}): Promise<ImportedPart[]> {
    const result = this.#queue.then(() => this.#import(contents, target))
    this.#queue = result.catch(() => undefined)
    return result
  }

  async #import(contents: readonly ImportContent[], target: ImportTarget): Promise<ImportedPart[]> {
    if (target.profileId !== undefined) await this.#profiles.get(target.profileId)
    const all = emptyMaterial()
    const troubles: ImportedPart[] = []
    try {
      for (const [content, each] of contents.entries()) {
        const material = await readMaterial(each)
        all.certificates.push(...material.certificates)
        all.keys.push(...material.keys)
        troubles.push(...troublesOf(material, content, each.name))
        // The window is answered between two files.
        await setImmediate()
      }
      return [...(await this.#place(all, target)), ...troubles]
    } finally {
      for (const { pkcs8 } of all.keys) pkcs8.wipe()
    }
  }

  async #place({ certificates, keys }: Material, target: ImportTarget): Promise<ImportedPart[]> {
    const ids = new Map<string, string>()
    const common: Omit<Placing, 'profiles' | 'loose' | 'lostKeys'> = {
      certificates,
      keys,
      profileId: target.profileId,
      isThereOnly: target.isThereOnly === true,
      now: this.#now(),
      idFor: (fingerprint) => {
        const id = ids.get(fingerprint) ?? this.#newId()
        ids.set(fingerprint, id)
        return id
      },
    }
    const lostKeys = new Set<string>()
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const [profiles, loose] = [await this.#profiles.list(), await this.#loose.list()]
      const plan = placeMaterial({ ...common, profiles, loose, lostKeys })
      const written: string[] = []
      let isDone = false
      try {
        const missing = await this.#writeKeys(plan, written)
        if (missing.length > 0) for (const fingerprint of missing) lostKeys.add(fingerprint)
        else isDone = await this.#store(plan, profiles)
      } finally {
        // A key that no credential names would be lost in the keychain.
        if (!isDone) await this.#removeUnnamed(written)
      }
      if (!isDone) continue
      this.#tell(plan)
      if (plan.loose !== loose) await this.#loose.replace(plan.loose)
      return [...plan.parts, ...(await this.#putRight(plan))]
    }
    throw new ClavisError('profile-changed-elsewhere', 'The profiles keep changing while the import runs.', {
      hint: 'Close other windows and commands of Clavis and import again.',
    })
  }

  /** One that cannot be removed keeps none of the others in the keychain, and does not hide what led to it. */
  async #removeUnnamed(credentialIds: readonly string[]): Promise<void> {
    for (const credentialId of credentialIds)
      await this.#keychain.remove(keyAccount(credentialId)).catch(() => undefined)
  }

  /** Answers the fingerprints of keys that were to be copied and are not in the keychain. */
  async #writeKeys({ newKeys, keyCopies }: Plan, written: string[]): Promise<string[]> {
    const missing: string[] = []
    for (const { from, to, fingerprint } of keyCopies) {
      const key = await this.#heldByOneOf(from)
      if (key === undefined) {
        missing.push(fingerprint)
        continue
      }
      try {
        written.push(to)
        await this.#keychain.write(keyAccount(to), key)
      } finally {
        key.wipe()
      }
    }
    if (missing.length > 0) return missing
    for (const { credentialId, key } of newKeys) {
      written.push(credentialId)
      await this.#keychain.write(keyAccount(credentialId), key.pkcs8)
    }
    return []
  }

  /** Tells the keys that the keychain has now. */
  #tell({ profiles, newKeys, keyCopies }: Plan): void {
    const tell = (credentialId: string, what: string): void => {
      for (const { profile, credentials } of profiles)
        for (const credential of credentials)
          if (credential.id === credentialId) this.#keyUses.tell({ what, profile, credential })
    }
    for (const { credentialId } of newKeys) tell(credentialId, 'Key imported')
    for (const { to } of keyCopies) tell(to, 'Key copied for another certificate')
  }

  /** Writes the profiles where something changed. Answers `false` where they are no longer what the plan began with. */
  async #store(plan: Plan, from: readonly StoredProfile[]): Promise<boolean> {
    if (plan.profiles.every((each, index) => each === from[index])) return true
    let isCurrent = true
    await this.#profiles.changeAllCredentials((current) => {
      isCurrent = current.length === from.length && current.every((each, index) => each === from[index])
      return isCurrent ? plan.profiles : current
    })
    return isCurrent
  }

  /** Puts keys that credentials have back into the keychain where they are missing there. */
  async #putRight({ knownKeys }: Plan): Promise<ImportedPart[]> {
    const parts = new Map<string, ImportedPart>()
    for (const { credential, key } of knownKeys) {
      const { profileId, id: credentialId } = credential
      const told = { profileId, credentialId, subject: keyName(key), fingerprint: key.fingerprint }
      if (await this.#restore(credentialId, key)) {
        await this.#noteRestored(credential)
        parts.set(key.fingerprint, { kind: 'key-restored', ...told })
      } else if (!parts.has(key.fingerprint))
        parts.set(key.fingerprint, { kind: 'already-there', part: 'key', ...told })
    }
    return [...parts.values()]
  }

  async #noteRestored(credential: Credential): Promise<void> {
    const { id, profileId } = credential
    const { profile } = await this.#profiles.get(profileId)
    this.#keyUses.tell({ what: 'Key restored by an import', profile, credential })
    if ('keyDestroyedAt' in credential)
      await this.#profiles.changeCredentials(profileId, (current) =>
        current.map((each) => (each.id === id ? withRestoredKey(each) : each)),
      )
    // A key that had only gone missing leaves no trace in the credential.
    else
      await this.#profiles.addHistory(profileId, {
        credentialId: id,
        credentialName: nameInHistory(credential),
        kind: 'key-restored',
      })
  }

  /** Answers whether the key had been missing or damaged. */
  async #restore(credentialId: string, key: ImportedKey): Promise<boolean> {
    const account = keyAccount(credentialId)
    try {
      const held = await this.#held(credentialId)
      if (held !== undefined) {
        const isSame = held.equals(key.pkcs8)
        held.wipe()
        if (isSame) return false
      }
    } catch (error) {
      if (!(error instanceof ClavisError && error.code === 'keychain-entry-damaged')) throw error
      await this.#keychain.remove(account)
    }
    await this.#keychain.write(account, key.pkcs8)
    return true
  }

  async #heldByOneOf(credentialIds: readonly string[]): ReturnType<Keychain['read']> {
    for (const credentialId of credentialIds) {
      const key = await this.#held(credentialId)
      if (key !== undefined) return key
    }
    return undefined
  }

  async #held(credentialId: string): ReturnType<Keychain['read']> {
    try {
      return await this.#keychain.read(keyAccount(credentialId))
    } catch (error) {
      if (error instanceof ClavisError && error.code === 'keychain-entry-missing') return undefined
      throw error
    }
  }
}

function troublesOf({ locked, problems }: Material, content: number, name: string): ImportedPart[] {
  return [
    // One passphrase is asked for each file, however many of its parts are locked.
    ...locked.slice(0, 1).map((each) => ({ kind: 'needs-passphrase' as const, content, name, ...each })),
    ...problems.map(({ subject, reason }) => ({
      kind: 'refused' as const,
      content,
      name,
      reason: subject === '' ? reason : `${subject}: ${reason}`,
    })),
  ]
}
