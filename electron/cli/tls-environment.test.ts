import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { diagnosisSchema } from '#shared/diagnostics/diagnosis.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { bundledImportWorker } from '../credentials/import/testing/bundled-import-worker.ts'
import { makeServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import { Secret } from '../keychain/secret.ts'
import { bundledWorker } from '../records/testing/bundled-worker.ts'
import { createServices, type Services } from '../services.ts'
import { builtProgram } from '../testing/built-program.ts'
import { sharedKeychain } from '../testing/shared-keychain.ts'

// Runs the command line in environments that weaken TLS, against servers with self-signed certificates.

const secret = 'planted-secret-value'
const trusted = makeServerCertificate({ commonName: 'trusted', hosts: ['127.0.0.1'] })
const stranger = makeServerCertificate({ commonName: 'stranger', hosts: ['127.0.0.1'] })
const weak = makeServerCertificate({ commonName: 'weak', hosts: ['127.0.0.1'], bits: 1024 })

let folder: string
let services: Services
let servers: Server[]
/** The Authorization header of each request that reached a server. */
let received: string[]

/** Starts a token endpoint and creates a profile for it. */
async function profileFor(
  name: string,
  certificate: typeof stranger,
  ...certificateAuthorities: string[]
): Promise<void> {
  const { key, cert } = certificate
  const server = createServer({ key, cert, ciphers: 'DEFAULT:@SECLEVEL=0' }, ({ headers }, response) => {
    received.push(String(headers.authorization))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: 'planted-token', token_type: 'Bearer', expires_in: 600 }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const tokenUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/token`
  const { id } = await services.profiles.create(
    {
      ...{ ...defaultProfileSettings('basic'), name, environment: 'mock', clientId: 'acme' },
      ...{ tokenUrl, certificateAuthorities },
    },
    { practice: false },
  )
  await services.credentials.clientSecrets.set(id, Secret.fromText(secret))
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the program without TLS variables. @param set additional variables */
function clavis(set: Record<string, string>, options: readonly string[], ...args: string[]): Promise<Ended> {
  const { NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, SSL_CERT_DIR, NODE_OPTIONS, ...inherited } = process.env
  const program = [...options, '--disable-warning=ExperimentalWarning', fileURLToPath(builtProgram('clavis'))]
  const child = spawn(process.execPath, [...program, '--data-dir', join(folder, 'data'), ...args], {
    env: { ...inherited, ...set },
  })
  const texts = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()))
  child.stdin.end()
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...texts })))
}

const file = (name: string): string => join(folder, name)

beforeAll(async () => {
  ;[servers, received] = [[], []]
  folder = await mkdtemp(join(tmpdir(), 'clavis-tls-environment-'))
  services = createServices({
    dataFolder: file('data'),
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
    startKeychain: sharedKeychain,
    isTyped: true,
    resolveProxy: () => Promise.resolve(undefined),
  })
  await profileFor('Stranger', stranger)
  await profileFor('Weak', weak, weak.cert)
  await profileFor('Trusted', trusted, trusted.cert)
  await writeFile(file('stranger.pem'), stranger.cert)
  const lines = ['nodejs_conf = x', '[x]', 'ssl_conf = y', '[y]', 'system_default = z', '[z]']
  await writeFile(
    file('openssl.cnf'),
    [...lines, 'CipherString = ALL:@SECLEVEL=0', `VerifyCAFile = ${file('stranger.pem')}`].join('\n'),
  )
})
afterAll(async () => {
  for (const { profile } of await services.profiles.list()) await services.credentials.destroySecretsOf(profile.id)
  await services.end()
  for (const server of servers) server.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => void received.splice(0))

describe('an untrusted server gets no secret', () => {
  test.each<[string, () => Record<string, string>, readonly string[], string]>([
    ['NODE_TLS_REJECT_UNAUTHORIZED', () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }), [], 'Stranger'],
    [
      'authorities in variables',
      () => ({
        ...{ NODE_EXTRA_CA_CERTS: file('stranger.pem'), SSL_CERT_FILE: file('stranger.pem'), SSL_CERT_DIR: folder },
        OPENSSL_CONF: file('openssl.cnf'),
      }),
      ['--use-openssl-ca'],
      'Stranger',
    ],
    [
      'a replaced system store',
      () => ({ SSL_CERT_FILE: file('stranger.pem'), NODE_OPTIONS: '--use-system-ca' }),
      [],
      'Stranger',
    ],
    [
      'OpenSSL’s lowest security level',
      () => ({ OPENSSL_CONF: file('openssl.cnf') }),
      ['--tls-cipher-list=DEFAULT:@SECLEVEL=0'],
      'Weak',
    ],
  ])('clavis: sends no secret to an untrusted server in spite of %s', async (_name, environment, options, profile) => {
    const ended = await clavis(environment(), options, 'token', profile)
    expect(ended).toMatchObject({ code: 69, out: '', err: expect.stringMatching(/^clavis: network-tls: /mu) })
    expect(received).toEqual([])
  })
})

test('clavis doctor: names ignored TLS settings, and the authority they were probably set for', async () => {
  const set = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: file('stranger.pem') }
  const { out } = await clavis({ ...set, NODE_OPTIONS: '--tls_min_v1.0' }, [], 'doctor', 'Stranger', '--json')
  const { steps, causes } = diagnosisSchema.parse(JSON.parse(out))
  expect(steps.find(({ id }) => id === 'environment')).toMatchObject({
    outcome: 'warning',
    sentence:
      'TLS settings were set outside Clavis and ignored: NODE_TLS_REJECT_UNAUTHORIZED, --tls-min-v1.0, NODE_EXTRA_CA_CERTS.',
  })
  expect(causes[0]?.id).toBe('tls-untrusted')
  expect(causes[0]?.evidence.join(' ')).toContain('NODE_EXTRA_CA_CERTS is set but ignored')
  expect(received).toEqual([])
})

test('clavis token: opens no connection if Node.js would record its keys', async () => {
  const log = file('keys.log')
  const ended = await clavis({ NODE_OPTIONS: `--tls-keylog="${log}"` }, [], 'token', 'Trusted')
  expect(ended).toMatchObject({ code: 65, err: expect.stringContaining('clavis: network-keys-recorded: ') })
  expect(existsSync(log) ? await readFile(log, 'utf8') : '').toBe('')
  expect(received).toEqual([])
})

test('clavis token: other TLS settings change nothing for a trusted server and record no key', async () => {
  const log = file('ssl-keys.log')
  const set = { SSLKEYLOGFILE: log, NODE_OPTIONS: '--tls-max-v1.2 --trace-tls --tls-cipher-list=AES128-SHA' }
  const ended = await clavis(set, [], 'token', 'Trusted', '--print')
  expect(ended).toMatchObject({ code: 0, out: 'planted-token\n' })
  expect(ended.err).not.toMatch(/ClientHello|Certificate/u)
  expect(existsSync(log)).toBe(false)
  expect(received).toEqual([`Basic ${Buffer.from(`acme:${secret}`).toString('base64')}`])
})
