import { expect, test } from 'vitest'
import type { Credential } from '../../../shared/model/credential/credential.ts'
import { titleOf, withColons } from './credential-messages.ts'

test.each([
  [{ state: 'key-created', keySize: 3072 }, 'RSA key, 3072 bits'],
  [{ state: 'csr-exported', keySize: 2048, request: { subject: { commonName: 'acme' } } }, 'acme'],
  [
    { state: 'active', request: { subject: { commonName: 'acme' } }, certificate: { subject: 'CN=acme, C=DE' } },
    'CN=acme, C=DE',
  ],
  [{ state: 'retired', keySize: 4096 }, 'RSA key, 4096 bits'],
])('%j is called %s', (parts, title) => {
  expect(titleOf(parts as Credential)).toBe(title)
})

test('hex gets its colons', () => {
  expect(withColons('0A1B2C')).toBe('0A:1B:2C')
  expect(withColons('')).toBe('')
})
