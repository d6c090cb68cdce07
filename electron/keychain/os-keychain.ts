import { release } from 'node:os'
import { ClavisError } from '../../shared/model/errors/error.ts'
import type { AccessPurpose, KeychainAccess } from './keychain-access.ts'
import { keychainFailure } from './keychain-failure.ts'
import type { KeychainEntries } from './keychain-entries.ts'
import type { Keychain, KeychainDescription, StoredSecret } from './keychain.ts'
import { SecretServiceAccess } from './linux/secret-service-access.ts'
import { SecretServiceConnection } from './linux/secret-service-connection.ts'
import { SecretServiceEntries } from './linux/secret-service-entries.ts'
import { loadKeychainLibrary, NativeKeychain } from './native-keychain.ts'
import { OpenAccess } from './open-access.ts'
import {
  formatManifest,
  joinSecret,
  otherSlot,
  parseManifest,
  partAccount,
  secretOfEntry,
  slots,
  splitSecret,
  type Manifest,
  type Slot,
} from './secret-parts.ts'
import { Secret } from './secret.ts'
import { UsedKeychains } from './used-keychains.ts'

/** Service of all entries: the app's id, which never changes. */
export const keychainService = 'app.clavis.desktop'

/** Time limits, milliseconds. */
interface Limits {
  /** For a call that shows no prompt. */
  readonly answer: number
  /** For the user to answer a prompt. */
  readonly prompt: number
}

const defaultLimits: Limits = { answer: 20_000, prompt: 120_000 }

interface Options {
  /** The data folder, which remembers the keychains that were used. */
  readonly folder: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
  readonly limits?: Limits
  /** Replaces the system's entries, so that a test can make single ones fail. */
  readonly entries?: KeychainEntries
}

/** Why a stored secret cannot be used, as part of a message. */
type Damage = 'its manifest is invalid' | 'a part is missing' | 'its checksum does not match'

type Reading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'sound'; readonly manifest: Manifest; readonly text: string; readonly secret: Secret }
  | { readonly kind: 'damaged'; readonly damage: Damage }

/**
 * Accesses the operating system's keychain: by the native library keytar on macOS and Windows, over the session bus on
 * Linux (decision 068).
 */
