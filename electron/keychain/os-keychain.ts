import { ClavisError } from '../../shared/model/errors/error.ts'
import type { Keychain, KeychainDescription, StoredSecret } from './keychain.ts'
import { SecretServiceConnection, type SecretServiceLimits } from './linux/secret-service-connection.ts'
import { SecretServiceKeychain } from './linux/secret-service-keychain.ts'
import { NativeKeychain } from './native-keychain.ts'
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
import type { AccessPurpose, SystemKeychain } from './system-keychain.ts'
import { UsedKeychains } from './used-keychains.ts'
import type { Database, Transaction } from '../store/database.ts'
import { WorkQueue } from '../scheduling/work-queue.ts'

/** Service of all entries: the app's id, which never changes. */
export const keychainService = 'app.clavis.desktop'

const defaultLimits: SecretServiceLimits = { answer: 20_000, prompt: 120_000 }

interface Options {
  /** Remembers the keychains that were used, and keeps two processes from writing at the same time. */
  readonly database: Database
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly limits?: SecretServiceLimits
  /** Replaces the system's keychain, so that a test can make single accesses fail. */
  readonly system?: SystemKeychain
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
  readonly #system: SystemKeychain
  readonly #database: Database
  readonly #used: UsedKeychains
  /** Runs one operation at a time, so that there is never more than one prompt and writes do not interleave. */
  readonly #queue = new WorkQueue()

  constructor({ database, env = process.env, limits = defaultLimits, system = systemKeychain(env, limits) }: Options) {
    this.#system = system
    this.#database = database
    this.#used = new UsedKeychains(database)
  }

