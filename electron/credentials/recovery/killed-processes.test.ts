import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { generateKeyPairSync, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrivateSession, type PrivateSession } from '../../keychain/testing/private-session.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { Database } from '../../store/database.ts'
import { builtProgram } from '../../testing/built-program.ts'
import { rounds } from '../../testing/rounds.ts'
import { bundledImportWorker } from '../import/testing/bundled-import-worker.ts'
import { examineLeftKeys } from './testing/left-keys.ts'
import type { LifecycleInput } from './testing/lifecycle.ts'
import { randomFrom } from './testing/random.ts'

const kills = rounds(12, 300)
const seed = Number(process.env['CLAVIS_KILL_SEED'] ?? randomInt(2 ** 31))
const program = fileURLToPath(builtProgram('lifecycle'))

let session: PrivateSession
let folder: string
let keysFolder: string
beforeAll(async () => {
  session = await startPrivateSession('unlocked')
  folder = await mkdtemp(join(tmpdir(), 'clavis-killed-'))
  keysFolder = join(folder, 'keys-to-import')
  await mkdir(keysFolder)
  const privateKeyPem = (modulusLength: number): string =>
    generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await writeFile(join(keysFolder, 'authority.pem'), privateKeyPem(1024))
  for (const number of [1, 2, 3, 4]) await writeFile(join(keysFolder, `key-${number}.pem`), privateKeyPem(2048))
})
afterAll(async () => {
  await session.end()
  await rm(folder, { recursive: true, force: true })
})

interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly ready: Promise<unknown>
  readonly ended: Promise<unknown>
}

/** Reports of the processes: saved profiles, and profiles that one of them was about to remove. */
const saved = new Set<string>()
const removing = new Set<string>()
const faults: string[] = []

/** Starts a child that waits for its line. */
function start(input: LifecycleInput): Running {
  const child = spawn(process.execPath, [program, JSON.stringify(input)], {
    env: { ...session.env, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const { promise: ready, resolve } = Promise.withResolvers<undefined>()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const [what, profileId = ''] = line.split(' ')
    if (what === 'ready') resolve(undefined)
    if (what === 'saved') saved.add(profileId)
    if (what === 'removing') removing.add(profileId)
  })
  child.stderr.on('data', (text: Buffer) => faults.push(text.toString('utf8')))
  child.on('exit', () => resolve(undefined))
  return { child, ready, ended: Promise.all([once(child, 'close'), once(lines, 'close')]) }
}

/** Looks at everything that the killed process left, as the next start of Clavis would. */
async function examine(isLast: boolean): Promise<void> {
  const database = new Database({ folder })
  const profiles = new ProfileStore({ database, now: Date.now, newId: randomUUID })
  const stored = await profiles.list()
  const there = new Set(stored.map(({ profile }) => profile.id))
  for (const profileId of saved) if (!removing.has(profileId)) expect(there).toContain(profileId)

  await examineLeftKeys(profiles, session.env, isLast)
  await database.end()
}

test(
  `Credentials: ${kills} kills in their lifecycle leave no key without a trace (seed ${seed})`,
  async () => {
    const random = randomFrom(seed)
    // Half of them between two calls, half of them at any moment.
    const inputOf = (kill: number): LifecycleInput => ({
      folder,
      keysFolder,
      importWorker: bundledImportWorker().href,
      seed: seed + kill,
      killAt: kill % 2 === 0 ? 1 + Math.floor(random() * 40) : 0,
    })
    let next = start(inputOf(0))
    for (let kill = 1; kill <= kills; kill += 1) {
      const running = next
      // The next one loads its code meanwhile.
      if (kill < kills) next = start(inputOf(kill))
      await running.ready
      running.child.stdin.write('\n')
      if (kill % 2 === 0) {
        await wait(random() * 400)
        running.child.kill('SIGKILL')
      }
      await running.ended
      expect(running.child.signalCode).toBe('SIGKILL')
      await examine(kill === kills)
    }
    expect(faults.join('')).toBe('')
    expect(saved.size).toBeGreaterThan(0)
  },
  rounds(600_000, 3_600_000),
)
