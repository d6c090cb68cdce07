import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** A program that provides the Secret Service. */
export interface Backend {
  readonly name: string
  readonly version?: string
}

const run = promisify(execFile)

/** What GNOME Keyring is called. */
export const gnomeKeyring = 'GNOME Keyring'

/** Programs that are known to provide the Secret Service, with the name that people know them by. */
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

/** Of these it is known that `--version` prints one line and ends, without a window. */
const tellTheirVersion = new Set(['gnome-keyring-daemon', 'ksecretd', 'kwalletd5', 'kwalletd6'])

/** Which program a process is, read from `/proc`. */
export async function backendOfProcess(processId: number | undefined): Promise<Backend> {
  if (processId === undefined) return { name: 'Secret Service' }
  const program = await readlink(`/proc/${processId}/exe`).catch(() => undefined)
  // The link of another user's or a sandboxed process cannot be read; the short name (15 characters) can.
  const short = await readFile(`/proc/${processId}/comm`, 'utf8')
    .then((text) => text.trim())
    .catch(() => undefined)
  const file = program === undefined ? short : basename(program)
  if (file === undefined || file === '') return { name: 'Secret Service' }
  const name = known[file] ?? file
  const version = program !== undefined && tellTheirVersion.has(file) ? await versionOf(program) : undefined
  return { name, ...(version === undefined ? {} : { version }) }
}

async function versionOf(program: string): Promise<string | undefined> {
  const output = await run(program, ['--version'], { timeout: 3000 }).catch(() => undefined)
  return /\d+(?:\.\d+)+/u.exec(output?.stdout ?? '')?.[0]
}
