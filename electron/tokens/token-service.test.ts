import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { Secret } from '../keychain/secret.ts'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'

let services: TestServices
let server: LoopbackServer
let requests: number
/** Requested paths, each with the number of its token. */
let calls: string[]
let respond: (number: number) => { status?: number; body: unknown }
/** What each response of the token endpoint waits for. */
let gate: PromiseWithResolvers<void>
let refused: (tokenNumber: number) => boolean
let refusal: { readonly body: string; readonly headers: Record<string, string> }
let profileId: string

beforeEach(async () => {
  services = await startTestServices()
  requests = 0
  calls = []
  gate = Promise.withResolvers()
  gate.resolve()
  respond = (number) => ({ body: { access_token: `token-${number}`, token_type: 'Bearer', expires_in: 600 } })
  refused = () => false
  refusal = { body: '', headers: {} }
  server = await startLoopbackServer((request, response) => {
    if (request.url === '/token') {
      requests += 1
      const { status = 200, body } = respond(requests)
      const end = (): unknown => response.writeHead(status).end(JSON.stringify(body))
      void gate.promise.then(() => setTimeout(end, 20))
      return
    }
    const tokenNumber = Number(/token-(\d+)/u.exec(request.headers.authorization ?? '')?.[1])
    calls.push(`${request.url ?? ''} ${tokenNumber} ${request.headers.accept ?? ''}`)
    if (refused(tokenNumber) || request.url?.endsWith('/refused') === true)
      response.writeHead(401, refusal.headers).end(refusal.body)
    else response.end('{"hello":"world"}')
  })
  const { id } = await services.newProfile({
    flavor: 'basic',
    clientAuthentication: 'client_secret_basic',
    tokenUrl: `${server.origin}/token`,
    apiBaseUrl: `${server.origin}/api/`,
  })
  profileId = id
  await services.credentials.clientSecrets.set(id, Secret.fromText('hush'))
})
afterEach(async () => {
  vi.useRealTimers()
  await services.end()
  await server.end()
})

const token = async (): Promise<string> => (await services.tokens.accessToken(profileId)).text()

/** From here on, the services' clock only advances when the test advances it. */
const stopClock = (): unknown => vi.useFakeTimers({ toFake: ['Date'] })

