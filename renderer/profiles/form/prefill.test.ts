import { expect, test } from 'vitest'
import { defaultProfileSettings, type Profile } from '#shared/profiles/profile.ts'
import { productionCopy, readPortalText, sharedAddresses } from './prefill.ts'

const profile: Profile = {
  ...{ ...defaultProfileSettings('jwt'), name: 'Acme Client Testing', environment: 'client-testing' },
  ...{ clientId: 'acme-ct', kid: 'AB12', tokenUrl: 'https://auth.example/token', scopes: 'payments' },
  ...{ apiBaseUrl: 'https://ct.example', reportsBaseUrl: 'https://ct.example/reporting' },
  ...{ audience: 'acme:uri:sandbox:payments', certificateAuthorities: [], includeJti: true },
  ...{ id: 'p', practice: false, revision: 3, createdAt: '', updatedAt: '' },
}

const wanted = { clientId: 'acme-1', kid: '29AB', tokenUrl: 'https://auth.example/token' }

test.each([
  ['lines', 'ClientId: acme-1\nThumbprint: 29AB\nToken URI: https://auth.example/token\n'],
  ['values below their labels', 'Client ID\nacme-1\n\nThumbprint\r\n29AB\r\nToken URI\r\nhttps://auth.example/token'],
  ['a table', 'Client ID\tacme-1\nThumbprint\t29AB\nAccess token URL\thttps://auth.example/token'],
  ['equals signs', 'client_id = acme-1\nkid=29AB\ntoken_url=https://auth.example/token'],
])('readPortalText: reads the portal’s block as %s', (_what, text) => {
  expect(readPortalText(text)).toEqual(wanted)
})

test('readPortalText: leaves out a client secret and other text', () => {
  expect(readPortalText('Client secret: hush\nClientId: acme-1\nSubject: CN=acme')).toEqual({ clientId: 'acme-1' })
  expect(readPortalText('Hello\nhttps://x.example')).toEqual({})
})

test('sharedAddresses: returns those of the same environment, and the token URL for Production', () => {
  const { tokenUrl, apiBaseUrl, reportsBaseUrl, audience } = profile
  expect(sharedAddresses(profile, { environment: 'client-testing', flavor: 'jwt' })).toEqual({
    ...{ tokenUrl, apiBaseUrl, reportsBaseUrl, audience },
  })
  expect(sharedAddresses(profile, { environment: 'production', flavor: 'jwt' })).toEqual({ tokenUrl })
  expect(sharedAddresses(profile, { environment: 'mock', flavor: 'basic' })).toBeUndefined()
})

test('productionCopy: leaves empty what must differ', () => {
  expect(productionCopy(profile)).toMatchObject({
    ...{ name: 'Acme Production', environment: 'production', flavor: 'jwt', scopes: 'payments', includeJti: true },
    ...{ tokenUrl: 'https://auth.example/token' },
    ...{ clientId: '', kid: '', apiBaseUrl: '', reportsBaseUrl: '', audience: '' },
  })
  expect(productionCopy({ ...profile, name: 'Acme' }).name).toBe('Acme Production')
})
