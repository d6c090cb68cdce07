import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diagnosisSchema, diagnosisStepIds } from '../../shared/model/oauth/diagnosis.ts'
import { startInNewFolder, type RunningService } from '../practice/testing/running-service.ts'
import { prepareGround } from './testing/ground.ts'
import { plantedFaults } from './testing/planted-faults.ts'

// Plants every fault in real parts: the practice service, servers, sockets and a keychain.

let practice: RunningService
beforeAll(async () => {
  practice = await startInNewFolder({ records: 10 })
})
afterAll(() => practice[Symbol.asyncDispose]())

describe.concurrent('the doctor names the first cause of', () => {
  test.each(plantedFaults)('$name', async ({ plant, cause, what, code, limits }) => {
    const ground = await prepareGround(practice.portal, limits)
    try {
      const profileId = await plant(ground)
      const diagnosis = await ground.services.doctor.diagnose(profileId)
      expect(diagnosisSchema.parse(diagnosis).steps.map(({ id }) => id)).toEqual([...diagnosisStepIds])
      expect(diagnosis.causes[0]?.id ?? 'none').toBe(cause)
      if (what !== undefined) expect(diagnosis.causes[0]?.what).toBe(what)
      const state = ground.services.tokens.state(profileId)
      expect(state.kind === 'failed' ? state.error.code : undefined).toBe(code)
      const output = JSON.stringify([diagnosis, ground.services.activity.list({ limit: 1000 })])
      // No secret, token or signature; and full sentences.
      expect(output).not.toMatch(/planted-(?:secret|token)-value|eyJ[\w-]+\.eyJ|PRIVATE KEY/u)
      for (const { sentence } of diagnosis.steps) expect(sentence).toMatch(/\.$/u)
      for (const { what, remedy } of diagnosis.causes) for (const text of [what, remedy]) expect(text).toMatch(/[.”]$/u)
    } finally {
      await ground.end()
    }
  })
})