  read(account: string): Promise<Secret | undefined> {
    return this.#queue.inSequence(async () => {
      const reading = await this.#read(account, 'read')
      if (reading.kind === 'damaged') throw damaged(account, reading.damage)
      if (reading.kind === 'sound') return reading.secret
      await this.#requireSameKeychain()
      return undefined
    })
  }

  write(account: string, secret: Secret, within?: Transaction): Promise<void> {
    return this.#alone(async (transaction) => {
      const before = await this.#read(account, 'write')
      if (before.kind === 'damaged')
        throw damaged(account, before.damage, 'Nothing was overwritten. Remove the old entry and try again.')
      await this.#replace(account, secret, before)
      await this.#noteUse(transaction)
    }, within)
  }

  replace(account: string, secret: Secret, within?: Transaction): Promise<void> {
    return this.#alone(async (transaction) => {
      const before = await this.#read(account, 'write')
      if (before.kind === 'damaged') await this.#remove(account)
      await this.#replace(account, secret, before)
      await this.#noteUse(transaction)
    }, within)
  }

  remove(account: string, within?: Transaction): Promise<void> {
    return this.#alone(() => this.#remove(account), within)
  }

  list(): Promise<StoredSecret[]> {
    return this.#queue.inSequence(async () => {
      if ((await this.#system.prepare(undefined, 'read')) === 'absent') return []
      const entries = await this.#system.accounts()
      const secrets: StoredSecret[] = []
      for (const account of new Set(entries.map((entry) => secretOfEntry(entry).account)))
        secrets.push({ account, isComplete: entries.includes(account) && (await this.#isSound(account)) })
      return secrets
    })
  }

  async describe(): Promise<KeychainDescription> {
    let description: Omit<KeychainDescription, 'notice'>
    try {
      const { hasCollection: _, ...described } = await this.#system.describe()
      description = described
    } catch (error) {
      if (!(error instanceof ClavisError) || error.code !== 'keychain-unavailable') throw error
      const notice = [error.message, error.hint, error.command].filter((text) => text !== undefined).join(' ')
      return { name: 'No keychain', state: 'missing', notice }
    }
    const others = await this.#used.othersThan(description.name)
    return others.length === 0 ? description : { ...description, notice: changeNotice(description.name, others) }
  }

  /** Whether every part of a secret is there and unchanged. */
  async #isSound(account: string): Promise<boolean> {
    const reading = await this.#read(account, 'read')
    if (reading.kind === 'sound') reading.secret.wipe()
    return reading.kind === 'sound'
  }

  /** Changes entries while no other process does: two that replace one secret would leave neither. */
  #alone(work: (transaction: Transaction) => Promise<void>, within: Transaction | undefined): Promise<void> {
    return this.#database.change((transaction) => this.#queue.inSequence(() => work(transaction)), within)
  }

  async #remove(account: string): Promise<void> {
    // A part can outlive its manifest, so remove the parts even if the entry is absent.
    await this.#system.prepare(account, 'remove')
    await this.#system.remove(account)
    for (const slot of slots) await this.#removeParts(account, slot)
  }

  async #replace(account: string, secret: Secret, before: Reading): Promise<void> {
    const bytes = secret.bytes()
    try {
      const slot = before.kind === 'sound' ? otherSlot(before.manifest.slot) : slots[0]
      await this.#store(account, bytes, slot, before)
      if (before.kind === 'sound') await this.#removeParts(account, before.manifest.slot)
    } finally {
      bytes.fill(0)
      if (before.kind === 'sound') before.secret.wipe()
    }
  }

  /** Writes the parts, then the manifest, reads both back and compares. Restores the old manifest if they differ. */
  async #store(account: string, bytes: Buffer, slot: Slot, before: Reading): Promise<void> {
    const { manifest, parts } = splitSecret(bytes, slot)
    for (const [index, part] of parts.entries()) await this.#system.set(partAccount(account, slot, index + 1), part)
    await this.#system.set(account, formatManifest(manifest))
    const after = await this.#read(account, 'read')
    const same = after.kind === 'sound' && compareAndWipe(after.secret, bytes)
    if (same) return
    if (before.kind === 'sound') await this.#system.set(account, before.text)
    throw new ClavisError('keychain-entry-damaged', 'The keychain returned something other than what was stored.', {
      hint:
        before.kind === 'sound'
          ? 'The previous secret is still in place. Check the keychain in its app and try again.'
          : 'Check the keychain in its app and try again.',
      details: { account },
    })
  }

  async #read(account: string, purpose: AccessPurpose): Promise<Reading> {
    if ((await this.#system.prepare(account, purpose)) === 'absent') return { kind: 'absent' }
    for (let seen: string | undefined; ;) {
      const text = await this.#system.get(account)
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
      const part = await this.#system.get(partAccount(account, manifest.slot, number))
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
      if (await this.#system.remove(partAccount(account, slot, number))) gaps = 0
      else gaps += 1
  }

  /** @throws `keychain-entry-missing` if secrets were stored in another keychain before */
  async #requireSameKeychain(): Promise<void> {
    const { name, hasCollection } = await this.#system.describe()
    if (hasCollection === false && (await this.#used.list()).some((used) => used.name === name))
      throw new ClavisError('keychain-entry-missing', `The keyring in ${name} that Clavis used was deleted.`, {
        hint: 'Restore it from a backup of your home folder. Otherwise, create new keys and enter the client secrets again, or restore a backup of Clavis.',
        details: { keychain: name },
      })
    const others = await this.#used.othersThan(name)
    if (others.length > 0)
      throw new ClavisError('keychain-entry-missing', `${name} does not have this secret.`, {
        hint: changeNotice(name, others),
        details: { keychain: name, before: others },
      })
  }

  async #noteUse(within: Transaction): Promise<void> {
    try {
      const { name, version } = await this.#system.describe()
      await this.#used.note({ name, version }, within)
    } catch {
      // The secret is stored: a full disk or a keychain without a name must not make this fail.
    }
  }
}

function systemKeychain(env: NonNullable<Options['env']>, limits: SecretServiceLimits): SystemKeychain {
  const { platform } = process
  return platform === 'darwin' || platform === 'win32'
    ? new NativeKeychain({ service: keychainService, platform, limit: limits.prompt })
    : new SecretServiceKeychain({
        connection: new SecretServiceConnection(env, limits),
        service: keychainService,
      })
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
