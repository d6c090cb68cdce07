import { setImmediate } from 'node:timers/promises'
import {
  type BackupChoices,
  type BackupEntry,
  type BackupPreview,
  type BackupSummary,
  type RestoredProfile,
} from '../../shared/model/backup/backup.ts'
import { isKeyDestroyed, type Credential } from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { localDay } from '../../shared/model/values/local-day.ts'
import { judgePassphrase } from '../../shared/model/backup/passphrase.ts'
import type { KeyUses } from '../activity/key-uses.ts'
import { KeyTraces } from '../credentials/recovery/key-traces.ts'
import {
  clientSecretAccount,
  credentialIdOf,
  keyAccount,
  proxyPasswordAccount,
  type Keychain,
} from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import { refuseConfirmation, type Confirm } from '../profiles/confirmation/confirmation.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { formatContent, isKeyOf, parseContent, wipeContent, type BackupContent } from './backup-content.ts'
import { rounds as defaultRounds, readBackupFile, sealBackup, unsealBackup } from './backup-file.ts'
import {
  applySteps,
  counterpart,
  freeName,
  placeOf,
  planRestore,
  questionForRestore,
  requireUnchanged,
  type RestoreStep,
} from './restore-plan.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly keychain: Keychain
  readonly keyUses: KeyUses
  readonly now: () => number
  readonly newId: () => string
  /** PBKDF2 rounds of new backups, and the fewest that one may have. */
  readonly rounds?: number
}

/** A keychain entry: its secret, or why it has none. */
type Entry = Secret | 'absent' | 'damaged'

/**
 * Backs up profiles with their keys and secrets to a passphrase-encrypted file, and restores them. Decrypted content stays
 * in memory, and only while a method runs.
 */
export class BackupService {
  readonly #profiles: ProfileStore
  readonly #keychain: Keychain
  readonly #keyUses: KeyUses
  readonly #now: () => number
  readonly #newId: () => string
  readonly #traces: KeyTraces
  readonly #rounds: number

  constructor({ profiles, keychain, keyUses, now, newId, rounds = defaultRounds }: Options) {
    this.#profiles = profiles
    this.#keychain = keychain
    this.#keyUses = keyUses
    this.#now = now
    this.#newId = newId
    this.#traces = new KeyTraces({ folder: profiles.folder, now })
    this.#rounds = rounds
  }

