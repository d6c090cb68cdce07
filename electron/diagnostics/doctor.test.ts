import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diagnosisSchema, diagnosisStepIds } from '#shared/diagnostics/diagnosis.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { exitCodeOfDiagnoses } from '../cli/diagnostics.ts'
import { proxyOfAddress } from '../http/connection/proxy-choice.ts'
import { Secret } from '../keychain/secret.ts'
import { startInNewFolder, type RunningService } from '../practice/testing/running-service.ts'
import { startTestServices } from '../testing/test-services.ts'
import { prepareGround } from './testing/ground.ts'
import { plantedFaults } from './testing/planted-faults.ts'

// Plants every fault in real parts: the practice service, servers, sockets and a keychain.

let practice: RunningService
beforeAll(async () => {
  practice = await startInNewFolder({ records: 10 })
})
afterAll(() => practice[Symbol.asyncDispose]())

describe.concurrent('planted faults', () => {
  test.each(plantedFaults)('Doctor: names the first cause of $name', async ({ plant, cause, what, code, limits }) => {
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
      // Each cause in the settings opens its field, and no check of that field passes above it.
      for (const { place, field } of diagnosis.causes)
        expect(field !== undefined).toBe(place === 'edit-profile' || place === 'network')
      const [settings] = diagnosis.steps
      if (state.kind === 'failed' && ['clientId', 'audience'].includes(diagnosis.causes[0]?.field ?? ''))
        expect(settings?.outcome).toBe('bad')
      for (const { what, remedy } of diagnosis.causes) for (const text of [what, remedy]) expect(text).toMatch(/[.”]$/u)
    } finally {
      await ground.end()
    }
  })
})

test('Doctor: says of the certificate what the profile’s health says, as a check and as a cause', async () => {
  const services = await startTestServices()
  try {
    const { id } = await services.newProfile({ tokenUrl: 'http://127.0.0.1:9/token' })
    await services.activateCredential(id)
    const certificateOf = async (): Promise<readonly unknown[]> => {
      const { steps, causes } = await services.doctor.diagnose(id)
      const { outcome, sentence } = steps.find((step) => step.id === 'certificate') ?? {}
      return [outcome, sentence, causes.find((cause) => cause.id === 'certificate-ended')?.what]
    }
    expect(await certificateOf()).toEqual(['warning', 'Certificate: 20 days left.', undefined])
    services.advance(30 * dayMs)
    const expired = ['bad', 'Certificate: Expired 10 days ago.', 'The certificate expired 10 days ago.']
    expect(await certificateOf()).toEqual(expired)
  } finally {
    await services.end()
  }
})

test.each([
  ['%FF', 'proxy-invalid', 'HTTPS_PROXY is not a valid proxy address.', 65],
  ['socks5://proxy:1080', 'proxy-refuses', 'The proxy proxy:1080 uses “socks5”, which Clavis doesn’t support.', 69],
])('Doctor: goes on and names a proxy variable that can’t be used: %s', async (address, cause, what, exitCode) => {
  const services = await startTestServices({ systemProxy: () => proxyOfAddress(address, 'HTTPS_PROXY') })
  try {
    const { id } = await services.newProfile({ flavor: 'basic', tokenUrl: 'https://pay.example.com/token' })
    await services.credentials.clientSecrets.set(id, Secret.fromText('hush'))
    const diagnosis = await services.doctor.diagnose(id)
    expect(diagnosis.steps.map((step) => step.id)).toEqual([...diagnosisStepIds])
    expect(diagnosis.steps.find((step) => step.id === 'proxy')).toMatchObject({ outcome: 'bad', sentence: what })
    expect(diagnosis.causes[0]).toMatchObject({ id: cause, what, place: 'network' })
    expect(exitCodeOfDiagnoses([diagnosis])).toBe(exitCode)
  } finally {
    await services.end()
  }
})
