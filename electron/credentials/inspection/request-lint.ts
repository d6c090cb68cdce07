import type { CertificateRequest } from '../../../shared/model/credential/credential.ts'
import type { LintFinding } from '../../../shared/model/credential/inspection.ts'
import { lintKeySize } from './certificate-lint.ts'

/** What certificate authorities usually ask for, by its place in the subject. */
const expected = { commonName: 'common name', organization: 'organization', country: 'country' } as const

/** Lists the problems of a CSR that waits to be signed. @param keySize in bits */
export function lintRequest({ subject }: CertificateRequest, keySize: number): LintFinding[] {
  const keySizeFinding = lintKeySize(keySize, 'csr')
  const findings: LintFinding[] = keySizeFinding === undefined ? [] : [keySizeFinding]
  const missing = (Object.keys(expected) as (keyof typeof expected)[]).filter((member) => subject[member] === '')
  if (missing.length > 0)
    findings.push({
      rule: 'subject-incomplete',
      about: 'csr',
      severity: 'note',
      what: `Its subject has no ${missing.map((member) => expected[member]).join(' and no ')}.`,
      why: 'Many certificate authorities refuse a CSR without them.',
      remedy: 'Create a new CSR with them, unless your certificate authority doesn’t need them.',
    })
  return findings
}