  /**
   * Creates a backup. Reads every key of the profiles from the keychain.
   * @param options `leaveOutMissing`: continue without keys that the keychain does not have
   * @returns the file's text and a summary
   * @throws `profile-not-found`, `input-invalid` if the passphrase is too simple, `keychain-entry-missing` with the
   * keys' names in `details.missing`
   */
  async create(
    profileIds: readonly string[],
    passphrase: Secret,
    { leaveOutMissing }: { readonly leaveOutMissing: boolean },
  ): Promise<{ readonly file: string; readonly summary: BackupSummary }> {
    const { level, words } = judgePassphrase(passphrase.text())
    if (level === 'refused') throw new ClavisError('input-invalid', `This passphrase is too simple. ${words}`)
    const profiles = await Promise.all([...new Set(profileIds)].map((profileId) => this.#profiles.get(profileId)))
    const content = { createdAt: this.#instant(), profiles, ...emptySecrets() }
    try {
      const missing = await this.#collect(content)
      if (missing.length > 0 && !leaveOutMissing) throw keysMissing(missing)
      const bytes = formatContent(content)
      try {
        const file = await sealBackup(bytes, passphrase, content.createdAt, this.#rounds)
        this.#tell('Key backed up', content.profiles, ({ id }) => content.keys.has(id))
        const { size: keys } = content.keys
        return {
          file,
          summary: { profiles: profiles.length, keys, clientSecrets: content.clientSecrets.size, missing },
        }
      } finally {
        bytes.fill(0)
      }
    } finally {
      wipeContent(content)
    }
  }

  /**
   * Previews a backup and compares it with this computer. Reads the keychain and changes nothing.
   * @param file the file's bytes
   * @throws `backup-…`, `keychain-…`
   */
  preview(file: Uint8Array, passphrase: Secret): Promise<BackupPreview> {
    return this.#opened(file, passphrase, async (content) => {
      const here = await this.#profiles.list()
      const entries: BackupEntry[] = []
      const namesHere = new Set(here.map(({ profile }) => profile.name))
      // All profiles may be added at once, so free names must be unique in the backup too.
      const taken = new Set([...namesHere, ...content.profiles.map(({ profile }) => profile.name)])
      for (const stored of content.profiles) {
        const { name } = stored.profile
        if (!namesHere.has(name)) taken.delete(name)
        const entry = await this.#entry(stored, content, here, taken)
        entries.push(entry)
        taken.add(name).add(entry.freeName)
        // Let other events through.
        await setImmediate()
      }
      return { createdAt: content.createdAt, entries }
    })
  }

  /**
   * Restores the chosen profiles, or none: first the secrets, each read back and compared, then the profiles in one
   * write. If anything fails, the keychain's previous entries are restored.
   * @param confirm asks before a Production profile is replaced
   * @throws `backup-…`, `keychain-…`, `disk-…`, `profile-name-taken`, `profile-changed-elsewhere`; what `confirm` throws
   */
  restore(
    file: Uint8Array,
    passphrase: Secret,
    choices: BackupChoices,
    confirm: Confirm = refuseConfirmation,
  ): Promise<RestoredProfile[]> {
    return this.#opened(file, passphrase, async (content) => {
      const here = await this.#profiles.list()
      const occupied = await this.#occupied(content, here)
      const steps = planRestore(content.profiles, choices, here, occupied, this.#newId)
      if (steps.length === 0) return []
      const question = questionForRestore(steps)
      if (question !== undefined) await confirm(question)
      const before = new Map<string, Entry>()
      const keyIds = steps.flatMap(({ credentialIds }) =>
        [...credentialIds].flatMap(([from, to]) => (content.keys.has(from) ? [to] : [])),
      )
      try {
        for (const { stored, credentialIds } of steps)
          for (const to of credentialIds.values())
            if (keyIds.includes(to)) await this.#traces.begin(to, stored.profile, 'restore')
        for (const [account, secret] of secretsOf(steps, content)) await this.#put(account, secret, before)
        await this.#profiles.changeAll((current) => {
          requireUnchanged(current, steps)
          return applySteps(current, steps, this.#instant())
        })
        await this.#traces.end(...keyIds)
      } catch (error) {
        await this.#putBack(before, keyIds)
        throw error
      } finally {
        for (const entry of before.values()) if (entry instanceof Secret) entry.wipe()
      }
      for (const { stored, credentialIds } of steps)
        this.#tell('Key restored from a backup', [stored], ({ id }) =>
          [...credentialIds].some(([from, to]) => to === id && content.keys.has(from)),
        )
      return steps.map(({ kind, stored: { profile, credentials }, credentialIds }) => ({
        profileId: profile.id,
        name: profile.name,
        environment: profile.environment,
        kind: kind === 'add' ? 'added' : 'replaced',
        keys: credentials.filter(({ id }) =>
          [...credentialIds].some(([from, to]) => to === id && content.keys.has(from)),
        ).length,
      }))
    })
  }

  async #opened<T>(file: Uint8Array, passphrase: Secret, work: (content: BackupContent) => Promise<T>): Promise<T> {
    const bytes = await unsealBackup(readBackupFile(file, this.#rounds), passphrase)
    let content: BackupContent
    try {
      content = await parseContent(bytes)
    } finally {
      bytes.fill(0)
    }
    try {
      return await work(content)
    } finally {
      wipeContent(content)
    }
  }

  /** Adds the profiles' secrets to the content. Returns one line for each that is missing. */
  async #collect({
    profiles,
    keys,
    clientSecrets,
    proxyPasswords,
  }: {
    profiles: readonly StoredProfile[]
    keys: Map<string, Secret>
    clientSecrets: Map<string, Secret>
    proxyPasswords: Map<string, Secret>
  }): Promise<string[]> {
    const missing: string[] = []
    for (const { profile, credentials } of profiles) {
      for (const credential of credentials) {
        if (isKeyDestroyed(credential)) continue
        const key = await this.#read(keyAccount(credential.id))
        if (key instanceof Secret && isKeyOf(key, credential.publicKeyFingerprint)) {
          keys.set(credential.id, key)
          continue
        }
        if (key instanceof Secret) key.wipe()
        missing.push(`${profile.name}: ${describeKey(credential)}`)
      }
      const clientSecret = await this.#read(clientSecretAccount(profile.id))
      if (clientSecret instanceof Secret) clientSecrets.set(profile.id, clientSecret)
      else if (clientSecret === 'damaged') missing.push(`${profile.name}: client secret`)
      const proxyPassword = await this.#read(proxyPasswordAccount(profile.id))
      if (proxyPassword instanceof Secret) proxyPasswords.set(profile.id, proxyPassword)
      else if (proxyPassword === 'damaged') missing.push(`${profile.name}: proxy password`)
    }
    return missing
  }

  /** Compares one profile of a backup with this computer. @param taken names that a copy cannot have */
  async #entry(
    stored: StoredProfile,
    content: BackupContent,
    here: readonly StoredProfile[],
    taken: ReadonlySet<string>,
  ): Promise<BackupEntry> {
    const { profile, credentials } = stored
    const own = credentials.filter(({ id }) => content.keys.has(id))
    const isHere = counterpart(stored, here)?.profile.id === profile.id
    const secrets = {
      sameKeys: isHere && (await this.#areHeld(own.map(({ id }) => [keyAccount(id), content.keys.get(id)]))),
      sameClientSecret:
        isHere && (await this.#areHeld([[clientSecretAccount(profile.id), content.clientSecrets.get(profile.id)]])),
      sameProxyPassword:
        isHere && (await this.#areHeld([[proxyPasswordAccount(profile.id), content.proxyPasswords.get(profile.id)]])),
    }
    return {
      profileId: profile.id,
      name: profile.name,
      environment: profile.environment,
      flavor: profile.flavor,
      practice: profile.practice,
      credentials: credentials.length,
      keys: own.length,
      hasClientSecret: content.clientSecrets.has(profile.id),
      place: placeOf(stored, here, secrets),
      freeName: freeName(profile.name, taken),
    }
  }

  /**
   * Finds ids of the backup that no profile here has, but under which the keychain holds other secrets, left by a deleted
   * profile. A foreign backup must not get access to them.
   */
  async #occupied(content: BackupContent, here: readonly StoredProfile[]): Promise<Set<string>> {
    const known = new Set(here.flatMap(({ profile, credentials }) => [profile.id, ...credentials.map(({ id }) => id)]))
    const occupied = new Set<string>()
    for (const { profile, credentials, replacement } of content.profiles) {
      const accounts: [id: string, account: string, wanted: Secret | undefined][] = [
        [profile.id, clientSecretAccount(profile.id), content.clientSecrets.get(profile.id)],
        [profile.id, proxyPasswordAccount(profile.id), content.proxyPasswords.get(profile.id)],
        ...credentials.map(({ id }): [string, string, Secret | undefined] => [
          id,
          keyAccount(id),
          content.keys.get(id),
        ]),
        ...(replacement === undefined || credentials.some(({ id }) => id === replacement.newCredentialId)
          ? []
          : [entryToCreate(replacement.newCredentialId)]),
      ]
      for (const [id, account, wanted] of accounts) {
        if (known.has(id)) continue
        const held = await this.#read(account)
        if (held instanceof Secret) {
          if (wanted === undefined || !held.equals(wanted)) occupied.add(id)
          held.wipe()
        }
      }
    }
    return occupied
  }

  /** Checks whether the keychain holds these secrets. Secrets that the backup lacks are ignored. */
  async #areHeld(secrets: readonly (readonly [account: string, wanted: Secret | undefined])[]): Promise<boolean> {
    for (const [account, wanted] of secrets) {
      if (wanted === undefined) continue
      const held = await this.#read(account)
      if (!(held instanceof Secret)) return false
      const isSame = held.equals(wanted)
      held.wipe()
      if (!isSame) return false
    }
    return true
  }

  /** Stores a secret in the keychain and remembers the previous entry. */
  async #put(account: string, secret: Secret, before: Map<string, Entry>): Promise<void> {
    const entry = await this.#read(account)
    before.set(account, entry)
    if (entry instanceof Secret && entry.equals(secret)) return
    // A damaged entry is unusable, and the user chose to replace it.
    if (entry === 'damaged') await this.#keychain.remove(account)
    await this.#keychain.write(account, secret)
  }

  /** Restores the keychain's previous entries. A key that cannot be restored keeps its trace. */
  async #putBack(before: ReadonlyMap<string, Entry>, keyIds: readonly string[]): Promise<void> {
    const untouched = keyIds.filter((keyId) => !before.has(keyAccount(keyId)))
    await this.#traces.end(...untouched)
    for (const [account, entry] of before) {
      const keyId = credentialIdOf(account)
      try {
        await (entry instanceof Secret ? this.#keychain.write(account, entry) : this.#keychain.remove(account))
        if (keyId !== undefined) await this.#traces.end(keyId)
      } catch {
        // The original failure is reported; continue with the other entries.
        if (keyId !== undefined) await this.#traces.leave(keyId)
      }
    }
  }

  #tell(what: string, profiles: readonly StoredProfile[], isMeant: (credential: Credential) => boolean): void {
    for (const { profile, credentials } of profiles)
      for (const credential of credentials) if (isMeant(credential)) this.#keyUses.record({ what, profile, credential })
  }

  async #read(account: string): Promise<Entry> {
    try {
      return (await this.#keychain.read(account)) ?? 'absent'
    } catch (error) {
      if (error instanceof ClavisError && error.code === 'keychain-entry-missing') return 'absent'
      if (error instanceof ClavisError && error.code === 'keychain-entry-damaged') return 'damaged'
      throw error
    }
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
}

