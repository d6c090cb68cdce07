import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { suggestRequest } from './request-suggestion.ts'

test('suggestRequest: uses the profile’s name and the stored alternative names when the old certificate is damaged', () => {
  const certificate = { pem: 'damaged', subjectAlternativeNames: ['DNS:pay.acme.example'] }
  const old = { state: 'active', certificate } as unknown as Credential
  expect(suggestRequest(old, 'acme-client')).toEqual({
    subject: {
      ...{ commonName: 'acme-client', organization: '', organizationalUnit: '', locality: '', state: '', country: '' },
      emailAddress: '',
    },
    subjectAlternativeNames: [{ type: 'dns', value: 'pay.acme.example' }],
  })
})
