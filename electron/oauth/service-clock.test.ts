import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { prepareGround, type Ground } from '../diagnosis/testing/ground.ts'
import { PracticePortal } from '../practice/portal/portal-client.ts'
import { startPracticeService, type PracticeService } from '../practice/practice-service.ts'
import { preparedPracticeFolder } from '../testing/prepared-keys.ts'

// The practice service judges: it takes no assertion from the past or the future.

let folder: string
let service: PracticeService
let ground: Ground
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-clock-'))
  service = await startPracticeService({
    folder: await preparedPracticeFolder(folder),
    records: 10,
    faults: [],
    now: Date.now,
  })
  ground = await prepareGround(new PracticePortal(service.portalUrl))
})
afterEach(async () => {
  await ground.end()
  await service.stop()
  await rm(folder, { recursive: true })
})

const tokenRequests = (): unknown[] =>
  ground.services.activity.list({ limit: 100 }).filter(({ kind }) => kind === 'token')

describe('with a clock that is wrong', () => {
  test.each([-90_000, 90_000, 3_600_000])(
    'by %d ms assertions follow the service’s, at the first try',
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

  test.each([90_000, -90_000])('that is put right by %d ms they follow it again, at the first try', async (wrong) => {
    const { id } = await ground.workingProfile()
    ground.services.advance(wrong)
    await ground.change(id, { followServiceClock: true })
    await ground.services.tokens.get(id, { renew: false })
    ground.services.advance(-wrong)
    expect(await ground.services.tokens.get(id, { renew: true })).toMatchObject({ kind: 'held' })
    expect(tokenRequests()).toHaveLength(4)
  })

  test('they do not unless the person wants it', async () => {
    const { id } = await ground.workingProfile()
    ground.services.advance(90_000)
    await expect(ground.services.tokens.get(id, { renew: false })).rejects.toMatchObject({ code: 'token-refused' })
    expect(tokenRequests()).toHaveLength(1)
  })

  test('a right clock is left alone', async () => {
    const { id } = await ground.workingProfile()
    await ground.change(id, { followServiceClock: true })
    await ground.services.tokens.get(id, { renew: false })
    expect(tokenRequests()).toHaveLength(1)
    expect(await ground.services.doctor.clock(id)).toMatchObject({ isOff: false })
  })
})
