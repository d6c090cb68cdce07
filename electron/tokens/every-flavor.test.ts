import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PracticeFault } from '#shared/practice/practice.ts'
import type { Profile, ProfileSettings } from '#shared/profiles/profile.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import { prepareGround, type Ground } from '../diagnostics/testing/ground.ts'
import { Secret } from '../keychain/secret.ts'
import { startInNewFolder, type RunningService } from '../practice/testing/running-service.ts'

// Every flavor with each of its switches against the practice service, which has checks of its own: a token is granted,
// and the API accepts it.

let practice: RunningService
let ground: Ground
beforeAll(async () => {
  practice = await startInNewFolder({ records: 3 })
})
afterAll(() => practice[Symbol.asyncDispose]())
beforeEach(async () => {
  ground = await prepareGround(practice.portal)
})
afterEach(async () => {
  practice.service.setFaults([])
  await ground.end()
})

const subject = {
  ...{ commonName: 'acme', organization: 'Acme', organizationalUnit: '', locality: '', state: '', country: 'DE' },
  emailAddress: '',
}

type Tab = 'mock' | 'client-testing' | 'legacy'

/** A profile of a tab of the portal, with what it authenticates by. */
async function profileOf(tab: Tab, settings: Partial<ProfileSettings>): Promise<Profile> {
  const { portal, services } = ground
  const { tokenUrl, clientId, clientSecret, apiBaseUrl, audience = '' } = await portal.tab(tab)
  const flavor = tab === 'mock' ? 'basic' : tab === 'legacy' ? 'legacy' : 'jwt'
  const profile = await services.newProfile({
    ...{ flavor, tokenUrl, clientId, apiBaseUrl, audience, certificateAuthorities: [await portal.authority()] },
    ...settings,
  })
  if (clientSecret !== undefined)
    await services.credentials.clientSecrets.set(profile.id, Secret.fromText(clientSecret))
  else {
    const { id } = await services.credentials.createKey(profile.id, 2048)
    const { request } = await services.credentials.createRequest(profile.id, id, subject, [])
    const { certificate } = await portal.sign(request?.pem ?? '', 90)
    await services.credentials.imports.import([contentOfText(certificate)])
    const [shown] = await portal.upload(tab, [certificate])
    await services.credentials.thumbprints.confirm(profile.id, id, shown?.thumbprint ?? '')
    await services.credentials.activate(profile.id, id)
  }
  return profile
}

interface Case {
  readonly what: string
  readonly tab: Tab
  readonly settings: Partial<ProfileSettings>
  readonly faults?: readonly PracticeFault[]
}

const departing: Partial<ProfileSettings> = {
  ...{ targetParameter: 'resource', scopeParameter: 'scope', includeClientId: true, includeJti: true },
}

const cases: readonly Case[] = [
  { what: 'client_secret_basic', tab: 'mock', settings: { clientAuthentication: 'client_secret_basic' } },
  { what: 'client_secret_post', tab: 'mock', settings: { clientAuthentication: 'client_secret_post' } },
  { what: 'basic with a scope', tab: 'mock', settings: { scopes: 'payments' } },
  { what: 'jwt as the document has it', tab: 'client-testing', settings: {} },
  { what: 'jwt with scopes', tab: 'client-testing', settings: { scopes: 'payments.read payments.write' } },
  { what: 'jwt with the shortest lifetime', tab: 'client-testing', settings: { assertionLifetimeSeconds: 5 } },
  { what: 'jwt with the longest lifetime', tab: 'client-testing', settings: { assertionLifetimeSeconds: 28_800 } },
  { what: 'jwt with a jti', tab: 'client-testing', settings: { includeJti: true } },
  {
    ...{ what: 'jwt with other names, the client ID and a jti', tab: 'client-testing', settings: departing },
    faults: ['other-names'],
  },
  {
    ...{ what: 'jwt with further parameters', tab: 'client-testing', faults: ['other-names'] },
    settings: { ...departing, scopes: 'payments', extraTokenParameters: { tenant: 'acme & söhne' } },
  },
  { what: 'legacy by mutual TLS', tab: 'legacy', settings: { clientAuthentication: 'tls_client_auth' } },
  { what: 'legacy by a signed assertion', tab: 'legacy', settings: { clientAuthentication: 'private_key_jwt' } },
  {
    ...{ what: 'legacy by a signed assertion with a jti and a scope', tab: 'legacy' },
    settings: { clientAuthentication: 'private_key_jwt', includeJti: true, scopes: 'payments' },
  },
]

test.each(cases)('Token request: works with $what', async ({ tab, settings, faults = [] }) => {
  practice.service.setFaults(faults)
  const { id } = await profileOf(tab, settings)
  expect(await ground.services.tokens.get(id, { renew: true })).toMatchObject({ kind: 'held', lifetimeSeconds: 28_800 })
  expect((await ground.services.client.testConnection(id)).status).toBe(200)
  const [exchange] = ground.services.tokens.requestLog.list(id)
  expect(exchange?.rules.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

test.each<[string, Partial<ProfileSettings>, RegExp]>([
  ['the documented name of the target', { ...departing, targetParameter: 'audience' }, /“resource” is missing/u],
  ['no client ID in the form', { ...departing, includeClientId: false }, /“client_id” must be in the form/u],
  ['no jti', { ...departing, includeJti: false }, /“jti” is missing/u],
])('Token request: a service with other rules refuses %s, and says so', async (_what, settings, reason) => {
  practice.service.setFaults(['other-names'])
  const { id } = await profileOf('client-testing', settings)
  await expect(ground.services.tokens.get(id, { renew: true })).rejects.toThrow(reason)
})
