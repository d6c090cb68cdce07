import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
