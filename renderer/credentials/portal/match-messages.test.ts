import { expect, test } from 'vitest'
import type { Credential } from '../../../shared/model/credential/credential.ts'
import { matchWords } from './match-messages.ts'

const other = { id: 'other', state: 'confirmed', certificate: { subject: 'CN=acme' } } as unknown as Credential

test('a pasted thumbprint is named by the certificate that it is', () => {
  expect(matchWords({ kind: 'none' }, 'this', [other])).toBe('This is none of your certificates.')
  const elsewhere = {
    kind: 'elsewhere',
    profileId: 'p',
    profileName: 'Acme',
    subject: 'CN=a',
    encoding: 'sha1-hex',
  } as const
  expect(matchWords(elsewhere, 'this', [other])).toBe(
    'This is none of this profile’s certificates: it is one of “Acme” (CN=a).',
  )
  expect(matchWords({ kind: 'match', credentialId: 'this', encoding: 'sha1-hex' }, 'this', [other])).toBe(
    'This certificate: SHA-1 in hex.',
  )
  expect(matchWords({ kind: 'match', credentialId: 'other', encoding: 'sha256-hex' }, 'this', [other])).toBe(
    'This is another certificate of this profile: CN=acme (Confirmed by the portal).',
  )
  expect(matchWords({ kind: 'match', credentialId: 'gone', encoding: 'sha256-hex' }, 'this', [other])).toBe(
    'This is another certificate of this profile.',
  )
})
