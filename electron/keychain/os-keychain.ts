import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { WorkQueue } from '../concurrency.ts'
import type { Database, Transaction } from '../store/database.ts'
import { StoredDocument } from '../store/stored-document.ts'
import { startWithNode, type StartKeychainProcess } from './keychain-process-start.ts'
import type { Keychain, KeychainDescription, StoredSecret } from './keychain.ts'
import type { SystemKeychain } from './keytar-keychain.ts'
import { LinuxKeychain } from './linux-keychain.ts'
import { NativeKeychain } from './native-keychain.ts'
import { decodeSecret, formatSecret, parseSecretEntry, partAccount, secretAccountOf } from './secret-entries.ts'
import { Secret } from './secret.ts'

/** Starts the program as it is in the sources. */
const defaultStart = startWithNode(new URL('./keychain-process.ts', import.meta.url))

/** How long a call may take, milliseconds, including a prompt to the user. */
const defaultLimitMs = 120_000

/** Account of an entry that stays in each keychain with secrets of Clavis: it shows that others are missing, not hidden. */
const marker = 'marker'

const usedKeychainsSchema = z.array(z.looseObject({ name: z.string() }))

/** The keychains that secrets were stored in, last used last: on Linux they change with the desktop. */
export function usedKeychains(database: Database): StoredDocument<z.infer<typeof usedKeychainsSchema>> {
  const parse = (content: unknown): z.infer<typeof usedKeychainsSchema> => usedKeychainsSchema.parse(content ?? [])
  return new StoredDocument({ database, name: 'used-keychains', parse })
}

interface Options {
  /** Remembers that secrets were stored, and keeps two processes from writing at the same time. */
  readonly database: Database
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly limitMs?: number
  /** Starts the process that calls the native library, on Linux. */
  readonly startProcess?: StartKeychainProcess | undefined
  /** Replaces the system's keychain, so that a test can make single accesses fail. */
  readonly system?: SystemKeychain
}

/** Why a stored secret cannot be used, as part of a message. */
type Damage = 'Clavis did not write its entry' | 'a part is missing' | 'its checksum does not match'

type Reading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'sound'; readonly text: string; readonly secret: Secret }
  | { readonly kind: 'damaged'; readonly damage: Damage }

type Get = (account: string) => Promise<string | undefined>

/** Stores secrets in the operating system's keychain, with the native library keytar (decision 068). */
export class OsKeychain implements Keychain {
  readonly #system: SystemKeychain
  readonly #database: Database
  readonly #used: ReturnType<typeof usedKeychains>
  /** Runs one operation at a time, so that there is never more than one prompt and writes do not interleave. */
  readonly #queue = new WorkQueue()
  readonly #get: Get = (account) => this.#system.get(account)

  constructor({ database, env = process.env, limitMs = defaultLimitMs, startProcess = defaultStart, system }: Options) {
    const { platform } = process
    this.#system =
      system ??
      (platform === 'darwin' || platform === 'win32'
        ? new NativeKeychain({ platform, limitMs })
        : new LinuxKeychain({ env, limitMs, start: startProcess }))
    this.#database = database
    this.#used = usedKeychains(database)
  }

