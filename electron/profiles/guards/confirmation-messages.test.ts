import { expect, test } from 'vitest'
import { credentialWith } from '../../expiry/testing/stored-certificate.ts'
import { signingLines } from './confirmation-messages.ts'

test('signingLines: says that an older certificate becomes active, or that the same stays', () => {
  const [old, recent] = ['2026-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'].map((notBefore, index) => {
    const credential = credentialWith('Live', `live ${index}`, '2027-03-28T00:59:59.000Z')
    if (!('certificate' in credential) || credential.certificate === undefined) throw new Error('It has a certificate.')
    return [{ ...credential, certificate: { ...credential.certificate, notBefore } }]
  })
  expect(signingLines(recent, old ?? []).at(-1)).toBe('An older certificate becomes active.')
  expect(signingLines(old, recent ?? []).at(-1)).toContain('Active afterwards: ')
  expect(signingLines(old, old ?? []).at(-1)).toBe('It stays active.')
  expect(signingLines(old, []).at(-1)).toBe('Active afterwards: none')
  expect(signingLines(undefined, [])).toEqual(['Active afterwards: none'])
})
