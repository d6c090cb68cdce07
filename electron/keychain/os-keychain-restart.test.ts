import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtProgram } from '../testing/built-program.ts'
import type { KeychainStep } from './testing/keychain-steps.ts'
import { startPrivateSession, type PrivateSession } from './testing/private-session.ts'

const program = fileURLToPath(builtProgram('keychain-steps'))
const account = 'key/2a1b7c5e-0000-4000-8000-000000000001'

let folder: string
let session: PrivateSession
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-keychain-'))
  session = await startPrivateSession('unlocked')
})
afterEach(async () => {
  await session.end()
  await rm(folder, { recursive: true, force: true })
})

const steps: KeychainStep[] = [
  { do: 'write', account, text: 'before' },
  { do: 'read', account },
  { do: 'pause' },
  { do: 'read', account },
  { do: 'write', account, text: 'after' },
  { do: 'read', account },
  { do: 'remove', account },
]

/** Does the steps in one process, which lives on while `interrupt` runs at the pause. */
async function takeAround(interrupt: () => Promise<void>): Promise<unknown> {
  const child = spawn(process.execPath, [program, JSON.stringify({ folder, steps })], { env: session.env })
  const output = text(child.stdout)
  await once(child.stderr, 'data')
  await interrupt()
  child.stdin.write('\n')
  return JSON.parse(await output)
}

const expected = [null, 'before', null, 'before', null, 'after', null].map((value) => ({ value }))

test('OsKeychain: reads, writes and removes again after the keyring has restarted', async () => {
  expect(await takeAround(session.restartKeyring)).toEqual(expected)
})

test('OsKeychain: reads, writes and removes again after the session bus has restarted', async () => {
  expect(await takeAround(session.restartBus)).toEqual(expected)
})
