import { resolve } from 'node:path'
import type { BackupChoice, BackupChoices, BackupEntry, BackupPlace, RestoredProfile } from '#shared/backup/backup.ts'
import { ClavisError } from '#shared/errors.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import { maxBackupBytes } from '../backup/backup-file.ts'
import { withoutAsking } from '../confirmation.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { readChosenFile } from '../files/read-chosen-file.ts'
import { requireUnusedName } from '../files/save-target.ts'
import type { Secret } from '../keychain/secret.ts'
import { exportKeysQuestion } from '../profiles/guards/confirmation-messages.ts'
import { hostsOf, isAgreed } from '../profiles/guards/profile-hosts.ts'
import type { CommandContext } from './command-context.ts'
import { networkOf } from './profiles/imported-profiles.ts'
import { counted, type CommandTerminal } from './terminal/command-terminal.ts'
import { confirmByName } from './terminal/confirm.ts'
import { withoutRemoved } from './terminal/profile-selection.ts'
import { readSecret } from './terminal/secret-input.ts'
import { formatTable } from './terminal/table.ts'

export interface CreateOptions {
  readonly out: string
  readonly force?: true
  readonly withoutMissingKeys?: true
  readonly confirm: readonly string[]
}

/** Writes profiles with their keys and client secrets to an encrypted file. */
export async function createBackup(
  { terminal, services, answer }: CommandContext,
  names: readonly string[],
  { out, force, withoutMissingKeys, confirm }: CreateOptions,
): Promise<void> {
  const target = resolve(out)
  requireUnusedName(target, force)
  const { profiles, backup: service } = await services()
  const chosen =
    names.length === 0
      ? (await profiles.list()).filter(({ profile }) => !profile.practice)
      : await Promise.all(names.map((name) => profiles.find(name)))
  if (chosen.length === 0)
    throw new ClavisError('input-invalid', 'There is no profile to back up.', {
      hint: 'Practice profiles are included only if you name them.',
    })
  const production = chosen.flatMap(({ profile }) => (profile.environment === 'production' ? [profile] : []))
  // Before the passphrase is typed; the service asks again.
  if (production.length > 0) await confirmByName(confirm)(exportKeysQuestion(production))
  await (
    await newPassphrase(terminal)
  ).whileUsed(async (passphrase) => {
    const ids = chosen.map(({ profile }) => profile.id)
    const options = { leaveOutMissing: withoutMissingKeys === true }
    const create = (left: readonly string[]): ReturnType<typeof service.create> =>
      service.create(left, passphrase, options, confirmByName(confirm))
    const { file, summary, keyIds } = await terminal.showDuring(
      'Encrypting…',
      names.length === 0 ? withoutRemoved({ store: profiles, ids }, create) : create(ids),
    )
    await writeFileAtomically(target, file)
    const note = await service.noteSaved(keyIds)
    answer({ ...summary, file: target }, [
      `Wrote ${counted(summary.profiles, 'profile')} with ${counted(summary.keys, 'key')} and ` +
        `${counted(summary.clientSecrets, 'client secret')} to ${out}.`,
      ...summary.missing.map((line) => `Not included: ${line}.`),
      'The passphrase can’t be recovered. Store it separately from the file.',
    ])
    if (note !== undefined) terminal.note(`clavis: ${note}\n`)
    for (const { profile } of chosen) {
      const { id, name } = profile
      const unknown = await profiles.database.read((sql) => hostsOf(profile).filter((use) => !isAgreed(sql, id, use)))
      const hosts = [...new Set(unknown.map(({ host }) => host))].join(', ')
      if (hosts !== '')
        terminal.note(
          `clavis: warning: ${name}: you have not agreed to ${hosts}. A command that uses this backup connects to it.\n`,
        )
    }
  })
}

/** Prints what a backup contains and how it compares to this computer. */
export async function showBackup({ terminal, services, answer }: CommandContext, path: string): Promise<void> {
  const file = await readChosenFile(resolve(path), maxBackupBytes)
  await (
    await readSecret(terminal, 'Passphrase: ')
  ).whileUsed(async (passphrase) => {
    const { backup: service } = await services()
    const preview = await terminal.showDuring('Decrypting…', service.preview(file, passphrase))
    answer(preview, [
      ...formatTable(
        ['Profile', 'Environment', 'Keys', 'On this computer'],
        preview.entries.map(({ name, environment, keys, credentials, place }) => [
          name,
          environmentNames[environment],
          `${keys} of ${counted(credentials, 'key')}`,
          describePlace(place),
        ]),
      ).split('\n'),
      '',
      `Created: ${preview.createdAt}`,
      ...preview.entries.flatMap((entry) => ['', ...backedUpLines(entry)]),
    ])
  })
}

export interface RestoreOptions {
  readonly skipExisting?: true
  readonly replace?: true
  readonly rename?: true
  readonly withNetwork?: true
  readonly confirm: readonly string[]
}

/**
 * Restores a backup.
 * @param names IDs or exact names of the profiles to restore; none for all
 * @throws `profile-not-found`; `profile-name-taken` if profiles conflict and no option says what to do
 */
