import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import type { LintFinding } from '#shared/credentials/inspection.ts'
import { bySeverity, findingsMessage, nameAmong, titleOf } from './detail-messages.ts'

test.each([
  [{ state: 'key-created', keySize: 3072 }, 'RSA key, 3072 bits'],
  [{ state: 'csr-exported', keySize: 2048, request: { subject: { commonName: 'acme' } } }, 'acme'],
  [
    { state: 'active', request: { subject: { commonName: 'acme' } }, certificate: { subject: 'CN=acme, C=DE' } },
    'CN=acme, C=DE',
  ],
  [{ state: 'retired', keySize: 4096 }, 'RSA key, 4096 bits'],
])('titleOf: %j is called %s', (parts, title) => {
  expect(titleOf(parts as Credential)).toBe(title)
})

test('nameAmong: adds thumbprint or key when credentials have the same title', () => {
  const certificate = { subject: 'CN=acme', thumbprint: { sha1: '2904AB12CD' } }
  const one = { id: '1', certificate, publicKeyFingerprint: 'AAAAAAAAAA' } as unknown as Credential
  const waiting = { id: '2', request: { subject: { commonName: 'CN=acme' } }, publicKeyFingerprint: 'BBBBBBBBBB' }
  const all = [one, waiting as unknown as Credential]
  expect(all.map((each) => nameAmong(each, all))).toEqual(['CN=acme (2904AB12)', 'CN=acme (BBBBBBBB)'])
  expect(nameAmong(one, [one])).toBe('CN=acme')
})

test('bySeverity: sorts findings by severity, and findingsMessage counts them in that order', () => {
  const finding = (severity: LintFinding['severity'], what: string): LintFinding => ({
    ...{ rule: 'expires-soon', about: 'certificate', severity, what, why: '', remedy: '' },
  })
  const findings = [finding('note', 'a'), finding('error', 'b'), finding('note', 'c')]
  expect(bySeverity(findings).map(({ what }) => what)).toEqual(['b', 'a', 'c'])
  expect(findingsMessage(findings)).toBe('1 error, 2 notes')
  expect(findingsMessage([])).toBe('')
})
