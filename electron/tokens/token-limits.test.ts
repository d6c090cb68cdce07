import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TokenState } from '#shared/tokens/token.ts'
import { Secret } from '../keychain/secret.ts'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'

// Responses that send a byte now and then, so that no pause is too long.

const limits = { connect: 2000, headers: 2000, body: 2000, whole: 60_000, firstPause: 10 }

let services: TestServices
let server: LoopbackServer
/** Resolves when the token endpoint or the API starts to respond. */
let responding: PromiseWithResolvers<void>
/** Resolves once the connection of a slow response is closed. */
let closed: PromiseWithResolvers<void>
let tokenEndpointDrips: boolean
let profileId: string

beforeEach(async () => {
  responding = Promise.withResolvers()
  closed = Promise.withResolvers()
  tokenEndpointDrips = true
  server = await startLoopbackServer((request, response) => {
    if (request.url === '/token' && !tokenEndpointDrips) {
      response.end(JSON.stringify({ access_token: 'a-token', token_type: 'Bearer', expires_in: 600 }))
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    const drip = setInterval(() => response.write(' '), 20)
    response.once('close', () => {
      clearInterval(drip)
      closed.resolve()
    })
    responding.resolve()
  })
})
afterEach(async () => {
  await services.end()
  await server.end()
})

async function prepare(conditions: Parameters<typeof startTestServices>[0]): Promise<void> {
  services = await startTestServices({ limits, ...conditions })
  const { id } = await services.newProfile({
    ...{ flavor: 'basic', tokenUrl: `${server.origin}/token` },
    ...{ apiBaseUrl: `${server.origin}/api`, reportsBaseUrl: `${server.origin}/reports` },
  })
  profileId = id
  await services.credentials.clientSecrets.set(id, Secret.fromText('hush'))
}

const tooSlow = {
  code: 'network-timeout',
  message: expect.stringMatching(/did not send a complete response within 0\.3 s/u),
}
const cancelled = { code: 'token-cancelled' }

test('TokenService: ends a request at its time limit, for each caller', async () => {
  await prepare({ tokenLimit: 300, callLimit: 5000 })
  await expect(services.tokens.get(profileId, { renew: false })).rejects.toMatchObject(tooSlow)
  expect(services.tokens.state(profileId)).toMatchObject({ kind: 'failed', error: { code: 'network-timeout' } })
  expect(services.activity.list({ limit: 10 })).toMatchObject([{ kind: 'token', errorCode: 'network-timeout' }])
  expect(services.tokens.requestLog.list(profileId)).toHaveLength(1)
  await expect(services.client.testConnection(profileId)).rejects.toMatchObject(tooSlow)
  await expect(services.client.get(profileId, 'x')).rejects.toMatchObject(tooSlow)
  const list = { kind: 'list', what: 'Page 1 of reports' } as const
  await expect(services.client.send(profileId, `${server.origin}/reports/x`, list)).rejects.toMatchObject(tooSlow)
  const { causes, steps } = await services.doctor.diagnose(profileId)
  expect(causes[0]).toMatchObject({ id: 'host-silent' })
  expect(steps.find(({ id }) => id === 'token')).toMatchObject({ outcome: 'bad', sentence: tooSlow.message })
})

test('TokenService: fails for each caller when a request is cancelled, and publishes no failure', async () => {
  await prepare({})
  const states: TokenState['kind'][] = []
  services.tokens.onChange((_profileId, { kind }) => states.push(kind))
  const waiting = [
    services.tokens.get(profileId, { renew: true }),
    services.client.testConnection(profileId),
    services.client.send(profileId, `${server.origin}/reports/x`, { kind: 'list', what: 'Page 1 of reports' }),
    services.tokens.reveal(profileId, 'show'),
  ].map((each) => expect(each).rejects.toMatchObject(cancelled))
  await responding.promise
  services.tokens.cancel(profileId)
  await Promise.all(waiting)
  await closed.promise
  await expect.poll(() => states).toEqual(['requesting', 'none'])
  // It may have reached the service, so the activity has it.
  expect(services.activity.list({ limit: 10 })).toMatchObject([{ kind: 'token', errorCode: 'token-cancelled' }])

  tokenEndpointDrips = false
  expect(await services.tokens.get(profileId, { renew: false })).toMatchObject({ kind: 'held' })
  services.tokens.cancel(profileId)
  expect(services.tokens.state(profileId).kind).toBe('held')
})

test('TokenService: ends diagnostics and the test of a new key, when their request is cancelled', async () => {
  await prepare({})
  const diagnosis = services.doctor.diagnose(profileId)
  await responding.promise
  services.tokens.cancel(profileId)
  expect((await diagnosis).steps.find(({ id }) => id === 'token')).toMatchObject({
    outcome: 'bad',
    sentence: 'The token request was cancelled.',
  })

  responding = Promise.withResolvers()
  const { id } = await services.newProfile({ tokenUrl: `${server.origin}/token` })
  await services.activateCredential(id)
  const [credential] = await services.credentials.list(id)
  const trial = expect(services.tokens.tryCredential(id, credential?.id ?? '')).rejects.toMatchObject(cancelled)
  await responding.promise
  services.tokens.cancel(id)
  await trial
})

test('AuthenticatedClient: ends a call at its time limit, when the response arrives slowly', async () => {
  tokenEndpointDrips = false
  await prepare({ callLimit: 300 })
  await expect(services.client.testConnection(profileId)).rejects.toMatchObject(tooSlow)
})
