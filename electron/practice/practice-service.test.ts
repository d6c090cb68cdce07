import { execFile } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPracticeService, type PracticeService } from './practice-service.ts'

// Requests are written out by hand here: the service is judged by its document, not by Clavis's own client.

const run = promisify(execFile)
let folder: string
let service: PracticeService
let key: KeyObject
let certificate: string
let thumbprint: string
let clientId: string
let tokenUrl: string
let ahead = 0

interface Tab {
  tab: string
  clientId: string
  clientSecret?: string
  tokenUrl: string
  apiBaseUrl: string
  reportsBaseUrl: string
  certificates: { thumbprint: string }[]
}

async function portal(path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${service.portalUrl}/api/${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function tab(name: string): Promise<Tab> {
  const { body } = await portal('security')
  const found = (body['tabs'] as Tab[]).find((each) => each.tab === name)
  if (found === undefined) throw new Error(`no tab ${name}`)
  return found
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-practice-'))
  service = await startPracticeService({ folder, records: 1200, faults: [], now: () => Date.now() + ahead })
  const file = (name: string): string => join(folder, name)
  const subject = ['-subj', '/C=DE/O=M\u00fcller/CN=acme', '-utf8', '-addext', 'subjectAltName=DNS:acme.example']
  await run('openssl', [
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    file('a.key'),
    '-out',
    file('a.csr'),
    ...subject,
  ])
  key = createPrivateKey(await readFile(file('a.key'), 'utf8'))
  const signed = await portal('authority/sign', { request: await readFile(file('a.csr'), 'utf8'), days: 90 })
  certificate = String(signed.body['certificate'])
  await writeFile(file('a.pem'), certificate)
  await writeFile(file('ca.pem'), (signed.body['chain'] as string[])[0] ?? '')
  await portal('security/client-testing/certificates', { certificates: [certificate] })
  const shown = await tab('client-testing')
  ;({ clientId, tokenUrl } = shown)
  thumbprint = shown.certificates[0]?.thumbprint ?? ''
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function assertion(changes: Record<string, unknown> = {}, header: Record<string, unknown> = {}, signer = key): string {
  const now = Math.floor((Date.now() + ahead) / 1000)
  const claims: Record<string, unknown> = {
    ...{ iat: now, exp: now + 30, expires_in: 30, sub: clientId, iss: clientId, aud: tokenUrl, nbf: now },
    ...changes,
  }
  const signed = `${part({ alg: 'RS256', kid: thumbprint, ...header })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), signer).toString('base64url')}`
}

async function token(
  changes: Record<string, string | undefined> = {},
  init: RequestInit = {},
): Promise<{ status: number; body: { error?: string; error_description?: string; access_token?: string } }> {
  const parameters: Record<string, string | undefined> = {
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion(),
    audience: 'practice:uri:sandbox:payments',
    ...changes,
  }
  const form = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const response = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form), ...init })
  return { status: response.status, body: (await response.json()) as { error?: string } }
}

