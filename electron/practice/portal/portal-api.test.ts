import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opensslKey } from '../testing/openssl.ts'
import { startInNewFolder, type RunningService } from '../testing/running-service.ts'

let running: RunningService
let certificate: string
let keyPem: string
let selfSignedPem: string
let requestPem: string
beforeAll(async () => {
  running = await startInNewFolder()
  ;({ keyPem, selfSignedPem, requestPem } = await opensslKey('/CN=acme/O=Acme'))
  certificate = (await running.portal.sign(requestPem, 30)).certificate
})
afterAll(() => running[Symbol.asyncDispose]())

async function signed(count: number): Promise<string[]> {
  const pems: string[] = []
  for (let made = 0; made < count; made += 1) pems.push((await running.portal.sign(requestPem, 30)).certificate)
  return pems
}

test('Practice portal: its page has its style and scripts, without another request', async () => {
  const page = await (await fetch(running.service.portalUrl)).text()
  expect(page).toMatch(/<style nonce="[^"]+">\s*:root \{/u)
  expect(page).toMatch(/<script nonce="[^"]+">\s*'use strict'/u)
  for (const called of ['security', 'authority/sign']) expect(page).toContain(`call('${called}'`)
  expect(page).not.toMatch(/(?:src|href)="(?!data:|#)/u)
})

test('Practice portal: takes up to five certificates at once and shows thumbprint and client ID of each', async () => {
  const uploaded = await running.portal.upload('client-testing', await signed(5))
  const { certificates, clientId } = await running.portal.tab('client-testing')
  expect(certificates).toEqual(uploaded)
  expect(new Set(certificates.map(({ thumbprint }) => thumbprint)).size).toBe(5)
  for (const shown of certificates) {
    expect(shown.thumbprint).toMatch(/^[0-9A-F]{40}$/u)
    expect(shown).toMatchObject({ clientId, subject: 'CN=acme, O=Acme' })
  }
})

test('Practice portal: adds clients to a tab, each with its own certificates', async () => {
  const added = await running.portal.addClient('client-testing')
  const [pem = ''] = await signed(1)
  const [shown] = await running.portal.upload('client-testing', [pem], added.clientId)
  expect(shown?.clientId).toBe(added.clientId)
  const { certificates, clientId } = await running.portal.tab('client-testing')
  expect(clientId).not.toBe(added.clientId)
  expect(certificates).toContainEqual(shown)
  await expect(running.portal.upload('production', [pem], clientId)).rejects.toThrow(/has no client/u)
  await expect(running.portal.upload('production', [pem])).rejects.toThrow(/in use in Client Testing/u)
  await running.portal.remove('client-testing', shown?.thumbprint ?? '')
  expect((await running.portal.tab('client-testing')).certificates).not.toContainEqual(shown)
  expect(await running.portal.addClient('mock')).toMatchObject({ clientSecret: expect.any(String) as string })
  await expect(running.portal.addClient('legacy')).rejects.toThrow(/has one client/u)
})

test('Practice portal: refuses an upload of six certificates and stores none of them', async () => {
  const before = await running.portal.security()
  await expect(running.portal.upload('client-testing', await signed(6))).rejects.toMatchObject({
    code: 'service-refused',
    message: expect.stringMatching(/at most 5 certificates .* these are 6/u) as string,
  })
  expect(await running.portal.security()).toEqual(before)
})

test('Practice portal: refuses the whole upload when one certificate is invalid', async () => {
  const before = await running.portal.security()
  await expect(running.portal.upload('client-testing', [...(await signed(1)), 'no'])).rejects.toThrow(
    /not a certificate/u,
  )
  expect(await running.portal.security()).toEqual(before)
})

test('Practice portal: stores a certificate once when it is uploaded again', async () => {
  await running.portal.upload('client-testing', [certificate])
  const before = await running.portal.tab('client-testing')
  await running.portal.upload('client-testing', [certificate, certificate])
  expect(await running.portal.tab('client-testing')).toEqual(before)
})

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['nothing', () => running.portal.upload('production', []), /with at least one/u],
  ['a private key', () => running.portal.upload('production', [`${certificate}${keyPem}`]), /private key/u],
  ['a self-signed certificate', () => running.portal.upload('production', [selfSignedPem]), /self-signed/u],
  [
    'the authority’s own certificate',
    async () => running.portal.upload('production', [await running.portal.authority()]),
    /self-signed|authority/u,
  ],
  [
    'a certificate with its chain',
    async () => running.portal.upload('production', [`${certificate}${await running.portal.authority()}`]),
    /without its chain/u,
  ],
  ['a certificate in the Mock tab', () => running.portal.upload('mock', [certificate]), /uses a client secret/u],
  [
    'a key that Client Testing uses',
    async () => {
      await running.portal.upload('client-testing', [certificate])
      return running.portal.upload('production', [certificate])
    },
    /distinct per environment/u,
  ],
  ['a validity of no days', () => running.portal.sign(requestPem, 0), /1 to 825/u],
  ['a CSR that is none', () => running.portal.sign('x', 30), /not a CSR/u],
  ['the removal of what is not there', () => running.portal.remove('production', 'AA'), /no certificate with that/u],
])('Practice portal: refuses an upload of %s', async (_what, send, reason) => {
  await expect(send()).rejects.toMatchObject({
    code: 'service-refused',
    message: expect.stringMatching(reason) as string,
  })
})

