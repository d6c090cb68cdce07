import { access } from 'node:fs/promises'
import type { BackupChoice, BackupChoices, BackupEntry, BackupPlace } from '../../../shared/model/backup/backup.ts'
import { environmentNames } from '../../../shared/model/profile/environment.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { maxBackupBytes } from '../../backup/backup-file.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { readChosenFile } from '../../files/read-chosen-file.ts'
import type { Secret } from '../../keychain/secret.ts'
import { confirmByName } from '../input/confirm-by-name.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import type { CommandTerminal } from '../terminal/command-terminal.ts'
import { readSecret } from '../input/secret-input.ts'
import { formatTable } from '../output/table.ts'

export interface CreateOptions {
  readonly out: string
  readonly force?: true
  readonly withoutMissingKeys?: true
}

export async function createBackup(
  { terminal, services, say, answer }: CommandContext,
  names: readonly string[],
  { out, force, withoutMissingKeys }: CreateOptions,
): Promise<void> {
  const target = fileArgument(out)
  if (force !== true && (await isThere(target)))
    throw new ClavisError('input-invalid', `${out} is there already.`, {
      hint: 'Choose another name, or replace it with --force.',
    })
  const { profiles, backup: service } = await services()
  const chosen =
    names.length === 0
      ? (await profiles.list()).filter(({ profile }) => !profile.practice)
      : await Promise.all(names.map((name) => profiles.find(name)))
  if (chosen.length === 0)
    throw new ClavisError('input-invalid', 'There is no profile to back up.', {
      hint: 'Practice profiles are backed up where they are named.',
    })
  const passphrase = await newPassphrase(terminal)
  try {
    const ids = chosen.map(({ profile }) => profile.id)
    const options = { leaveOutMissing: withoutMissingKeys === true }
    const { file, summary } = await service.create(ids, passphrase, options)
    await writeFileAtomically(target, file)
    answer({ ...summary, file: target })
    say(
      [
        `Wrote ${counted(summary.profiles, 'profile')} with ${counted(summary.keys, 'key')} and ` +
          `${counted(summary.clientSecrets, 'client secret')} to ${out}.`,
        ...summary.missing.map((line) => `Left out: ${line}.`),
        'Without the passphrase nobody can open it, you neither.',
      ].join('\n'),
    )
  } finally {
    passphrase.wipe()
  }
}

export async function showBackup({ terminal, services, say, answer }: CommandContext, path: string): Promise<void> {
  const file = await readChosenFile(fileArgument(path), maxBackupBytes)
  const passphrase = await readSecret(terminal, 'Passphrase: ')
  try {
    const preview = await (await services()).backup.preview(file, passphrase)
    answer(preview)
    say(
      formatTable(
        preview.entries.map(({ name, environment, keys, credentials, place }) => [
          name,
          environmentNames[environment],
          `${keys} of ${counted(credentials, 'key')}`,
          placeWords(place),
        ]),
      ),
    )
  } finally {
    passphrase.wipe()
  }
}

export interface RestoreOptions {
  readonly skipExisting?: true
  readonly replace?: true
  readonly rename?: true
  readonly confirm: readonly string[]
}

export async function restoreBackup(
  { terminal, services, say, answer, commandLine }: CommandContext,
  path: string,
  options: RestoreOptions,
): Promise<void> {
  const file = await readChosenFile(fileArgument(path), maxBackupBytes)
  const passphrase = await readSecret(terminal, 'Passphrase: ')
  try {
    const { backup: service } = await services()
    const { entries } = await service.preview(file, passphrase)
    const restored = await service.restore(
      file,
      passphrase,
      choicesFor(entries, options, commandLine),
      confirmByName(options.confirm),
    )
    answer(restored)
    say(
      restored.length === 0
        ? 'Nothing was restored: everything is here already.'
        : restored
            .map(({ kind, name, keys }) => {
              const verb = kind === 'added' ? 'Restored' : 'Replaced'
              return `${verb} ${name} with ${counted(keys, 'key')}.`
            })
            .join('\n'),
    )
  } finally {
    passphrase.wipe()
  }
}

function choicesFor(entries: readonly BackupEntry[], options: RestoreOptions, commandLine: string): BackupChoices {
  const inTheWay = entries.filter(({ place }) => place.kind === 'differs' || place.kind === 'name-taken')
  if (inTheWay.length > 0 && options.skipExisting !== true && options.replace !== true && options.rename !== true)
    throw new ClavisError(
      'profile-name-taken',
      `This computer has other profiles in the place of: ${inTheWay.map(({ name }) => name).join(', ')}.`,
      {
        hint: `Decide with --skip-existing, --rename or --replace. Nothing was restored. See more: ${commandLine} backup show FILE`,
        details: { names: inTheWay.map(({ name }) => name) },
      },
    )
  return entries.map((entry) => ({ profileId: entry.profileId, choice: choiceFor(entry, options) }))
}

function choiceFor({ name, freeName, place }: BackupEntry, { replace, rename }: RestoreOptions): BackupChoice {
  switch (place.kind) {
    case 'new':
      return { kind: 'add', name }
    case 'same':
      return { kind: 'skip' }
    case 'differs':
    case 'name-taken': {
      if (rename === true) return { kind: 'add', name: freeName }
      return { kind: replace === true ? 'replace' : 'skip' }
    }
  }
}

/** Asks twice where a person types it; a program gives it once. */
async function newPassphrase(terminal: CommandTerminal): Promise<Secret> {
  const passphrase = await readSecret(terminal, 'New passphrase: ')
  if (terminal.stdin.isTTY !== true) return passphrase
  const again = await readSecret(terminal, 'The same once more: ')
  const isSame = passphrase.equals(again)
  again.wipe()
  if (isSame) return passphrase
  passphrase.wipe()
  throw new ClavisError('input-invalid', 'The two passphrases differ.', { hint: 'Run the command again.' })
}

function placeWords(place: BackupPlace): string {
  switch (place.kind) {
    case 'new':
      return 'not here'
    case 'same':
      return 'here, the same'
    case 'differs':
      return `here, other ${place.differences.join(', ').replaceAll('-', ' ')}`
    case 'name-taken':
      return 'another profile has this name here'
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
