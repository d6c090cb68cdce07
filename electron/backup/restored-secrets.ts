import { ClavisError } from '../../shared/model/errors/error.ts'
import { isSameProxy, isSameTokenHost } from '../profiles/settings/outdated-secrets.ts'
import type { KeyTraces } from '../credentials/recovery/key-traces.ts'
import {
  clientSecretAccount,
  credentialIdOf,
  keyAccount,
  proxyPasswordAccount,
  type Keychain,
} from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import type { Database, Transaction } from '../store/database.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { isKeyOf, type BackupContent } from './backup-content.ts'
import { isEntryEqual, readEntry, type Entry } from './keychain-entries.ts'
import type { RestoreStep } from './restore-plan.ts'

/**
 * Finds ids of the backup under which the keychain holds other secrets: left by a deleted profile, so that a foreign backup
 * must not get access to them, or another key than that of the credential with this id.
 */
export async function findOccupiedIds(
  keychain: Keychain,
  content: BackupContent,
  here: readonly StoredProfile[],
): Promise<Set<string>> {
  const known = new Set(here.flatMap(({ profile, credentials }) => [profile.id, ...credentials.map(({ id }) => id)]))
  const fingerprints = new Map(
    content.profiles.flatMap(({ credentials }) => credentials.map((each) => [each.id, each.publicKeyFingerprint])),
  )
  const occupied = new Set<string>()
  for (const { profile, credentials, replacement } of content.profiles) {
    const keys = new Map(credentials.map(({ id }) => [id, content.keys.get(id)]))
    // The keychain must not hold anything under the id of a key that a replacement has yet to create.
    if (replacement !== undefined && !keys.has(replacement.newCredentialId))
      keys.set(replacement.newCredentialId, undefined)
    const accounts = [
      [profile.id, clientSecretAccount(profile.id), content.clientSecrets.get(profile.id)],
      [profile.id, proxyPasswordAccount(profile.id), content.proxyPasswords.get(profile.id)],
      ...[...keys].map(([id, key]) => [id, keyAccount(id), key] as const),
    ] as const
    for (const [id, account, wanted] of accounts) {
      const fingerprint = known.has(id) ? fingerprints.get(id) : undefined
      if (known.has(id) && fingerprint === undefined) continue
      const isFree =
        fingerprint === undefined
          ? await isEntryEqual(keychain, account, wanted)
          : await isEntryOfKey(keychain, account, fingerprint)
      if (isFree === false) occupied.add(id)
    }
  }
  return occupied
}

/** Writes a backup's secrets to the keychain, and its previous entries again if the restore fails. */
export class RestoredSecrets {
  readonly #keychain: Keychain
  readonly #traces: KeyTraces
  readonly #content: BackupContent
  readonly #steps: readonly RestoreStep[]
  readonly #before = new Map<string, Entry>()
  readonly #removed = new Set<string>()
  /** Credential ids on this computer whose keys the backup has. */
  readonly keyIds: ReadonlySet<string>

  constructor(
    { keychain, traces }: { readonly keychain: Keychain; readonly traces: KeyTraces },
    content: BackupContent,
    steps: readonly RestoreStep[],
  ) {
    this.#keychain = keychain
    this.#traces = traces
    this.#content = content
    this.#steps = steps
    this.keyIds = new Set(
      steps.flatMap(({ credentialIds }) =>
        [...credentialIds].flatMap(([from, to]) => (content.keys.has(from) ? [to] : [])),
      ),
    )
  }