describe('TokenService', () => {
  test('TokenService: requests one token, for any number of callers at once', async () => {
    const tokens = await Promise.all(Array.from({ length: 1000 }, token))
    expect(new Set(tokens)).toEqual(new Set(['token-1']))
    expect(requests).toBe(1)
  })

  test('TokenService: holds a token until shortly before it expires', async () => {
    stopClock()
    await token()
    services.advance(569_000)
    expect(await token()).toBe('token-1')
    services.advance(2000)
    expect(await token()).toBe('token-2')
    expect(await services.tokens.get(profileId, { renew: true })).toMatchObject({ kind: 'held', lifetimeSeconds: 600 })
    expect(requests).toBe(3)
  })

  test('TokenService: renews a token in the background, if it is used after four fifths of its life', async () => {
    stopClock()
    await token()
    services.advance(479_000)
    await token()
    expect(requests).toBe(1)
    services.advance(2000)
    const states: TokenState['kind'][] = []
    services.tokens.onChange((_profileId, { kind }) => states.push(kind))
    expect(await Promise.all(Array.from({ length: 100 }, token))).toEqual(new Array(100).fill('token-1'))
    await expect.poll(token).toBe('token-2')
    expect(requests).toBe(2)
    // There was no caller, so only the new token is published.
    expect(states).toEqual(['held'])
  })

  test('TokenService: keeps the token and pauses, when a renewal in the background fails', async () => {
    await token()
    services.advance(500_000)
    respond = () => ({ status: 503, body: {} })
    expect(await token()).toBe('token-1')
    await expect.poll(() => services.activity.list({ limit: 10 })[0]?.status).toBe(503)
    expect(await token()).toBe('token-1')
    expect(requests).toBe(2)
    services.advance(31_000)
    respond = (number) => ({ body: { access_token: `token-${number}`, token_type: 'Bearer', expires_in: 600 } })
    expect(await token()).toBe('token-1')
    await expect.poll(token).toBe('token-3')
  })

  test('TokenService: requests one token, for a thousand callers whose token has just expired', async () => {
    await token()
    services.advance(601_000)
    const tokens = await Promise.all(Array.from({ length: 1000 }, token))
    expect(new Set(tokens)).toEqual(new Set(['token-2']))
    expect(requests).toBe(2)
  })

  test('TokenService: publishes each state without the token itself', async () => {
    const states: TokenState[] = []
    services.tokens.onChange((_profileId, state) => states.push(state))
    await token()
    services.tokens.drop(profileId)
    respond = () => ({ status: 401, body: { error: 'invalid_client' } })
    await expect(token()).rejects.toMatchObject({ code: 'token-refused' })
    expect(states.map(({ kind }) => kind)).toEqual(['requesting', 'held', 'none', 'requesting', 'failed'])
    expect(services.tokens.state(profileId)).toMatchObject({ kind: 'failed', error: { code: 'token-refused' } })
    expect(JSON.stringify([states, services.activity.list({ limit: 100 })])).not.toMatch(/token-1|hush/u)
  })

  test('TokenService: discards the token when the settings change, but not for a new name', async () => {
    await token()
    await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, name: 'Renamed' }))
    expect(await token()).toBe('token-1')
    await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, scopes: 'more' }))
    await expect.poll(() => services.tokens.state(profileId).kind).toBe('none')
    expect(await token()).toBe('token-2')
  })

  describe('during a request', () => {
    /** Holds back responses until they are released. */
    function held(): PromiseWithResolvers<void> {
      gate = Promise.withResolvers()
      return gate
    }

    test('TokenService: does not hold a token that was requested for other settings', async () => {
      const { resolve } = held()
      const asked = token()
      await expect.poll(() => requests).toBe(1)
      await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, scopes: 'more' }))
      resolve()
      expect(await asked).toBe('token-1')
      expect(services.tokens.state(profileId)).toEqual({ kind: 'none' })
      expect(await token()).toBe('token-2')
    })

    test.each([200, 401])('TokenService: does not publish a renewal for other settings (status %d)', async (status) => {
      await token()
      services.advance(500_000)
      const { resolve } = held()
      respond = (number) => ({
        status,
        body: { access_token: `token-${number}`, token_type: 'Bearer', expires_in: 600 },
      })
      expect(await token()).toBe('token-1')
      await expect.poll(() => requests).toBe(2)
      await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, scopes: 'more' }))
      resolve()
      await expect.poll(() => services.tokens.state(profileId).kind).toBe('none')
    })

    test('TokenService: publishes a token requested in the background, when a caller needs a new one', async () => {
      const first = await services.tokens.accessToken(profileId)
      const old = services.tokens.state(profileId)
      services.advance(500_000)
      const { resolve } = held()
      expect(await token()).toBe('token-1')
      await expect.poll(() => requests).toBe(2)
      const stored = await services.profiles.get(profileId)
      // As after a 401.
      const asked = services.tokens.accessTokenOf(stored, first)
      resolve()
      await asked
      const state = services.tokens.state(profileId)
      expect(state).not.toEqual(old)
      expect(services.tokens.state(profileId)).toEqual(state)
      expect(await token()).toBe('token-2')
      expect(requests).toBe(2)
    })
  })

  test.each<readonly [string, () => Promise<unknown>]>([
    ['Renew', () => services.tokens.get(profileId, { renew: true })],
    ['a cancelled Renew', () => cancelledRenewal()],
    ['diagnostics', () => services.doctor.diagnose(profileId)],
    ['a call that gets a 401', () => services.client.call(profileId, 'refused')],
  ])('TokenService: keeps the held token, if %s gets no new one', async (_what, act) => {
    await token()
    const state = services.tokens.state(profileId)
    respond = () => ({ status: 503, body: {} })
    const states: TokenState[] = []
    services.tokens.onChange((_profileId, each) => states.push(each))
    await act().catch(() => undefined)
    expect(requests).toBeGreaterThan(1)
    expect(states).toEqual([expect.objectContaining({ kind: 'requesting' }), state])
    expect(await token()).toBe('token-1')
    expect(await services.client.call(profileId, 'a')).toMatchObject({ status: 200 })
  })

  async function cancelledRenewal(): Promise<unknown> {
    gate = Promise.withResolvers()
    const renewal = services.tokens.get(profileId, { renew: true })
    await expect.poll(() => requests).toBe(2)
    services.tokens.cancel(profileId)
    gate.resolve()
    return renewal
  }

  test('TokenService: keeps a new token that gets a 401', async () => {
    refused = () => true
    await expect(services.client.call(profileId, 'a')).rejects.toMatchObject({ code: 'service-unauthorized' })
    expect(await token()).toBe('token-2')
  })

  test.each<readonly [string, () => Promise<unknown>]>([
    ['to show it', () => services.tokens.reveal(profileId, 'show')],
    ['on request', () => services.tokens.get(profileId, { renew: true })],
    ['for a call', () => services.client.call(profileId, 'a')],
    ['for a connection test', () => services.client.testConnection(profileId)],
  ])('TokenService: reads the profile once, when a token is requested %s', async (_when, act) => {
    const get = vi.spyOn(services.profiles, 'get')
    await act()
    expect(requests).toBe(1)
    expect(get).toHaveBeenCalledOnce()
  })

  test('TokenService: sends nothing without a client secret', async () => {
    await services.credentials.destroySecretsOf(profileId)
    await expect(token()).rejects.toMatchObject({ code: 'no-client-secret' })
    expect(requests).toBe(0)
  })
})

