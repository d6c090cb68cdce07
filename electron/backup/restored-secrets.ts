import { ClavisError } from '#shared/errors.ts'
import type { KeyTraces } from '../credentials/key-traces.ts'
import {
  bindingAccount,
  clientSecretAccount,
  credentialIdOf,
  keyAccount,
  proxyPasswordAccount,
  type Keychain,
} from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import { KeyBindings } from '../profiles/guards/key-bindings.ts'
import { isSameProxy, isSameTokenHost } from '../profiles/outdated-secrets.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { Database, Transaction } from '../store/database.ts'
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
  // Apart: a profile that a backup gave the id of a key must not make that key its own, and the other way round.
  const knownProfiles = new Set(here.map(({ profile }) => profile.id))
  const knownCredentials = new Set(here.flatMap(({ credentials }) => credentials.map(({ id }) => id)))
  const fingerprints = new Map(
    content.profiles.flatMap(({ credentials }) => credentials.map((each) => [each.id, each.publicKeyFingerprint])),
  )
  const occupied = new Set<string>()
  for (const { profile, credentials, replacement } of content.profiles) {
    const keys = new Map(credentials.map(({ id }) => [id, content.keys.get(id)]))
    // The keychain must not hold anything under the id of a key that a replacement has yet to create.
    if (replacement !== undefined && !keys.has(replacement.newCredentialId))
      keys.set(replacement.newCredentialId, undefined)
    if (!knownProfiles.has(profile.id))
      for (const [account, wanted] of [
        [clientSecretAccount(profile.id), content.clientSecrets.get(profile.id)],
        [proxyPasswordAccount(profile.id), content.proxyPasswords.get(profile.id)],
      ] as const)
        if ((await isEntryEqual(keychain, account, wanted)) === false) occupied.add(profile.id)
    for (const [id, key] of keys) {
      const fingerprint = knownCredentials.has(id) ? fingerprints.get(id) : undefined
      if (knownCredentials.has(id) && fingerprint === undefined) continue
      const isFree =
        fingerprint === undefined
          ? await isEntryEqual(keychain, keyAccount(id), key)
          : await isEntryOfKey(keychain, keyAccount(id), fingerprint)
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
  readonly #leftKeyIds = new Set<string>()
  #isPutBack = false
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
   * @param isAgreed whether the person agreed to what a restored profile is now
   * @throws `keychain-…`, `disk-…`; what `work` throws
   */
  async whileWritten(
    database: Database,
    isAgreed: (profileId: string) => boolean,
    work: (within: Transaction) => Promise<void>,
  ): Promise<void> {
    try {
      for (const { stored, credentialIds } of this.#steps) {
        const own = [...credentialIds.values()].filter((id) => this.keyIds.has(id))
        await this.#traces.begin(own, stored.profile, 'restore')
      }
      await database.change(async (within) => {
        try {
          await work(within)
          for (const [account, secret] of secretsOf(this.#steps, this.#content))
            await this.#put(account, secret, within)
          await this.#bindKeys(isAgreed, within)
          for (const account of orphansOf(this.#steps, this.#content)) await this.#remove(account, within)
          await this.#traces.end([...this.keyIds], within)
        } catch (error) {
          // Before anyone else can store a secret, which this would overwrite.
          await this.#putBack(within)
          throw error
        }
      })
    } catch (error) {
      // What storing the change itself failed for is put back only now.
      await database.change(async (within) => {
        await this.#putBack(within)
        await this.#endTraces(within)
      })
      throw error
    } finally {
      for (const entry of this.#before.values()) if (entry instanceof Secret) entry.wipe()
    }
  }

  /**
   * Binds the keys of the backup to what their profiles are now: those without a binding, such as new ones and lost ones that came back,
   * and all if the person agreed to what the profile is.
   */
  async #bindKeys(isAgreed: (profileId: string) => boolean, within: Transaction): Promise<void> {
    const bindings = new KeyBindings(this.#keychain)
    for (const { stored } of this.#steps)
      for (const { id } of stored.credentials) {
        if (!this.keyIds.has(id)) continue
        const bound = await readEntry(this.#keychain, bindingAccount(id))
        if (bound instanceof Secret && !isAgreed(stored.profile.id)) continue
        this.#before.set(bindingAccount(id), bound)
        await bindings.bind(id, stored.profile, within)
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

  /** Restores the keychain's previous entries, once. */
  async #putBack(within: Transaction): Promise<void> {
    if (this.#isPutBack) return
    this.#isPutBack = true
    for (const [account, entry] of this.#before)
      try {
        await (entry instanceof Secret
          ? this.#keychain.replace(account, entry, within)
          : this.#keychain.remove(account, within))
      } catch {
        // The original failure is reported; continue with the other entries.
        const keyId = credentialIdOf(account)
        if (keyId !== undefined) this.#leftKeyIds.add(keyId)
      }
  }

  /** Ends the traces of the keys. One that could not be put back keeps its trace. */
  async #endTraces(within: Transaction): Promise<void> {
    await this.#traces.end(
      [...this.keyIds].filter((keyId) => !this.#leftKeyIds.has(keyId)),
      within,
    )
    await this.#traces.leave([...this.#leftKeyIds], within)
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
