import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClavisError } from '#shared/errors.ts'
import { Database } from '../store/database.ts'
import { builtProgram } from '../testing/built-program.ts'
import { OsKeychain } from './os-keychain.ts'
import { Secret } from './secret.ts'
import { keyringProcess, lockKeyring, startPrivateSession, untilServed } from './testing/private-session.ts'

// Each remedy without a desktop is carried out as it is printed, by a real shell, with the password typed into it.

const account = 'key/2a1b7c5e-0000-4000-8000-000000000001'
const password = 'practice password'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-remedy-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function failureOf(work: Promise<unknown>): Promise<ClavisError> {
  return work.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: unknown) => error as ClavisError,
  )
}

/** Runs a command in a shell and types a line into it. */
async function runInShell(command: string | undefined, env: NodeJS.ProcessEnv, line: string): Promise<void> {
  const shell = spawn('sh', ['-c', command ?? 'exit 1'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.stdin.end(`${line}\n`)
  await once(shell, 'exit')
}

test('Desktop remedy: the command unlocks a locked GNOME Keyring and loses nothing stored in it', async () => {
  const session = await startPrivateSession('unlocked')
  try {
    const keychain = new OsKeychain({ database: new Database({ folder }), env: session.env })
    await keychain.write(account, Secret.fromText('kept'))
    await lockKeyring(session.env)
    const locked = await failureOf(keychain.read(account))
    expect(locked).toMatchObject({ code: 'keychain-locked', hint: expect.stringContaining('restart it') as string })

    const before = await keyringProcess(session.env)
    await runInShell(locked.command, session.env, 'a wrong password')
    const after = await untilServed(session.env, before)
    const stillLocked = await failureOf(keychain.read(account))
    expect(stillLocked.code).toBe('keychain-locked')

    await runInShell(stillLocked.command, session.env, password)
    await untilServed(session.env, after)
    expect((await keychain.read(account))?.text()).toBe('kept')
  } finally {
    await session.end()
  }
})

test('Desktop remedy: the command gives a session without a keychain one', async () => {
  const session = await startPrivateSession('none')
  try {
    const keychain = new OsKeychain({ database: new Database({ folder }), env: session.env })
    const missing = await failureOf(keychain.read(account))
    expect(missing.code).toBe('keychain-unavailable')
    await runInShell(missing.command, session.env, password)
    await untilServed(session.env)
    await keychain.write(account, Secret.fromText('stored'))
    expect((await keychain.read(account))?.text()).toBe('stored')
  } finally {
    await session.end()
  }
})

test('desktopRemedy: without a session bus, the command starts a shell in which Clavis has a keychain', async () => {
  const runtime = join(folder, 'run')
  await mkdir(runtime, { mode: 0o700 })
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: join(folder, 'data'), XDG_RUNTIME_DIR: runtime }
  const displays = [{}, { DISPLAY: ':99' }, { DISPLAY: ':0', XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }]
  const failures = await Promise.all(
    displays.map((display) =>
      failureOf(new OsKeychain({ database: new Database({ folder }), env: { ...env, ...display } }).read(account)),
    ),
  )
  const [command, ...others] = failures.map((failure) => failure.command)
  expect(command).toMatch(/^dbus-run-session -- /u)
  expect(others).toEqual([command, command])

  const steps = [
    { do: 'write', account, text: 'stored' },
    { do: 'read', account },
  ]
  const program = fileURLToPath(builtProgram('keychain-steps'))
  const result = join(folder, 'result')
  const ownShell = join(folder, 'own-shell')
  const input = JSON.stringify({ folder, steps })
  await writeFile(ownShell, `#!/bin/sh\n"${process.execPath}" "${program}" '${input}' > "${result}"\n`, { mode: 0o700 })
  await runInShell(command, { ...env, SHELL: ownShell }, password)
  const { stdout } = await promisify(execFile)('cat', [result])
  expect(JSON.parse(stdout)).toEqual([{ value: null }, { value: 'stored' }])
})
