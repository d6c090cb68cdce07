import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** A program that provides the Secret Service. */
export interface KeychainBackend {
  readonly name: string
  readonly version?: string
}

const run = promisify(execFile)

/** Product name of GNOME Keyring. */
export const gnomeKeyring = 'GNOME Keyring'

/** Product names of the programs that provide the Secret Service. */
const known: Readonly<Record<string, string>> = {
  'gnome-keyring-daemon': gnomeKeyring,
  'gnome-keyring-d': gnomeKeyring,
  ksecretd: 'KDE Wallet',
  kwalletd5: 'KDE Wallet',
  kwalletd6: 'KDE Wallet',
  keepassxc: 'KeePassXC',
  'oo7-daemon': 'oo7',
  'pass-secret-service': 'pass',
}

/** Programs whose `--version` prints one line and opens no window. */
const programsWithVersion = new Set(['gnome-keyring-daemon', 'ksecretd', 'kwalletd5', 'kwalletd6'])

/** Identifies the program of a process from `/proc`. */
export async function backendOfProcess(processId: number | undefined): Promise<KeychainBackend> {
  if (processId === undefined) return { name: 'Secret Service' }
  const program = await readlink(`/proc/${processId}/exe`).catch(() => undefined)
  // The link is unreadable for processes of other users and in sandboxes; the short name (15 characters) is readable.
  const short = await readFile(`/proc/${processId}/comm`, 'utf8')
    .then((text) => text.trim())
    .catch(() => undefined)
  const file = program === undefined ? short : basename(program)
  if (file === undefined || file === '') return { name: 'Secret Service' }
  const name = known[file] ?? file
  const version = program !== undefined && programsWithVersion.has(file) ? await versionOf(program) : undefined
  return { name, ...(version === undefined ? {} : { version }) }
}

async function versionOf(program: string): Promise<string | undefined> {
  const output = await run(program, ['--version'], { timeout: 3000 }).catch(() => undefined)
  return /\d+(?:\.\d+)+/u.exec(output?.stdout ?? '')?.[0]
}