/** Describes a key that a replacement has yet to create: the keychain must not hold anything under its id. */
function entryToCreate(id: string): [id: string, account: string, wanted: undefined] {
  return [id, keyAccount(id), undefined]
}

/** Lists the keychain account and secret of each entry to restore. */
function secretsOf(steps: readonly RestoreStep[], content: BackupContent): (readonly [string, Secret])[] {
  return steps.flatMap(({ sourceId, stored, credentialIds }) => [
    ...[...credentialIds].flatMap(([from, to]) => entryOf(keyAccount(to), content.keys.get(from))),
    ...entryOf(clientSecretAccount(stored.profile.id), content.clientSecrets.get(sourceId)),
    ...entryOf(proxyPasswordAccount(stored.profile.id), content.proxyPasswords.get(sourceId)),
  ])
}

function entryOf(account: string, secret: Secret | undefined): (readonly [string, Secret])[] {
  return secret === undefined ? [] : [[account, secret]]
}

function emptySecrets(): Record<'keys' | 'clientSecrets' | 'proxyPasswords', Map<string, Secret>> {
  return { keys: new Map(), clientSecrets: new Map(), proxyPasswords: new Map() }
}

function describeKey(credential: Credential): string {
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  const of = certificate === undefined ? `created on ${localDay(credential.createdAt)}` : `of ${certificate.subject}`
  return `RSA ${credential.keySize} key ${of}`
}

function keysMissing(missing: readonly string[]): ClavisError {
  const one = missing.length === 1
  return new ClavisError(
    'keychain-entry-missing',
    `${one ? '1 entry is' : `${missing.length} entries are`} missing or damaged in the keychain: ${missing.join('; ')}.`,
    {
      hint: `Back up without ${one ? 'it' : 'them'} if you no longer need ${one ? 'it' : 'them'}, or leave the profile out.`,
      details: { missing: [...missing] },
    },
  )
}
