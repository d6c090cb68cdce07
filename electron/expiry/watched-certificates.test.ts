import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { emptyNoticeState } from './notice-store.ts'
import { certificateTimeline } from './watched-certificates.ts'

let services: TestServices

beforeAll(async () => {
  services = await startTestServices()
})

afterAll(() => services.end())

describe('certificateTimeline', () => {
  it('lists every certificate, retired ones with the moment of retirement, and no key without one', async () => {
    const { profiles, credentials, newProfile, activateCredential } = services
    const profile = await newProfile({ name: 'Acme', tokenUrl: 'https://login.example.com/token' })
    await activateCredential(profile.id)
    await credentials.createKey(profile.id, 2048)
    const timeline = async (): Promise<unknown[]> =>
      certificateTimeline(await profiles.list(), { thresholds: [30] }, emptyNoticeState)
    const common = { profileId: profile.id, profileName: 'Acme', environment: 'client-testing', practice: false }
    expect(await timeline()).toEqual([
      {
        ...common,
        credentialId: expect.any(String),
        state: 'active',
        subject: 'CN=acme, O=Acme',
        notBefore: expect.stringMatching(/Z$/u),
        notAfter: expect.stringMatching(/Z$/u),
        thresholds: [30],
      },
    ])

    const active = (await credentials.list(profile.id)).find(({ state }) => state === 'active')
    const { id } = await credentials.retire(profile.id, active?.id ?? '')
    expect(await timeline()).toMatchObject([
      { ...common, credentialId: id, state: 'retired', retiredAt: expect.stringMatching(/Z$/u) },
    ])
  })
})