/** Sends a request with headers that `fetch` would not send as they are. */
function raw(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const url = `${running.service.httpOrigin}${path}`
    request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() })
      })
    })
      .on('error', reject)
      .end(body)
  })
}

const remove = '/portal/api/security/client-testing/certificates/remove'
const asJson = { 'content-type': 'application/json' }

test.each<[string, number, RegExp, () => ReturnType<typeof raw>]>([
  [
    'a name that resolves to this computer',
    421,
    /only on loopback addresses/u,
    () => raw('/portal', { headers: { host: 'evil.example:80' } }),
  ],
  [
    'a name that begins like a loopback one',
    421,
    /only on loopback addresses/u,
    () => raw('/portal', { headers: { host: '127.0.0.1.evil.example' } }),
  ],
  [
    'a page of another site',
    403,
    /other sites/u,
    () => raw('/portal/api/security', { headers: { origin: 'https://evil.example' } }),
  ],
  [
    'a page without an origin of its own',
    403,
    /other sites/u,
    () => raw('/portal/api/security', { headers: { origin: 'null' } }),
  ],
  [
    'a page of another program on this computer',
    403,
    /own page/u,
    () => raw(remove, { method: 'POST', headers: { ...asJson, origin: 'http://127.0.0.1:1' }, body: '{}' }),
  ],
  [
    'a form',
    415,
    /application/u,
    () => raw(remove, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"thumbprint":"x"}' }),
  ],
  ['a body that is not JSON', 400, /not JSON/u, () => raw(remove, { method: 'POST', headers: asJson, body: '{' })],
  [
    'a body that is not UTF-8',
    400,
    /not UTF-8/u,
    () => raw(remove, { method: 'POST', headers: asJson, body: Buffer.of(0x22, 0xff, 0x22) }),
  ],
  [
    'a body of two megabytes',
    413,
    /more than 1000000 bytes/u,
    () => raw(remove, { method: 'POST', headers: asJson, body: 'x'.repeat(2_000_000) }),
  ],
  ['another method', 405, /accept POST/u, () => raw('/portal', { method: 'POST', headers: asJson, body: '{}' })],
  ['an unknown path', 404, /Nothing found at/u, () => raw('/portal/api/nothing')],
])('Practice portal: refuses a request with %s', async (_what, status, reason, send) => {
  const answer = await send()
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toEqual({
    error: expect.stringMatching(/^[a-z_]+$/u) as string,
    error_description: expect.stringMatching(reason) as string,
  })
})

test('Practice portal: accepts changes from its own page, under each of its names', async () => {
  const { port } = new URL(running.service.httpOrigin)
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    const headers = { host, origin: `http://${host}`, 'content-type': 'application/json; charset=utf-8' }
    const body = JSON.stringify({ request: requestPem, days: 2 })
    expect(await raw('/portal/api/authority/sign', { method: 'POST', headers, body })).toMatchObject({ status: 200 })
  }
})

test('Practice portal: the page loads nothing from elsewhere', async () => {
  const page = await fetch(running.service.portalUrl)
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  const nonce = /script-src 'nonce-(?<nonce>[^']+)'/u.exec(policy)?.groups?.['nonce'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(html.split(`nonce="${nonce}"`)).toHaveLength(3)
  expect(html).not.toMatch(/https?:\/\//u)
  expect((await (await fetch(running.service.portalUrl)).text()).includes(nonce)).toBe(false)
})
