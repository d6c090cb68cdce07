import { resolve } from 'node:path'
import type { Command } from 'commander'
import { ClavisError } from '#shared/errors.ts'

/** Global options that say where profiles and secrets come from. */
export interface SecretsOptions {
  readonly dataDir?: string
  readonly secretsFrom?: string
  readonly passphraseFd?: number
}

/** An encrypted backup that a command uses in place of data folder and keychain, and where its passphrase comes from. */
export interface SecretsSource {
  readonly backup: string
  readonly passphraseFd: number | undefined
  /** The folder of systemd's credentials. */
  readonly credentialsFolder: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/** The commands that change no profile and no secret, and store nothing in the data folder. */
const reading: ReadonlySet<string> = new Set([
  'profile list',
  'profile show',
  'profile export',
  'backup create',
  'backup show',
  'key list',
  'certificate list',
  'certificate bundle',
  'replace status',
  'expiry',
  'check',
  'token',
  'exec',
  'serve',
  'call',
  'list',
  'diff',
  'doctor',
  'authority show',
  'mcp',
  'completion',
  'help',
])

/** The commands that can begin with an empty data folder, or need none. */
const starting: ReadonlySet<string> = new Set([
  'profile create',
  'profile import',
  'backup restore',
  'backup show',
  'practice',
  'diff',
  'completion',
  'help',
])

/** Returns the backup that stands in for the keychain; undefined for the keychain. */
export function secretsSource({ secretsFrom, passphraseFd }: SecretsOptions, env: Env): SecretsSource | undefined {
  const backup = secretsFrom ?? env['CLAVIS_SECRETS_FROM'] ?? ''
  if (backup === '') return undefined
  const credentialsFolder = env['CREDENTIALS_DIRECTORY']
  return {
    backup: resolve(backup),
    passphraseFd,
    credentialsFolder: credentialsFolder === '' ? undefined : credentialsFolder,
  }
}

/**
 * Makes sure that a command works with the secrets of a backup: before it starts, so that nothing is half done.
 * @throws `input-invalid` if it changes something; as for wrong arguments if options do not fit
 */
export function requireSecretsUse(command: Command, options: SecretsOptions, source: SecretsSource | undefined): void {
  if (source === undefined) {
    if (options.passphraseFd !== undefined) command.error('error: --passphrase-fd requires --secrets-from')
    return
  }
  if (options.dataDir !== undefined)
    command.error('error: --data-dir can’t be combined with --secrets-from or CLAVIS_SECRETS_FROM')
  const name = nameOf(command)
  if (!reading.has(name)) throw changesSomething(name)
  if (name === 'list' && command.getOptionValue('snapshot') !== undefined) throw changesSomething('list --snapshot')
}

/** Whether a command can begin with an empty data folder, or needs none. */
export function startsDataFolder(command: Command): boolean {
  return starting.has(nameOf(command))
}

/** Returns the words that lead to a command, such as `key create`. */
function nameOf(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name()
}

function changesSomething(name: string): ClavisError {
  return new ClavisError(
    'input-invalid',
    `“${name}” changes what is stored. Profiles and secrets of a backup (--secrets-from) are only read.`,
    { hint: 'Run it without --secrets-from where the profiles are kept, and create a new backup there.' },
  )
}
