import { z } from 'zod'
import type {
  BackupChoices,
  BackupPreview,
  BackupState,
  BackupSummary,
  PassphraseJudgement,
  RestoredProfile,
} from '#shared/backup/backup.ts'
import { isKeyDestroyed, type Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { type Confirm, refuseConfirmation } from '../confirmation.ts'
import { KeyTraces } from '../credentials/key-traces.ts'
import { Listeners } from '../events.ts'
import { clientSecretAccount, type Keychain, proxyPasswordAccount } from '../keychain/keychain.ts'
import type { Secret } from '../keychain/secret.ts'
import { exportKeysQuestion } from '../profiles/guards/confirmation-messages.ts'
import { KeyBindings } from '../profiles/guards/key-bindings.ts'
import { agreeToHosts } from '../profiles/guards/profile-hosts.ts'
import { noteOwnKey, retiredCredentials } from '../profiles/store/credential-states.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { KeyUses } from '../requests/key-uses.ts'
import { StoredDocument } from '../store/stored-document.ts'
import { collectSecrets, keysMissing, type SecretMaps } from './backed-up-secrets.ts'
import { type BackupContent, formatContent, parseContent, wipeContent } from './backup-content.ts'
import { readBackupFile, rounds as defaultRounds, sealBackup, unsealBackup } from './backup-file.ts'
import type { RestoreStep } from './restore-plan.ts'
import {
  isOfProduction,
  namedHosts,
  type NamedHosts,
  questionForNetwork,
  questionForRestore,
} from './restore-questions.ts'
import { findOccupiedIds, RestoredSecrets } from './restored-secrets.ts'
import { leftOutNetwork } from './restored-settings.ts'
import { namesOfRetired } from './retired-credentials.ts'

/** Says what a restored profile has otherwise than the backup, one sentence each. */
export function restoreNotes(
  { source, stored: { profile, credentials } }: RestoreStep,
  secrets: Pick<RestoredSecrets, 'hasRemoved'>,
  timeZone: string | undefined,
): string[] {
  const orphans = [
    [clientSecretAccount(profile.id), 'client secret', 'token host'],
    [proxyPasswordAccount(profile.id), 'proxy password', 'proxy'],
  ] as const
  return [
    ...namesOfRetired(source.credentials, credentials, timeZone).map((name) => `Stays retired: ${name}.`),
    ...leftOutNetwork(source.profile, profile).map((what) => `Left out: ${what}.`),
    ...orphans.flatMap(([account, secret, host]) =>
      secrets.hasRemoved(account) ? [`The ${host} changed, so the ${secret} was deleted. Enter it again.`] : [],
    ),
  ]
}

interface Options {
  readonly profiles: ProfileStore
  readonly keychain: Keychain
  readonly keyUses: KeyUses
  readonly now: () => number
  readonly newId: () => string
  /** The person's time zone, IANA name; the computer's by default. */
  readonly timeZone?: () => Promise<string | undefined>
  /** PBKDF2 rounds of new backups, and the fewest that one may have. */
  readonly rounds?: number
}

const savedBackupsSchema = z.strictObject({
  lastAt: z.string().optional(),
  /** Credentials whose key is in a backup that was saved. */
  keyIds: z.array(z.string()),
})
type SavedBackups = z.infer<typeof savedBackupsSchema>

function withKeys(saved: SavedBackups, keyIds: readonly string[]): SavedBackups {
  return { ...saved, keyIds: [...new Set([...saved.keyIds, ...keyIds])] }
}

/**
 * Backs up profiles with their keys and secrets to a passphrase-encrypted file, and restores them. Decrypted content stays
 * in memory, and only while a method runs.
 */
export class BackupService {
  readonly #options: Options
  readonly #traces: KeyTraces
  readonly #rounds: number
  readonly #saved: StoredDocument<SavedBackups>
  readonly #replaced = new Listeners<[profileId: string]>()
  /** Calls a listener after a restore replaced a profile, and with it maybe its secrets. Returns the unsubscribe function. */
  readonly onReplaced = this.#replaced.add

  constructor(options: Options) {
    const { profiles, now, rounds = defaultRounds } = options
    this.#options = options
    this.#traces = new KeyTraces({ database: profiles.database, now })
    this.#rounds = rounds
    const { database } = profiles
    const parse = (content: unknown): SavedBackups => savedBackupsSchema.parse(content ?? { keyIds: [] })
    this.#saved = new StoredDocument({ database, name: 'backups', parse })
  }

  /** Returns when the last backup was saved, and which profiles have a key that is in none. @throws `store-…`, `disk-failed` */
  async state(): Promise<BackupState> {
    const { lastAt, keyIds } = await this.#saved.read()
    const saved = new Set(keyIds)
    const stored = await this.#options.profiles.list()
    const isLeftOut = (each: Credential): boolean => !isKeyDestroyed(each) && !saved.has(each.id)
    return {
      ...(lastAt === undefined ? {} : { lastAt }),
      without: stored.flatMap(({ profile: { name, practice }, credentials }) =>
        !practice && credentials.some(isLeftOut) ? [name] : [],
      ),
    }
  }

  /**
   * Notes that a backup's file is written.
   * @param keyIds credentials whose key it has
   * @returns why that could not be stored, one sentence or more: the file is saved all the same
   */
  async noteSaved(keyIds: readonly string[]): Promise<string | undefined> {
    try {
      await this.#saved.change((before) => ({ ...withKeys(before, keyIds), lastAt: this.#instant() }))
      return undefined
    } catch (error) {
      return `The date of this backup could not be stored: ${error instanceof Error ? error.message : String(error)}`
    }
  }

  /** Judges a passphrase for a new backup. */
  async judgePassphrase(passphrase: string): Promise<PassphraseJudgement> {
    // Loaded only here: the lists of words are large.
    const { judgePassphrase } = await import('./passphrase-strength.ts')
    return judgePassphrase(passphrase)
  }

  /** Draws a strong passphrase. */
  async suggestPassphrase(): Promise<{ readonly passphrase: string }> {
    const { suggestPassphrase } = await import('./passphrase-strength.ts')
    return { passphrase: suggestPassphrase() }
  }

  /**
   * Creates a backup. Reads every key of the profiles from the keychain.
   * @param options `leaveOutMissing`: continue without keys that the keychain does not have
   * @param confirm asks before keys and secrets of Production profiles are written
   * @returns the file's text, a summary, and the credentials whose key it has, for {@link noteSaved}
   * @throws `profile-not-found`, `input-invalid` if the passphrase is too simple, `keychain-entry-missing` with the
   * keys' names in `details.missing`; what `confirm` throws
   */
  async create(
    profileIds: readonly string[],
    passphrase: Secret,
    { leaveOutMissing }: { readonly leaveOutMissing: boolean },
    confirm: Confirm = refuseConfirmation,
  ): Promise<{ readonly file: string; readonly summary: BackupSummary; readonly keyIds: readonly string[] }> {
    const { level, words } = await this.judgePassphrase(passphrase.text())
    if (level === 'refused') throw new ClavisError('input-invalid', `This passphrase is too simple. ${words}`)
    const profiles = await Promise.all(
      [...new Set(profileIds)].map((profileId) => this.#options.profiles.get(profileId)),
    )
    const secrets = { keys: new Map(), clientSecrets: new Map(), proxyPasswords: new Map() } satisfies SecretMaps
    const content = { createdAt: this.#instant(), profiles, ...secrets }
    try {
      const missing = await collectSecrets(this.#options.keychain, profiles, secrets, await this.#options.timeZone?.())
      if (missing.length > 0 && !leaveOutMissing) throw keysMissing(missing)
      const production = await this.#productionOf(profiles)
      if (production.length > 0) await confirm(exportKeysQuestion(production))
      const bytes = formatContent(content)
      try {
        const file = await sealBackup(bytes, passphrase, content.createdAt, this.#rounds)
        this.#tell('Key backed up', content.profiles, ({ id }) => content.keys.has(id))
        const keyIds = [...content.keys.keys()]
        return {
          file,
          keyIds,
          summary: {
            profiles: profiles.length,
            keys: keyIds.length,
            clientSecrets: content.clientSecrets.size,
            missing,
          },
        }
      } finally {
        bytes.fill(0)
      }
    } finally {
      wipeContent(content)
    }
  }

  /** Returns the profiles that are for Production, or have a key that was stored for it. */
  async #productionOf(profiles: readonly StoredProfile[]): Promise<StoredProfile['profile'][]> {
    const bindings = new KeyBindings(this.#options.keychain)
    const found = new Set<StoredProfile['profile']>()
    for (const { profile, credentials } of profiles) {
      if (profile.environment === 'production') found.add(profile)
      for (const { id } of credentials)
        if (!found.has(profile) && (await bindings.isForProduction(id))) found.add(profile)
    }
    return [...found]
  }

  /** Refuses a file that is not a backup, before anyone enters its passphrase. @throws `backup-…` */
  requireBackup(file: Uint8Array): void {
    readBackupFile(file, this.#rounds)
  }

  /**
   * Previews a backup and compares it with this computer. Reads the keychain and changes nothing.
   * @param file the file's bytes
   * @throws `backup-…`, `keychain-…`
   */
  preview(file: Uint8Array, passphrase: Secret): Promise<BackupPreview> {
    return this.#opened(file, passphrase, async (content) => {
      // Loaded only here: the table of letters that look alike would slow down each command.
      const { previewBackup } = await import('./backup-preview.ts')
      const { keychain, profiles, timeZone } = this.#options
      const retired = await profiles.database.read(retiredCredentials)
      return previewBackup(keychain, content, await profiles.list(), retired, await timeZone?.())
    })
  }

  /**
   * Restores the chosen profiles, or none: first the secrets, each read back and compared, then the profiles in one
   * write. If anything fails, the keychain's previous entries are restored.
   * @param choices `add-all`: adds every profile under its own name
   * @param confirm asks before a Production profile is added or replaced
   * @param network asks before the backup's trusted CAs and proxies are kept; they are left out without it
   * @throws `backup-…`, `keychain-…`, `disk-…`, `profile-name-taken`, `profile-changed-elsewhere`,
   * `credential-state-wrong` if another profile has a key of the backup; what `confirm` and `network` throw
   */
  restore(
    file: Uint8Array,
    passphrase: Secret,
    choices: BackupChoices | 'add-all',
    confirm: Confirm = refuseConfirmation,
    network?: Confirm,
  ): Promise<RestoredProfile[]> {
    return this.#opened(file, passphrase, async (content) => {
      // Loaded here for the same reason as the preview.
      const { applySteps, planRestore, requireUnchanged, requireValid } = await import('./restore-plan.ts')
      const here = await this.#options.profiles.list()
      const occupied = await findOccupiedIds(this.#options.keychain, content, here)
      const retired = await this.#options.profiles.database.read(retiredCredentials)
      const steps = planRestore({
        profiles: content.profiles,
        choices: choices === 'add-all' ? addAll(content.profiles) : choices,
        here,
        retired,
        occupied,
        withNetwork: network !== undefined,
        newId: this.#options.newId,
      })
      if (steps.length === 0) return []
      this.#options.profiles.requireUsable(steps.flatMap(({ stored, replaced }) => [stored, replaced ?? stored]))
      const named = await this.#ask(steps, applySteps(here, steps, retired, ''), confirm, network)
      const secrets = new RestoredSecrets({ keychain: this.#options.keychain, traces: this.#traces }, content, steps)
      const { profiles } = this.#options
      const isAgreed = (profileId: string): boolean =>
        profiles.isTyped || steps.some((step) => step.stored.profile.id === profileId && isOfProduction(step))
      await secrets.whileWritten(profiles.database, isAgreed, async (within) => {
        await profiles.changeAll((current) => {
          requireUnchanged(current, steps)
          const after = applySteps(current, steps, retiredCredentials(within.sql), this.#instant())
          requireValid(after, steps)
          return after
        }, within)
        for (const { stored } of steps)
          for (const { id, publicKeyFingerprint } of stored.credentials)
            if (secrets.keyIds.has(id)) noteOwnKey(within.sql, stored.profile.id, publicKeyFingerprint)
        for (const [profileId, uses] of named) agreeToHosts(within.sql, profileId, uses)
        await this.#saved.change((before) => withKeys(before, [...secrets.keyIds]), within)
      })
      for (const { kind, stored } of steps) {
        if (kind === 'replace') this.#replaced.notify(stored.profile.id)
        this.#tell('Key restored from a backup', [stored], ({ id }) => secrets.keyIds.has(id))
      }
      const timeZone = await this.#options.timeZone?.()
      return steps.map((step) => this.#result(step, secrets, timeZone))
    })
  }

  /** Asks what is needed. Returns the hosts by profile that the questions named. */
  async #ask(
    steps: readonly RestoreStep[],
    after: readonly StoredProfile[],
    confirm: Confirm,
    network: Confirm | undefined,
  ): Promise<NamedHosts> {
    const question = questionForRestore(steps, after, await this.#options.timeZone?.())
    if (question !== undefined) await confirm(question)
    const networkQuestion = questionForNetwork(steps)
    if (networkQuestion !== undefined) await network?.(networkQuestion)
    return namedHosts(steps, this.#options.profiles.isTyped)
  }

  #result(step: RestoreStep, secrets: RestoredSecrets, timeZone: string | undefined): RestoredProfile {
    const { kind, stored } = step
    const { profile, credentials } = stored
    return {
      profileId: profile.id,
      name: profile.name,
      environment: profile.environment,
      kind: kind === 'add' ? 'added' : 'replaced',
      keys: credentials.filter(({ id }) => secrets.keyIds.has(id)).length,
      notes: restoreNotes(step, secrets, timeZone),
    }
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

  #tell(what: string, profiles: readonly StoredProfile[], isMeant: (credential: Credential) => boolean): void {
    for (const { profile, credentials } of profiles)
      for (const credential of credentials)
        if (isMeant(credential)) this.#options.keyUses.record({ what, profile, credential })
  }

  #instant(): string {
    return new Date(this.#options.now()).toISOString()
  }
}

function addAll(profiles: readonly StoredProfile[]): BackupChoices {
  return profiles.map(({ profile: { id, name } }) => ({ profileId: id, choice: { kind: 'add', name } }))
}
