import { Agent, request } from 'node:https'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PortalTab } from '../portal/portal-client.ts'
import { opensslKey, type OpensslKey } from '../testing/openssl.ts'
import { startInNewFolder, type RunningService } from '../testing/running-service.ts'

let running: RunningService
let tab: PortalTab
let authority: string
let client: OpensslKey
let certificate: string
let thumbprint: string
beforeAll(async () => {
  running = await startInNewFolder()
  authority = await running.portal.authority()
  client = await opensslKey('/CN=legacy')
  const issued = await running.portal.requestLegacy(client.requestPem, 30)
  ;({ certificate, thumbprint } = issued)
  tab = await running.portal.tab('legacy')
  expect(issued).toMatchObject({ clientId: tab.clientId, tokenUrl: tab.tokenUrl })
})
afterAll(() => running[Symbol.asyncDispose]())

interface Identity {
  readonly key?: string
  readonly cert?: string
}

interface Answer {
  readonly status: number | undefined
  readonly body: unknown
}

function send(parameters: Record<string, string>, agent: Agent): Promise<Answer & { readonly resumed: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    request(tab.tokenUrl, { method: 'POST', headers, agent }, (response) => {
      const resumed = response.socket instanceof TLSSocket && response.socket.isSessionReused()
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown, resumed })
      })
    })
      .on('error', reject)
      .end(new URLSearchParams({ grant_type: 'client_credentials', ...parameters }).toString())
  })
}

/** Sends it over a new connection. */
async function post(parameters: Record<string, string>, { key, cert }: Identity): Promise<Answer> {
  const agent = new Agent({ ca: authority, ...(key === undefined ? {} : { key, cert }) })
  const { status, body } = await send(parameters, agent)
  agent.destroy()
  return { status, body }
}

const ownIdentity = (): Identity => ({ key: client.keyPem, cert: certificate })
const refusedFor = (error: string, reason: RegExp, status: number): object => ({
  status,
  body: { error, error_description: expect.stringMatching(reason) as string },
})

test('Practice token endpoint (Legacy): accepts the client certificate that the portal issued', async () => {
  expect(await post({ client_id: tab.clientId }, ownIdentity())).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', expires_in: 28_800 },
  })
})

test('Practice token endpoint (Legacy): accepts the client on a resumed TLS session', async () => {
  const agent = new Agent({ ca: authority, key: client.keyPem, cert: certificate, keepAlive: false })
  const answers: boolean[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, resumed } = await send({ client_id: tab.clientId }, agent)
    expect(status).toBe(200)
    answers.push(resumed)
  }
  expect(answers.at(-1)).toBe(true)
  agent.destroy()
})

test.each<[string, Record<string, string>, () => Identity, object]>([
  [
    'no certificate',
    { client_id: 'any' },
    () => ({}),
    refusedFor('invalid_client', /presents no client certificate/u, 401),
  ],
  [
    'a certificate of another authority',
    { client_id: 'any' },
    () => ({ key: client.keyPem, cert: client.selfSignedPem }),
    refusedFor('invalid_client', /issued by the practice authority: \w+/u, 401),
  ],
  ['no client_id', {}, ownIdentity, refusedFor('invalid_request', /“client_id” is missing/u, 400)],
  [
    'another client_id',
    { client_id: 'x' },
    ownIdentity,
    refusedFor('invalid_client', /not the one of the Legacy tab/u, 401),
  ],
  [
    'an unknown parameter',
    { client_id: 'x', resource: 'x' },
    ownIdentity,
    refusedFor('invalid_request', /“resource”/u, 400),
  ],
  [
    'an assertion without its type',
    { client_assertion: 'x' },
    ownIdentity,
    refusedFor('invalid_request', /“client_assertion_type” must be/u, 400),
  ],
  [
    'an assertion that is none',
    { client_assertion: 'x', client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
    () => ({}),
    refusedFor('invalid_client', /not a signed JWT/u, 401),
  ],
])('Practice token endpoint (Legacy): refuses a client with %s', async (_what, parameters, identity, refused) => {
  expect(await post(parameters, identity())).toEqual(refused)
})

test('Practice token endpoint (Legacy): refuses a certificate that is not on the Legacy tab, or no longer', async () => {
  const other = await opensslKey('/CN=other')
  const signed = await running.portal.sign(other.requestPem, 30)
  const refused = refusedFor('invalid_client', /not on the Legacy tab/u, 401)
  expect(await post({ client_id: tab.clientId }, { key: other.keyPem, cert: signed.certificate })).toEqual(refused)
  await running.portal.remove('legacy', thumbprint)
  expect(await post({ client_id: tab.clientId }, ownIdentity())).toEqual(refused)
})

test('Practice token endpoint (Legacy): refuses plain http', async () => {
  const response = await fetch(`${running.service.httpOrigin}/legacy/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: tab.clientId }),
  })
  expect({ status: response.status, body: await response.json() }).toEqual(
    refusedFor('invalid_client', /requires https/u, 401),
  )
})