export class OsKeychain implements Keychain {
  readonly #access: KeychainAccess
  readonly #entries: KeychainEntries
  readonly #used: UsedKeychains
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ folder, env = process.env, platform = process.platform, limits = defaultLimits, entries }: Options) {
    if (platform === 'darwin' || platform === 'win32') {
      this.#access = new OpenAccess(platform, release())
      this.#entries =
        entries ??
        new NativeKeychain({
          load: loadKeychainLibrary,
          service: keychainService,
          limit: limits.prompt,
          translate: (error) => keychainFailure(error, platform),
        })
    } else {
      const connection = new SecretServiceConnection(env, limits)
      this.#access = new SecretServiceAccess({ connection, service: keychainService })
      this.#entries = entries ?? new SecretServiceEntries({ connection, service: keychainService })
    }
    this.#used = new UsedKeychains(folder)
  }

  read(account: string): Promise<Secret | undefined> {
    return this.#inSequence(async () => {
      const reading = await this.#read(account, 'read')
      if (reading.kind === 'damaged') throw damaged(account, reading.damage)
      if (reading.kind === 'sound') return reading.secret
      await this.#requireSameKeychain()
      return undefined
    })
  }

  write(account: string, secret: Secret): Promise<void> {
    return this.#inSequence(async () => {
      const before = await this.#read(account, 'write')
      if (before.kind === 'damaged')
        throw damaged(account, before.damage, 'Nothing was overwritten. Remove the old entry and try again.')
      const bytes = secret.bytes()
      try {
        const slot = before.kind === 'sound' ? otherSlot(before.manifest.slot) : slots[0]
        await this.#store(account, bytes, slot, before)
        if (before.kind === 'sound') await this.#removeParts(account, before.manifest.slot)
      } finally {
        bytes.fill(0)
        if (before.kind === 'sound') before.secret.wipe()
      }
      await this.#noteUse()
    })
  }

  remove(account: string): Promise<void> {
    return this.#inSequence(async () => {
      // A part can outlive its manifest, so remove the parts even if the entry is absent.
      await this.#access.prepare(account, 'remove')
      await this.#entries.remove(account)
      for (const slot of slots) await this.#removeParts(account, slot)
    })
  }

  list(): Promise<StoredSecret[]> {
    return this.#inSequence(async () => {
      if ((await this.#access.prepare(undefined, 'read')) === 'absent') return []
      const isComplete = new Map<string, boolean>()
      for (const entry of await this.#entries.accounts()) {
        const { account, isManifest } = secretOfEntry(entry)
        isComplete.set(account, isManifest || isComplete.get(account) === true)
      }
      return [...isComplete].map(([account, complete]) => ({ account, isComplete: complete }))
    })
  }

  async describe(): Promise<KeychainDescription> {
    let description: Omit<KeychainDescription, 'notice'>
    try {
      description = await this.#access.describe()
    } catch (error) {
      if (!(error instanceof ClavisError) || error.code !== 'keychain-unavailable') throw error
      const notice = [error.message, error.hint, error.command].filter((text) => text !== undefined).join(' ')
      return { name: 'No keychain', state: 'missing', notice }
    }
    const others = await this.#used.othersThan(description.name)
    return others.length === 0 ? description : { ...description, notice: changeNotice(description.name, others) }
  }

  /** Writes the parts, then the manifest, reads both back and compares. Restores the old manifest if they differ. */
  async #store(account: string, bytes: Buffer, slot: Slot, before: Reading): Promise<void> {
    const { manifest, parts } = splitSecret(bytes, slot)
    for (const [index, part] of parts.entries()) await this.#entries.set(partAccount(account, slot, index + 1), part)
    await this.#entries.set(account, formatManifest(manifest))
    const after = await this.#read(account, 'read')
    const same = after.kind === 'sound' && compareAndWipe(after.secret, bytes)
    if (same) return
    if (before.kind === 'sound') await this.#entries.set(account, before.text)
    throw new ClavisError('keychain-entry-damaged', 'The keychain returned something other than what was stored.', {
      hint:
        before.kind === 'sound'
          ? 'The previous secret is still in place. Check the keychain in its app and try again.'
          : 'Check the keychain in its app and try again.',
      details: { account },
    })
  }

  async #read(account: string, purpose: AccessPurpose): Promise<Reading> {
    if ((await this.#access.prepare(account, purpose)) === 'absent') return { kind: 'absent' }
    for (let seen: string | undefined; ;) {
      const text = await this.#entries.get(account)
      if (text === undefined) return { kind: 'absent' }
      const reading = await this.#readParts(account, text)
      // Another process may have replaced the secret between the two reads; then the manifest differs now.
      if (reading.kind !== 'damaged' || text === seen) return reading
      seen = text
    }
  }

  async #readParts(account: string, text: string): Promise<Reading> {
    const manifest = parseManifest(text)
    if (manifest === undefined) return { kind: 'damaged', damage: 'its manifest is invalid' }
    const parts: string[] = []
    for (let number = 1; number <= manifest.count; number += 1) {
      const part = await this.#entries.get(partAccount(account, manifest.slot, number))
      if (part === undefined) return { kind: 'damaged', damage: 'a part is missing' }
      parts.push(part)
    }
    const bytes = joinSecret({ manifest, parts })
    if (bytes === undefined) return { kind: 'damaged', damage: 'its checksum does not match' }
    const secret = Secret.fromBytes(bytes)
    bytes.fill(0)
    return { kind: 'sound', manifest, text, secret }
  }

  /** Removes the parts of a slot in sequence until two numbers in a row have none. */
  async #removeParts(account: string, slot: Slot): Promise<void> {
    for (let number = 1, gaps = 0; gaps < 2; number += 1)
      if (await this.#entries.remove(partAccount(account, slot, number))) gaps = 0
      else gaps += 1
  }

  /** @throws `keychain-entry-missing` if secrets were stored in another keychain before */
  async #requireSameKeychain(): Promise<void> {
    const { name } = await this.#access.describe()
    const others = await this.#used.othersThan(name)
    if (others.length > 0)
      throw new ClavisError('keychain-entry-missing', `${name} does not have this secret.`, {
        hint: changeNotice(name, others),
        details: { keychain: name, before: others },
      })
  }

  async #noteUse(): Promise<void> {
    try {
      const { name, version } = await this.#access.describe()
      await this.#used.note({ name, version })
    } catch {
      // The secret is stored: a full disk or a keychain without a name must not make this fail.
    }
  }

  /** Runs one operation at a time, so that there is never more than one prompt and writes do not interleave. */
  #inSequence<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

function compareAndWipe(stored: Secret, bytes: Buffer): boolean {
  const wanted = Secret.fromBytes(bytes)
  const same = stored.equals(wanted)
  stored.wipe()
  wanted.wipe()
  return same
}

function damaged(
  account: string,
  damage: Damage,
  hint = 'It was left unchanged. Restore the keychain from a backup, or remove the entry and create or enter the secret again.',
): ClavisError {
  return new ClavisError('keychain-entry-damaged', `A secret in the keychain is damaged: ${damage}.`, {
    hint,
    details: { account },
  })
}

function changeNotice(name: string, others: readonly string[]): string {
  const before = others.join(' and ')
  return (
    `Clavis stored secrets in ${before}, but this session uses ${name}. ` +
    `To use them, log in to a desktop with ${before} or make it this session’s Secret Service. ` +
    `Otherwise, create new keys and enter the client secrets again.`
  )
}