describe('AuthenticatedClient', () => {
  test('AuthenticatedClient: sends the token and accepts JSON', async () => {
    const result = await services.client.testConnection(profileId)
    expect(result).toMatchObject({ status: 200, body: '{"hello":"world"}', cut: false, size: 17 })
    expect(calls).toEqual(['/api/payment/hello-world 1 application/json'])
  })

  test('AuthenticatedClient: retries once with a new token after a 401', async () => {
    refused = (number) => number === 1
    await services.client.call(profileId, 'a/b')
    expect(calls).toEqual(['/api/a/b 1 application/json', '/api/a/b 2 application/json'])
  })

  test('AuthenticatedClient: requests one new token, when many calls get a 401 at once', async () => {
    await token()
    refused = (number) => number === 1
    await Promise.all(Array.from({ length: 20 }, () => services.client.call(profileId, 'a')))
    expect(requests).toBe(2)
  })

  test('AuthenticatedClient: fails with a hint after a second 401', async () => {
    refused = () => true
    await expect(services.client.call(profileId, 'a')).rejects.toMatchObject({ code: 'service-unauthorized' })
    expect(requests).toBe(2)
    expect(calls).toHaveLength(2)
  })

  test.each([
    ['a nested error', '{"error":{"code":"expired","message":"Token used up"}}', {}, 'expired: Token used up'],
    ['a header', '', { 'www-authenticate': 'Bearer error="invalid_token"' }, 'invalid_token'],
    ['unknown JSON', '{"a":1}', {}, '{"a":1}'],
    ['a web page', '<html>', {}, undefined],
  ])('AuthenticatedClient: returns the reason as a field, if it is %s', async (_what, body, headers, reason) => {
    refusal = { body, headers }
    const failure: unknown = await services.client.call(profileId, 'refused').catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'service-unauthorized' })
    expect(failure instanceof ClavisError && failure.details?.['reason']).toBe(reason)
  })

  test('AuthenticatedClient: repeats no token that a refusal does, in none of its fields', async () => {
    const encoded = String.raw`\u0074oken-2`
    const headers = { 'retry-after': 'token-2', 'www-authenticate': `Bearer error="x &#116;oken-2"` }
    refusal = { body: `{"message":"Not \\"${encoded}\\" but ${encoded}"}`, headers }
    const failure: unknown = await services.client.call(profileId, 'refused').catch((error: unknown) => error)
    expect(failure).toMatchObject({ details: { reason: 'x …: Not "…" but …', retryAfter: '…' } })
    refusal = { body: '', headers: { 'retry-after': '5' } }
    await expect(services.client.call(profileId, 'refused')).rejects.toMatchObject({ details: { retryAfter: '5' } })
  })

  test.each(['http://127.0.0.1:1/api/x', '../token', 'https://evil.example.com/api/', '/../other'])(
    'AuthenticatedClient: never sends the token outside of the profile’s own addresses: %s',
    async (path) => {
      await expect(services.client.call(profileId, path)).rejects.toMatchObject({ code: 'input-invalid' })
      expect(requests).toBe(0)
    },
  )

  test('AuthenticatedClient: accepts a full address below a base address', async () => {
    await services.client.call(profileId, `${server.origin}/api/x?y=1`)
    expect(calls).toEqual(['/api/x?y=1 1 application/json'])
  })
})