  /**
   * Does the work and writes the secrets, each read back and compared, in one change. If anything fails, the previous entries
   * are restored.
   * @throws `keychain-…`, `disk-…`; what `work` throws
   */
  async whileWritten(database: Database, work: (within: Transaction) => Promise<void>): Promise<void> {
    try {
      for (const { stored, credentialIds } of this.#steps) {
        const own = [...credentialIds.values()].filter((id) => this.keyIds.has(id))
        await this.#traces.begin(own, stored.profile, 'restore')
      }
      await database.change(async (within) => {
        await work(within)
        for (const [account, secret] of secretsOf(this.#steps, this.#content)) await this.#put(account, secret, within)
        for (const account of orphansOf(this.#steps, this.#content)) await this.#remove(account, within)
        await this.#traces.end([...this.keyIds], within)
      })
    } catch (error) {
      await database.change((within) => this.#putBack(within))
      throw error
    } finally {
      for (const entry of this.#before.values()) if (entry instanceof Secret) entry.wipe()
    }
  }

  /** Returns whether an entry was removed because it belonged to another host than the profile has now. */
  hasRemoved(account: string): boolean {
    return this.#removed.has(account)
  }

  /** Stores a secret in the keychain and remembers the previous entry. A private key is never overwritten. */
  async #put(account: string, secret: Secret, within: Transaction): Promise<void> {
    const entry = await readEntry(this.#keychain, account)
    this.#before.set(account, entry)
    if (entry instanceof Secret) {
      if (entry.equals(secret)) return
      const keyId = credentialIdOf(account)
      if (keyId !== undefined) {
        if (isKeyOf(entry, this.#fingerprintOf(keyId))) return
        throw new ClavisError('profile-changed-elsewhere', 'Another key was stored in the keychain meanwhile.', {
          hint: 'Open the backup again and review the changes. Nothing was restored.',
        })
      }
    }
    // A damaged entry is unusable, and the user chose to replace it.
    await this.#keychain.replace(account, secret, within)
  }

  async #remove(account: string, within: Transaction): Promise<void> {
    const entry = await readEntry(this.#keychain, account)
    this.#before.set(account, entry)
    if (entry === 'absent') return
    await this.#keychain.remove(account, within)
    this.#removed.add(account)
  }

  #fingerprintOf(credentialId: string): string {
    const credentials = this.#steps.flatMap(({ stored }) => stored.credentials)
    return credentials.find(({ id }) => id === credentialId)?.publicKeyFingerprint ?? ''
  }

  /** Restores the keychain's previous entries. A key that cannot be restored keeps its trace. */
  async #putBack(within: Transaction): Promise<void> {
    const unwritten = [...this.keyIds].filter((keyId) => !this.#before.has(keyAccount(keyId)))
    await this.#traces.end(unwritten, within)
    for (const [account, entry] of this.#before) {
      const keyId = credentialIdOf(account)
      try {
        await (entry instanceof Secret
          ? this.#keychain.replace(account, entry, within)
          : this.#keychain.remove(account, within))
        if (keyId !== undefined) await this.#traces.end([keyId], within)
      } catch {
        // The original failure is reported; continue with the other entries.
        if (keyId !== undefined) await this.#traces.leave([keyId], within)
      }
    }
  }
}

/** Lists the keychain account and secret of each entry to restore. */
function secretsOf(steps: readonly RestoreStep[], content: BackupContent): (readonly [string, Secret])[] {
  return steps.flatMap(({ source, stored: { profile }, credentialIds }) => [
    ...[...credentialIds].flatMap(([from, to]) => entryOf(keyAccount(to), content.keys.get(from))),
    ...entryOf(clientSecretAccount(profile.id), content.clientSecrets.get(source.profile.id)),
    // A password without its proxy would be sent to another one.
    ...(isSameProxy(profile, source.profile)
      ? entryOf(proxyPasswordAccount(profile.id), content.proxyPasswords.get(source.profile.id))
      : []),
  ])
}

/** Lists the entries of replaced profiles that the backup doesn't replace, although they belong to another host. */
function orphansOf(steps: readonly RestoreStep[], content: BackupContent): string[] {
  return steps.flatMap(({ source, stored: { profile }, replaced }) => {
    if (replaced === undefined) return []
    const { id } = source.profile
    const keepsSecret = isSameTokenHost(profile, replaced.profile) || content.clientSecrets.has(id)
    const keepsPassword = isSameProxy(profile, replaced.profile) || content.proxyPasswords.has(id)
    return [
      ...(keepsSecret ? [] : [clientSecretAccount(profile.id)]),
      ...(keepsPassword ? [] : [proxyPasswordAccount(profile.id)]),
    ]
  })
}

/** Returns whether an entry is this key, undefined if the keychain has none. */
async function isEntryOfKey(keychain: Keychain, account: string, fingerprint: string): Promise<boolean | undefined> {
  const held = await readEntry(keychain, account)
  if (!(held instanceof Secret)) return undefined
  try {
    return isKeyOf(held, fingerprint)
  } finally {
    held.wipe()
  }
}

function entryOf(account: string, secret: Secret | undefined): (readonly [string, Secret])[] {
  return secret === undefined ? [] : [[account, secret]]
}
