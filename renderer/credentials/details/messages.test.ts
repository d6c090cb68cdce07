import { expect, test } from 'vitest'
import type { Credential } from '../../../shared/model/credential/credential.ts'
import type { LintFinding } from '../../../shared/model/credential/inspection.ts'
import { bySeverity, findingsMessage, titleOf } from './messages.ts'

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

test('findings are sorted and counted by severity', () => {
  const finding = (severity: LintFinding['severity'], what: string): LintFinding => ({
    ...{ rule: 'ends-soon', about: 'certificate', severity, what, why: '', remedy: '' },
  })
  const findings = [finding('note', 'a'), finding('error', 'b'), finding('note', 'c')]
  expect(bySeverity(findings).map(({ what }) => what)).toEqual(['b', 'a', 'c'])
  expect(findingsMessage(findings)).toBe('1 error, 2 notes')
  expect(findingsMessage([])).toBe('')
})
