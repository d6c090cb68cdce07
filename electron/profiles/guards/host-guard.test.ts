import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import type { Confirm } from '../../confirmation.ts'
import { HttpClient } from '../../http/http-client.ts'
import type { HttpRequest } from '../../http/http-message.ts'
import { Database } from '../../store/database.ts'
import { startLoopbackServer, type LoopbackServer } from '../../testing/loopback-server.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { HostGuard, inCallOf } from './host-guard.ts'

let services: TestServices
let server: LoopbackServer
let client: HttpClient
let profile: Profile
let requests: number
let asked: Confirmation[]
/** Answers the next question. */
let answer: () => Promise<boolean>

beforeEach(async () => {
  services = await startTestServices()
  requests = 0
  asked = []
  answer = () => Promise.resolve(true)
  server = await startLoopbackServer((_request, response) => {
    requests += 1
    response.end('{}')
  })
  const { profiles } = services
  client = new HttpClient({
    ...{ resolveProxy: () => Promise.resolve(undefined), activity: { add: () => undefined }, now: Date.now },
    hosts: new HostGuard({ database: profiles.database, profiles }),
  })
  profile = await services.newProfile({
    ...{ tokenUrl: `${server.origin}/token`, apiBaseUrl: 'https://api.example.com', name: 'Acme' },
    extraTokenParameters: { tenant: 'north' },
  })
  await profiles.database.change(({ sql }) => sql.exec('DELETE FROM agreed_hosts'))
})
afterEach(async () => {
  await client.close()
  await server.end()
  await services.end()
})

const confirm: Confirm = async (question) => {
  asked.push(question)
  if (!(await answer())) throw new ClavisError('not-confirmed', 'You cancelled. Nothing was changed.')
}

function request(more: Partial<HttpRequest> = {}): HttpRequest {
  return {
    ...{ method: 'GET', url: `${server.origin}/token`, headers: {}, authorities: [], proxy: { kind: 'none' } },
    purpose: { kind: 'token', what: 'A test', agreement: 'token', profileId: profile.id, profileName: profile.name },
    retry: 'only-without-response',
    ...more,
  }
}

const inWindow = (given?: Partial<HttpRequest>): Promise<number> =>
  inCallOf(confirm, async () => (await client.send(request(given))).status)

describe('HostGuard', () => {
  test('HostGuard: asks once, with the profile, all of its new hosts and what they receive', async () => {
    expect([await inWindow(), await inWindow()]).toEqual([200, 200])
    expect(asked).toEqual([
      {
        names: ['Acme'],
        message: 'Connect to new hosts?',
        details: [
          'Profile: Acme',
          `${server.origin} receives the client ID and signed assertions.`,
          'api.example.com receives access tokens.',
          'Additional parameter: tenant=north',
        ],
        action: 'Connect',
      },
    ])
  })

  test('HostGuard: sends nothing and asks again, if the person cancels', async () => {
    answer = () => Promise.resolve(false)
    await expect(inWindow()).rejects.toMatchObject({
      code: 'host-not-agreed',
      message: `Nothing was sent to ${server.origin}: you have not agreed to this host yet.`,
    })
    expect(requests).toBe(0)
    answer = () => Promise.resolve(true)
    expect(await inWindow()).toBe(200)
  })

  test('HostGuard: sends nothing and asks nothing, without a call of a window', async () => {
    await expect(client.send(request())).rejects.toMatchObject({
      code: 'host-not-agreed',
      hint: expect.stringContaining('in the Clavis window') as string,
    })
    const { purpose, url, proxy } = request()
    await expect(client.inspectTls({ purpose, url, proxy, authorities: [] })).rejects.toMatchObject({
      code: 'host-not-agreed',
    })
    expect([asked, requests]).toEqual([[], 0])
  })

  test('HostGuard: asks once and outside the time limit, for requests at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    answer = () => promise
    const sent = [inWindow({ timeLimit: 5_000 }), inWindow(), inWindow()]
    await expect.poll(() => asked.length).toBe(1)
    expect(requests).toBe(0)
    resolve(true)
    expect(await Promise.all(sent)).toEqual([200, 200, 200])
    expect(asked).toHaveLength(1)
  })

  test('HostGuard: asks again, for another profile, purpose or port', async () => {
    await inWindow()
    const other = await services.newProfile({ tokenUrl: 'https://auth.example.com/token', name: 'Other' })
    await inWindow({ purpose: { kind: 'token', what: 'A test', agreement: 'token', profileId: other.id } })
    await inWindow({ purpose: { kind: 'call', what: 'A test', agreement: 'api', profileId: profile.id } })
    await inWindow({ url: server.origin.replace('127.0.0.1', 'localhost') })
    expect(asked.map(({ message, details: [name] }) => [message, name])).toEqual([
      ['Connect to new hosts?', 'Profile: Acme'],
      ['Connect to a new host?', 'Profile: Other'],
      ['Connect to a new host?', 'Profile: Acme'],
      ['Connect to a new host?', 'Profile: Acme'],
    ])
  })

  test('HostGuard: asks for a proxy and for a webhook', async () => {
    answer = () => Promise.resolve(false)
    const own = { address: 'http://proxy.example.net:3128', user: 'ada', profileId: profile.id, exceptions: '' }
    const proxy = { kind: 'own', ...own } as const
    await expect(inWindow({ url: 'https://api.example.com/x', proxy })).rejects.toMatchObject({
      code: 'host-not-agreed',
    })
    expect(asked[0]?.details).toContain(
      'http://proxy.example.net:3128 receives the names of the hosts that this profile connects to.',
    )
    const purpose = { kind: 'webhook', what: 'A test', agreement: 'webhook' } as const
    await expect(inWindow({ purpose, url: `${server.origin}/hook` })).rejects.toMatchObject({ code: 'host-not-agreed' })
    expect(asked[1]?.message).toBe(`Send expiry warnings to ${server.origin}?`)
    expect(requests).toBe(0)
  })
})

test('HostGuard: sends nothing more to a host whose agreement another process removed', async () => {
  expect([await inWindow(), await inWindow()]).toEqual([200, 200])
  const other = new Database({ folder: services.folder })
  await other.change(({ sql }) => sql.exec('DELETE FROM agreed_hosts'))
  await expect(client.send(request())).rejects.toMatchObject({ code: 'host-not-agreed' })
  expect([asked.length, requests]).toEqual([1, 2])
  expect(await inWindow()).toBe(200)
  expect(asked).toHaveLength(2)
})

test('HostGuard: asks once the practice service no longer runs at an address', async () => {
  let runs = true
  const { profiles } = services
  const guard = new HostGuard({ database: profiles.database, profiles, isPracticeHost: () => runs })
  const uses = [{ purpose: 'api', host: 'http://127.0.0.1:9' }] as const
  await guard.requireAgreement(profile.id, uses)
  runs = false
  await expect(guard.requireAgreement(profile.id, uses)).rejects.toMatchObject({ code: 'host-not-agreed' })
})

test('HostGuard: forgets the hosts of a removed profile', async () => {
  await inWindow()
  await services.profiles.remove(profile.id)
  const { database } = services.profiles
  expect(await database.read((sql) => sql.prepare('SELECT * FROM agreed_hosts').all())).toEqual([])
})
