import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PortalTab } from '../portal/portal-client.ts'
import { startInNewFolder, type RunningService } from '../testing/running-service.ts'
import { checkBasicCall } from './token-endpoint-basic.ts'

let running: RunningService
let tab: PortalTab
beforeAll(async () => {
  running = await startInNewFolder()
  tab = await running.portal.tab('mock')
})
afterAll(() => running[Symbol.asyncDispose]())

async function post(parameters: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(tab.tokenUrl, { method: 'POST', headers, body: new URLSearchParams(parameters) })
}

const grant = { grant_type: 'client_credentials' }
const basic = (pair: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
})
const own = (): string => `${tab.clientId}:${tab.clientSecret ?? ''}`

test('Practice token endpoint (basic): authenticates the client by HTTP Basic or in the body', async () => {
  const byHeader = await post({ ...grant, scope: 'payments' }, basic(own()))
  expect(byHeader.status).toBe(200)
  expect(await byHeader.json()).toMatchObject({ token_type: 'Bearer', expires_in: 28_800, scope: 'payments' })
  const byBody = await post({ ...grant, client_id: tab.clientId, client_secret: tab.clientSecret ?? '' })
  expect(byBody.status).toBe(200)
})

test.each<[string, () => Promise<Response>, number, string, RegExp]>([
  ['nothing', () => post(grant), 401, 'invalid_client', /is not authenticated/u],
  ['another secret', () => post(grant, basic(`${tab.clientId}:x`)), 401, 'invalid_client', /client secret/u],
  ['another client ID', () => post(grant, basic(`x:${tab.clientSecret ?? ''}`)), 401, 'invalid_client', /client ID/u],
  ['no colon', () => post(grant, basic('x')), 401, 'invalid_client', /no colon/u],
  ['a bearer token', () => post(grant, { authorization: 'Bearer x' }), 401, 'invalid_client', /not HTTP Basic/u],
  ['what is not form-encoded', () => post(grant, basic('100%:x')), 401, 'invalid_client', /not form-encoded/u],
  [
    'both ways at once',
    () => post({ ...grant, client_secret: tab.clientSecret ?? '' }, basic(own())),
    400,
    'invalid_request',
    /authenticates twice/u,
  ],
  [
    'two client IDs',
    () => post({ ...grant, client_id: 'another' }, basic(own())),
    400,
    'invalid_request',
    /not the one of HTTP Basic/u,
  ],
  ['an unknown parameter', () => post({ ...grant, scopes: 'x' }, basic(own())), 400, 'invalid_request', /“scopes”/u],
  [
    'another grant',
    () => post({ grant_type: 'authorization_code' }, basic(own())),
    400,
    'unsupported_grant_type',
    /client_credentials/u,
  ],
])('Practice token endpoint (basic): refuses a client that sends %s', async (_what, send, status, error, reason) => {
  const response = await send()
  expect(await response.json()).toEqual({ error, error_description: expect.stringMatching(reason) as string })
  expect(response.status).toBe(status)
  // The response to a failed authentication says how to authenticate (RFC 6749 §5.2).
  expect(response.headers.get('www-authenticate')?.startsWith('Basic ') ?? false).toBe(status === 401)
})

test('checkBasicCall: form-decodes ID and secret after HTTP Basic (RFC 6749 §2.3.1)', () => {
  const client = { clientId: 'a b:c', clientSecret: 'ü+%&=', certificates: [] }
  const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)
  const call = {
    method: 'POST',
    mediaType: 'application/x-www-form-urlencoded',
    body: 'grant_type=client_credentials',
  }
  const authorization = basic(`${encoded('a b:c')}:${encoded('ü+%&=')}`)['authorization']
  expect(checkBasicCall({ ...call, authorization }, [client])).toMatchObject({ tab: 'mock', clientId: 'a b:c' })
  const asIs = basic('a b:c:ü+%&=')['authorization']
  expect(() => checkBasicCall({ ...call, authorization: asIs }, [client])).toThrow(/not form-encoded|client ID/u)
})