export async function restoreBackup(
  { terminal, services, answer, commandLine }: CommandContext,
  path: string,
  names: readonly string[],
  options: RestoreOptions,
): Promise<void> {
  const file = await readChosenFile(resolve(path), maxBackupBytes)
  await (
    await readSecret(terminal, 'Passphrase: ')
  ).whileUsed(async (passphrase) => {
    const { backup: service } = await services()
    const { entries } = await terminal.showDuring('Decrypting…', service.preview(file, passphrase))
    const chosen = chosenEntries(entries, names)
    const choices: BackupChoices = [
      ...choicesFor(chosen, options, commandLine),
      ...entries
        .filter((entry) => !chosen.includes(entry))
        .map(({ profileId }) => ({ profileId, choice: { kind: 'skip' as const } })),
    ]
    const restored = await terminal.showDuring(
      'Restoring…',
      service.restore(
        ...([file, passphrase, choices, confirmByName(options.confirm)] as const),
        // The option replaces the question that the window asks in a dialog.
        options.withNetwork === true ? withoutAsking : undefined,
      ),
    )
    answer(
      restored,
      restored.length === 0 ? 'Nothing to restore: everything is already on this computer.' : restoredLines(restored),
    )
  })
}

/** @throws `profile-not-found` */
function chosenEntries(entries: readonly BackupEntry[], names: readonly string[]): readonly BackupEntry[] {
  if (names.length === 0) return entries
  return names.map((wanted) => {
    const entry = entries.find(({ name, profileId }) => name === wanted || profileId === wanted)
    if (entry !== undefined) return entry
    throw new ClavisError('profile-not-found', `The backup has no profile “${wanted}”. Nothing was restored.`, {
      hint: `It has ${entries.map(({ name }) => `“${name}”`).join(', ')}.`,
    })
  })
}

function choicesFor(entries: readonly BackupEntry[], options: RestoreOptions, commandLine: string): BackupChoices {
  const conflicting = entries.filter(({ place }) => place.kind === 'differs' || place.kind === 'name-taken')
  if (conflicting.length > 0 && options.skipExisting !== true && options.replace !== true && options.rename !== true)
    throw new ClavisError(
      'profile-name-taken',
      `These profiles conflict with profiles on this computer: ${conflicting.map(({ name }) => name).join(', ')}. Nothing was restored.`,
      {
        hint: `Choose --skip-existing, --rename or --replace. For details, run: ${commandLine} backup show FILE`,
        details: { names: conflicting.map(({ name }) => name) },
      },
    )
  return entries.map((entry) => ({ profileId: entry.profileId, choice: choiceFor(entry, options) }))
}

function choiceFor({ name, freeName, place }: BackupEntry, { replace, rename }: RestoreOptions): BackupChoice {
  switch (place.kind) {
    case 'new':
      // Another profile may look like it.
      return { kind: 'add', name: rename === true ? freeName : name }
    case 'same':
      return { kind: 'skip' }
    case 'differs':
    case 'name-taken': {
      if (rename === true) return { kind: 'add', name: freeName }
      return { kind: replace === true ? 'replace' : 'skip' }
    }
  }
}

/** Reads a new passphrase; on a terminal it must be typed twice. */
async function newPassphrase(terminal: CommandTerminal): Promise<Secret> {
  const passphrase = await readSecret(terminal, 'New passphrase: ')
  if (terminal.stdin.isTTY !== true) return passphrase
  const confirmation = await readSecret(terminal, 'Confirm passphrase: ')
  const isSame = passphrase.equals(confirmation)
  confirmation.wipe()
  if (isSame) return passphrase
  passphrase.wipe()
  throw new ClavisError('input-invalid', 'Passphrases don’t match.', { hint: 'Run the command again.' })
}

function describePlace(place: BackupPlace): string {
  switch (place.kind) {
    case 'new':
      return 'not on this computer'
    case 'same':
      return 'identical'
    case 'differs':
      return `different ${place.differences.join(', ').replaceAll('-', ' ')}`
    case 'name-taken':
      return 'name already in use'
  }
}

/** Describes a profile of a backup: where it sends data, and what a restore changes or leaves out. */
function backedUpLines(entry: BackupEntry): string[] {
  const { name, hosts, stayRetired, keyOwners, place } = entry
  const network = networkOf(entry)
  const owner = place.kind === 'new' ? keyOwners.add : keyOwners.replace
  return [
    `${name}:`,
    `  Hosts: ${hosts.join(', ')}`,
    ...network.map((line) => `  Left out without --with-network: ${line}`),
    ...stayRetired.map((credential) => `  Stays retired: ${credential}`),
    ...(owner === undefined ? [] : [`  Can’t be restored: “${owner}” has the same key.`]),
  ]
}

/** Describes restored profiles, and what they have otherwise than the backup. */
function restoredLines(restored: readonly RestoredProfile[]): string[] {
  return restored.flatMap(({ kind, name, keys, notes }) => [
    `${kind === 'added' ? 'Restored' : 'Replaced'} ${name} with ${counted(keys, 'key')}.`,
    ...notes.map((note) => `  ${note}`),
  ])
}
