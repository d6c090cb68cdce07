import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { prepareGround, type Ground } from '../diagnostics/testing/ground.ts'
import { startInNewFolder, type RunningService } from '../practice/testing/running-service.ts'

// The practice service judges: it takes no assertion from the past or the future.

let practice: RunningService
let ground: Ground
beforeEach(async () => {
  practice = await startInNewFolder({ records: 10 })
  ground = await prepareGround(practice.portal)
})
afterEach(async () => {
  await ground.end()
  await practice[Symbol.asyncDispose]()
})

const tokenRequests = (): unknown[] =>
  ground.services.activity.list({ limit: 100 }).filter(({ kind }) => kind === 'token')

describe('a wrong clock', () => {
  test.each([-90_000, 90_000, 3_600_000])(
    'Service’s clock: is followed at once if this one is wrong by %d ms',
    async (wrong) => {
      const { id } = await ground.workingProfile()
      ground.services.advance(wrong)
      await ground.change(id, { followServiceClock: true })
      expect(await ground.services.tokens.get(id, { renew: false })).toMatchObject({ kind: 'held' })
      // The first response contained the time, so the second request was right; after that one is enough.
      expect(tokenRequests()).toHaveLength(2)
      await ground.services.tokens.get(id, { renew: true })
      expect(tokenRequests()).toHaveLength(3)
      expect(await ground.services.doctor.clock(id)).toMatchObject({ isOff: true })
    },
  )

  test.each([90_000, -90_000])('Service’s clock: is followed after this one was corrected by %d ms', async (wrong) => {
    const { id } = await ground.workingProfile()
    ground.services.advance(wrong)
    await ground.change(id, { followServiceClock: true })
    await ground.services.tokens.get(id, { renew: false })
    ground.services.advance(-wrong)
    expect(await ground.services.tokens.get(id, { renew: true })).toMatchObject({ kind: 'held' })
    expect(tokenRequests()).toHaveLength(4)
  })

  test('TokenRequester: the second request has what the first left of the time limit', async () => {
    const { id } = await ground.workingProfile()
    ground.services.advance(90_000)
    await ground.change(id, { followServiceClock: true })
    const send = vi.spyOn(ground.services.http, 'send')
    expect(await ground.services.tokens.get(id, { renew: false })).toMatchObject({ kind: 'held' })
    const [first = 0, second = 0, ...others] = send.mock.calls.map(([{ timeLimit }]) => timeLimit)
    expect(others).toEqual([])
    expect(first).toBe(60_000)
    expect(second).toBeGreaterThan(0)
    expect(second).toBeLessThan(first)
  })

  test('TokenRequester: assertions use this computer’s clock, unless the profile follows the service’s', async () => {
    const { id } = await ground.workingProfile()
    ground.services.advance(90_000)
    await expect(ground.services.tokens.get(id, { renew: false })).rejects.toMatchObject({ code: 'token-refused' })
    expect(tokenRequests()).toHaveLength(1)
  })

  test('TokenRequester: assertions use this computer’s clock, if the service’s is not off', async () => {
    const { id } = await ground.workingProfile()
    await ground.change(id, { followServiceClock: true })
    await ground.services.tokens.get(id, { renew: false })
    expect(tokenRequests()).toHaveLength(1)
    expect(await ground.services.doctor.clock(id)).toMatchObject({ isOff: false })
  })
})

describe('a service that accepts no date in its future', () => {
  /**
   * Lets a profile request tokens from a service whose clock is behind by whole seconds.
   * @param refusesAll also what arrives so late that it is no longer in the future
   */
  async function strictProfile(lag: number, changes: Partial<ProfileSettings>, refusesAll = false): Promise<string> {
    const origin = await ground.httpServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const now = Math.floor(Date.now() / 1000) - lag
        response.setHeader('date', new Date(now * 1000).toUTCString())
        response.setHeader('content-type', 'application/json')
        const { iat = 0, nbf = 0, exp = 0 } = decodeJwt(new URLSearchParams(body).get('client_assertion') ?? '')
        if (!refusesAll && Math.max(iat, nbf) <= now && exp > now)
          response.end('{"access_token":"a-token-of-this-test","token_type":"Bearer","expires_in":600}')
        else response.writeHead(401).end('{"error":"invalid_client","error_description":"iat or nbf is in the future"}')
      })
    })
    const { id } = await ground.workingProfile()
    await ground.change(id, { tokenUrl: `${origin}/token`, ...changes })
    return id
  }

  test.each([
    [1, false],
    [3, false],
    [1, true],
    [3, true],
  ])(
    'Assertion: is accepted at once by a clock that is %d s behind; follows it: %s',
    async (lag, followServiceClock) => {
      const id = await strictProfile(lag, { followServiceClock })
      for (let request = 1; request <= 2; request += 1) {
        expect(await ground.services.tokens.get(id, { renew: true })).toMatchObject({ kind: 'held' })
        expect(tokenRequests()).toHaveLength(request)
      }
    },
  )

  test('Assertion: is refused by a clock that is further behind, unless it follows it', async () => {
    const id = await strictProfile(20, {})
    await expect(ground.services.tokens.get(id, { renew: true })).rejects.toMatchObject({ code: 'token-refused' })
    await ground.change(id, { followServiceClock: true })
    expect(await ground.services.tokens.get(id, { renew: true })).toMatchObject({ kind: 'held' })
  })

  test('Doctor: names a clock that is 3 s behind, if the service refuses for it', async () => {
    const id = await strictProfile(3, { assertionLifetimeSeconds: 5 }, true)
    const { causes } = await ground.services.doctor.diagnose(id)
    expect(causes[0]).toMatchObject({
      id: 'clock-wrong',
      what: expect.stringMatching(/^The service’s clock is [23](?:\.\d)? seconds behind this computer’s\.$/u) as string,
    })
  })
})
