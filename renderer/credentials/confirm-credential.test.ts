import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { matchMessage, usualSpelling } from './confirm-credential.tsx'

const other = { id: 'other', state: 'confirmed', certificate: { subject: 'CN=acme' } } as unknown as Credential

test('matchMessage: names the certificate that a pasted thumbprint belongs to', () => {
  expect(matchMessage({ kind: 'none' }, 'this', [other])).toBe('Doesn’t match any of your certificates.')
  const elsewhere = {
    kind: 'elsewhere',
    profileId: 'p',
    profileName: 'Acme',
    subject: 'CN=a',
    encoding: 'sha1-hex',
  } as const
  expect(matchMessage(elsewhere, 'this', [other])).toBe('Belongs to profile “Acme”, not this one (CN=a).')
  expect(matchMessage({ kind: 'match', credentialId: 'this', encoding: 'sha1-hex' }, 'this', [other])).toBe(
    'Matches this certificate (SHA-1 in hex).',
  )
  expect(matchMessage({ kind: 'match', credentialId: 'other', encoding: 'sha256-hex' }, 'this', [other])).toBe(
    'Matches another certificate in this profile: CN=acme (Confirmed).',
  )
  expect(matchMessage({ kind: 'match', credentialId: 'gone', encoding: 'sha256-hex' }, 'this', [other])).toBe(
    'Matches another certificate in this profile.',
  )
})

test('usualSpelling: returns the portal’s spelling for a thumbprint in any other', () => {
  const thumbprint = { sha1: '2904AB', sha256: 'FF00', sha1Base64Url: 'KQSr', sha256Base64Url: '_wA' }
  const credential = { id: 'this', state: 'active', certificate: { thumbprint } } as unknown as Credential
  expect(usualSpelling('2904AB', credential)).toBeUndefined()
  expect(usualSpelling('29:04:AB', credential)).toBe('2904AB')
  expect(usualSpelling('2904ab', credential)).toBe('2904AB')
  expect(usualSpelling('FF00', credential)).toBe('2904AB')
  expect(usualSpelling('another', credential)).toBeUndefined()
})