describe('the authority', () => {
  test('makes certificates that openssl and certtool accept', async () => {
    const file = (name: string): string => join(folder, name)
    expect(
      (await run('openssl', ['verify', '-CAfile', file('ca.pem'), '-purpose', 'sslclient', file('a.pem')])).stdout,
    ).toContain('OK')
    const text = (
      await run('openssl', ['x509', '-in', file('a.pem'), '-noout', '-text', '-nameopt', 'RFC2253,-esc_msb'])
    ).stdout
    for (const words of ['CN=acme', 'O=Müller', 'DNS:acme.example', 'TLS Web Client Authentication', 'CA:FALSE'])
      expect(text).toContain(words)
    expect(
      (await run('certtool', ['--verify', '--load-ca-certificate', file('ca.pem'), '--infile', file('a.pem')])).stdout,
    ).toMatch(/Verified\./u)
  })

  test('refuses what is no CSR, and one that was tampered with', async () => {
    expect(await portal('authority/sign', { request: 'x', days: 10 })).toMatchObject({ status: 400 })
    const pem = await readFile(join(folder, 'a.csr'), 'utf8')
    const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/gu, ''), 'base64')
    der[der.length - 5] = (der[der.length - 5] ?? 0) ^ 1
    const tampered = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`
    expect((await portal('authority/sign', { request: tampered, days: 10 })).body['error']).toContain('signature')
  })
})

test('a token request as the document writes it gets a token, with scopes and jti where given', async () => {
  const plain = await token()
  expect(plain).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 28_800 } })
  const more = await token({ scopes: 'a b', client_assertion: assertion({ jti: randomUUID() }) })
  expect(more).toMatchObject({ status: 200, body: { scope: 'a b' } })
})

describe('an assertion is refused that', () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const now = (): number => Math.floor(Date.now() / 1000)
  test.each<[string, () => string, string]>([
    ['has another algorithm', () => assertion({}, { alg: 'RS384' }), '“alg” must be RS256'],
    ['has no kid', () => assertion({}, { kid: undefined }), '“kid”'],
    [
      'has the kid in small letters',
      () => assertion({}, { kid: thumbprint.toLowerCase() }),
      'not written as the portal shows it',
    ],
    ['has an unknown kid', () => assertion({}, { kid: 'A'.repeat(40) }), 'not the Thumbprint'],
    ['is signed by another key', () => assertion({}, {}, other), 'signature'],
    ['names another issuer', () => assertion({ iss: 'other' }), '“iss” must be the same'],
    ['names an unknown client', () => assertion({ iss: 'x', sub: 'x' }), 'names no client'],
    ['has a slash after the audience', () => assertion({ aud: `${tokenUrl}/` }), '“aud” must be the token endpoint'],
    ['has an nbf of its own', () => assertion({ nbf: now() - 1 }), '“nbf” must equal “iat”'],
    ['has an exp that does not fit', () => assertion({ exp: now() + 31 }), '“exp” must be'],
    ['has no expires_in', () => assertion({ expires_in: undefined }), '“expires_in” is missing'],
    ['has times as text', () => assertion({ iat: String(now()) }), '“iat” is missing or of the wrong type'],
    ['has a claim too many', () => assertion({ scope: 'x' }), 'does not name: scope'],
    ['has ended', () => assertion({ iat: now() - 90, nbf: now() - 90, exp: now() - 60 }), 'ended'],
    ['is of the future', () => assertion({ iat: now() + 90, nbf: now() + 90, exp: now() + 120 }), 'in the future'],
    ['has white space', () => `${assertion()}\n`, 'white space'],
    ['is no JWT', () => 'abc', 'three parts'],
  ])('%s', async (_what, make, words) => {
    const { status, body } = await token({ client_assertion: make() })
    expect({ status, error: body.error }).toEqual({ status: 401, error: 'invalid_client' })
    expect(body.error_description).toContain(words)
  })

  test('came before, where it has a jti', async () => {
    const twice = assertion({ jti: randomUUID() })
    expect((await token({ client_assertion: twice })).status).toBe(200)
    expect((await token({ client_assertion: twice })).body.error_description).toContain('came before')
  })
})

describe('a token request is refused that', () => {
  test.each<[string, Record<string, string | undefined>, string, string]>([
    ['has no grant type', { grant_type: undefined }, 'invalid_request', '“grant_type” is missing'],
    ['has another grant type', { grant_type: 'password' }, 'unsupported_grant_type', 'client_credentials'],
    ['has no assertion type', { client_assertion_type: undefined }, 'invalid_request', 'client_assertion_type'],
    ['has no audience', { audience: undefined }, 'invalid_request', '“audience” is missing'],
    ['has an audience of another form', { audience: 'payments' }, 'invalid_target', 'must read'],
    [
      'has the audience of another environment',
      { audience: 'practice:uri:prod:payments' },
      'invalid_target',
      '“sandbox”',
    ],
    ['has a parameter too many', { resource: 'x' }, 'invalid_request', '“resource”'],
  ])('%s', async (_what, changes, error, words) => {
    const { body } = await token(changes)
    expect(body).toMatchObject({ error, error_description: expect.stringContaining(words) })
  })

  test('is no form, or no POST', async () => {
    const json = { headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await token({}, json)).body.error_description).toContain('content type')
    expect((await fetch(tokenUrl)).status).toBe(405)
  })
})

describe('the API', () => {
  const call = async (url: string, headers: Record<string, string>): Promise<Response> => fetch(url, { headers })
  async function bearer(): Promise<Record<string, string>> {
    return { authorization: `Bearer ${(await token()).body.access_token ?? ''}`, accept: 'application/json' }
  }

  test('wants a good token of its own environment, and Accept', async () => {
    const { apiBaseUrl } = await tab('client-testing')
    const url = `${apiBaseUrl}/payment/hello-world`
    const headers = await bearer()
    expect((await call(url, headers)).status).toBe(200)
    expect((await call(url, {})).status).toBe(401)
    expect((await call(url, { ...headers, authorization: 'Bearer x.y.z' })).status).toBe(401)
    expect((await call(url, { ...headers, accept: 'text/html' })).status).toBe(406)
    expect((await call(url.replace('client-testing', 'production'), headers)).status).toBe(401)
    ahead = 28_801_000
    const late = await call(url, headers)
    ahead = 0
    expect(late.status).toBe(401)
    expect(await late.text()).toContain('expired')
  })

  test('gives lists of 500 a page, by the cursor in the header `next`', async () => {
    const { reportsBaseUrl } = await tab('client-testing')
    const headers = await bearer()
    const url = `${reportsBaseUrl}/reports`
    let next: string | undefined
    const sizes: number[] = []
    let last: string
    do {
      const response = await call(url, next === undefined ? headers : { ...headers, next })
      const page = (await response.json()) as { reports: unknown[]; next: string | null; lastPage: string }
      sizes.push(page.reports.length)
      next = page.next ?? undefined
      last = page.lastPage
    } while (next !== undefined)
    expect(sizes).toEqual([500, 500, 200])
    expect(last).toBe('true')
    expect((await call(url, { ...headers, next: 'made up' })).status).toBe(400)
  })
})

test('the portal takes one to five public certificates of good form, and nothing from elsewhere', async () => {
  const upload = (certificates: unknown): Promise<{ status: number; body: Record<string, unknown> }> =>
    portal('security/production/certificates', { certificates })
  expect((await upload(Array.from({ length: 6 }, () => certificate))).body['error']).toContain('At most 5')
  expect((await upload([])).status).toBe(400)
  expect((await upload(['x'])).status).toBe(400)
  expect((await upload([await readFile(join(folder, 'a.key'), 'utf8')])).body['error']).toContain('private key')
  expect((await upload([certificate])).status).toBe(200)
  const foreign = await fetch(`${service.portalUrl}/api/security/production/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example.com' },
    body: '{}',
  })
  expect(foreign.status).toBe(400)
})

test('its keys are its owner’s alone, and a taken port is told as such', async () => {
  expect((await stat(join(folder, 'practice-service.json'))).mode & 0o777).toBe(0o600)
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const { port } = blocker.address() as { port: number }
  const start = startPracticeService({
    folder: join(folder, 'other'),
    httpPort: port,
    records: 1,
    faults: [],
    now: Date.now,
  })
  await expect(start).rejects.toMatchObject({ code: 'practice-port-taken', details: { port } })
  await new Promise((resolve) => blocker.close(resolve))
})