  read(account: string): Promise<Secret | undefined> {
    return this.#queue.inSequence(async () => {
      const reading = await this.#read(account)
      if (reading.kind === 'damaged') throw damaged(account, reading.damage)
      if (reading.kind === 'sound') return reading.secret
      await this.#requireVisible()
      return undefined
    })
  }

  async write(account: string, secret: Secret, within?: Transaction): Promise<void> {
    await this.#alone(async () => {
      const before = await this.#read(account)
      if (before.kind === 'damaged')
        throw damaged(account, before.damage, 'Nothing was overwritten. Remove the old entry and try again.')
      await this.#replace(account, secret, before)
    }, within)
    await this.#noteUse(within)
  }

  async replace(account: string, secret: Secret, within?: Transaction): Promise<void> {
    await this.#alone(async () => {
      await this.#replace(account, secret, await this.#read(account))
    }, within)
    await this.#noteUse(within)
  }

  remove(account: string, within?: Transaction): Promise<void> {
    return this.#alone(async () => {
      const before = await this.#read(account)
      if (before.kind === 'sound') before.secret.wipe()
      // A locked keyring has nothing to remove either, and says so when its entries are listed.
      const wasRemoved = await this.#system.remove(account)
      if (!wasRemoved && this.#system.asksForEach !== true && !(await this.#isMarked())) await this.#system.entries()
      // A part can outlive its manifest.
      if (before.kind !== 'sound' || isSplit(before.text)) await this.#removeParts(account)
    }, within)
  }

  async has(account: string): Promise<boolean | undefined> {
    const found = await this.#system.has?.(account)
    // A locked keyring, and another one than the secrets are in, shows nothing.
    return found === false && (await this.#system.has?.(marker)) !== true ? undefined : found
  }

  list(): Promise<StoredSecret[]> {
    return this.#queue.inSequence(async () => {
      const entries = new Map((await this.#system.entries()).map(({ account, text }) => [account, text]))
      const secrets: StoredSecret[] = []
      entries.delete(marker)
      for (const account of new Set([...entries.keys()].map(secretAccountOf))) {
        const reading = await this.#read(account, (each) => Promise.resolve(entries.get(each)))
        if (reading.kind === 'sound') reading.secret.wipe()
        secrets.push({ account, isComplete: reading.kind === 'sound' })
      }
      return secrets
    })
  }

  async describe(): Promise<KeychainDescription> {
    await this.#system.check()
    const { name, version } = this.#system
    return { name, ...(version === undefined ? {} : { version }) }
  }

  /** Changes entries while no other process does: two that replace one secret would leave neither. */
  #alone(work: () => Promise<void>, within: Transaction | undefined): Promise<void> {
    return this.#database.change(() => this.#queue.inSequence(work), within)
  }

  async #replace(account: string, secret: Secret, before: Reading): Promise<void> {
    const bytes = secret.bytes()
    try {
      await this.#store(account, bytes, before)
      if (before.kind === 'damaged' || (before.kind === 'sound' && isSplit(before.text)))
        await this.#removeParts(account, (await this.#get(account)) ?? '')
    } finally {
      bytes.fill(0)
      if (before.kind === 'sound') before.secret.wipe()
    }
    if (!(await this.#isMarked())) await this.#system.set(marker, 'stores secrets of Clavis')
  }

  /** Writes a secret, reads it back and compares. Restores the old entry if they differ. */
  async #store(account: string, bytes: Buffer, before: Reading): Promise<void> {
    const { text, parts } = formatSecret(bytes, this.#system.maxLength)
    for (const [index, part] of parts.entries()) await this.#system.set(partAccount(account, 'a', index + 1), part)
    await this.#system.set(account, text)
    const after = await this.#read(account)
    if (after.kind === 'sound' && compareAndWipe(after.secret, bytes)) return
    // Parts are overwritten by those of the new secret.
    const isKept = before.kind === 'sound' && !(isSplit(before.text) && parts.length > 0)
    if (isKept) await this.#system.set(account, before.text)
    throw new ClavisError('keychain-entry-damaged', 'The keychain returned something other than what was stored.', {
      hint: isKept
        ? 'The previous secret is still in place. Check the keychain in its app and try again.'
        : 'Check the keychain in its app and try again.',
      details: { account },
    })
  }

  async #read(account: string, get: Get = this.#get): Promise<Reading> {
    const text = await get(account)
    if (text === undefined) return { kind: 'absent' }
    const entry = parseSecretEntry(text)
    if (entry === undefined) return { kind: 'damaged', damage: 'Clavis did not write its entry' }
    let encoded = ''
    if ('whole' in entry) encoded = entry.whole
    else
      for (let number = 1; number <= entry.count; number += 1) {
        const part = await get(partAccount(account, entry.slot, number))
        if (part === undefined) return { kind: 'damaged', damage: 'a part is missing' }
        encoded += part
      }
    const bytes = decodeSecret(encoded, entry.sha256)
    if (bytes === undefined) return { kind: 'damaged', damage: 'its checksum does not match' }
    const secret = Secret.fromBytes(bytes)
    bytes.fill(0)
    return { kind: 'sound', text, secret }
  }

  /** Removes parts in sequence until two numbers in a row have none, but those that the new entry names. */
  async #removeParts(account: string, text = ''): Promise<void> {
    const entry = parseSecretEntry(text)
    const kept = entry === undefined || 'whole' in entry ? 0 : entry.count
    for (const slot of ['a', 'b'] as const)
      for (let number = slot === 'a' ? kept + 1 : 1, gaps = 0; gaps < 2; number += 1)
        if (await this.#system.remove(partAccount(account, slot, number))) gaps = 0
        else gaps += 1
  }

  /**
   * Makes sure that an entry is missing and not hidden: a locked keyring shows none on Linux.
   * @throws `keychain-entry-missing` if secrets were stored and there is none; `keychain-locked`
   */
  async #requireVisible(): Promise<void> {
    const used = (await this.#used.read()).map(({ name }) => name)
    if (used.length === 0 || this.#system.asksForEach === true) return
    if ((await this.#isMarked()) || (await this.#system.entries()).length > 0) return
    const { name } = this.#system
    throw new ClavisError('keychain-entry-missing', `${name} has none of the secrets that Clavis stored.`, {
      hint: `Secrets were stored in ${used.toReversed().join(' and ')}. Unlock the keyring that has them, log in to the desktop you used before, or restore the keyring from a backup of your home folder. Otherwise, create new keys and enter the client secrets again, or restore a backup of Clavis.`,
      details: { keychain: name, before: used },
    })
  }

  /** Whether the keychain is the one that secrets were stored in, and unlocked. */
  async #isMarked(): Promise<boolean> {
    return (await this.#get(marker)) !== undefined
  }

  async #noteUse(within: Transaction | undefined): Promise<void> {
    const { name } = this.#system
    const note = this.#used.change(
      (before) => (before.at(-1)?.name === name ? before : [...before.filter((each) => each.name !== name), { name }]),
      within,
    )
    // A secret that is a change of its own is stored by now: an error would say otherwise. The next one is noted instead.
    await (within === undefined ? note.catch(() => undefined) : note)
  }
}

/** Whether a secret's entry is a manifest. */
function isSplit(text: string): boolean {
  const entry = parseSecretEntry(text)
  return entry !== undefined && !('whole' in entry)
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
