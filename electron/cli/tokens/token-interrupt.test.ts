import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { bundledImportWorker } from '../../credentials/import/testing/bundled-import-worker.ts'
import { Secret } from '../../keychain/secret.ts'
import { bundledWorker } from '../../records/testing/bundled-worker.ts'
import { createServices, type Services } from '../../services.ts'
import { builtProgram } from '../../testing/built-program.ts'
import { startLoopbackServer, type LoopbackServer } from '../../testing/loopback-server.ts'
import { sharedKeychain } from '../../testing/shared-keychain.ts'

// Presses Ctrl+C while the token endpoint sends its response slowly.

let folder: string
let services: Services
let server: LoopbackServer
let onRequest: () => void

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-interrupt-'))
  server = await startLoopbackServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    const drip = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(drip))
    onRequest()
  })
  services = createServices({
    dataFolder: join(folder, 'data'),
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
    startKeychain: sharedKeychain,
    resolveProxy: () => Promise.resolve(undefined),
    isTyped: true,
  })
  const { id } = await services.profiles.create(
    {
      ...{ ...defaultProfileSettings('basic'), name: 'Dripping', environment: 'mock', clientId: 'acme' },
      ...{ tokenUrl: `${server.origin}/token`, apiBaseUrl: server.origin, reportsBaseUrl: server.origin },
    },
    { practice: false },
  )
  await services.credentials.clientSecrets.set(id, Secret.fromText('hush'))
})
afterAll(async () => {
  for (const { profile } of await services.profiles.list()) await services.credentials.destroySecretsOf(profile.id)
  await services.end()
  await server.end()
  await rm(folder, { recursive: true })
})

test.each([
  ['token', 'Dripping'],
  ['call', 'Dripping', 'hello'],
  ['doctor', 'Dripping'],
  ['list', 'Dripping', 'reports', '--out', 'never-written.csv'],
])('Ctrl+C: ends clavis %s', async (...args) => {
  const requested = new Promise<void>((resolve) => (onRequest = resolve))
  const program = ['--disable-warning=ExperimentalWarning', fileURLToPath(builtProgram('clavis'))]
  const child = spawn(process.execPath, [...program, '--data-dir', join(folder, 'data'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<unknown>((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)))
  await Promise.race([requested, ended])
  const began = performance.now()
  child.kill('SIGINT')
  expect([await ended, errors]).toEqual(['SIGINT', expect.not.stringContaining('internal-fault')])
  // Much faster than the request's own time limit.
  expect(performance.now() - began).toBeLessThan(30_000)
})
