import type { Certificate } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { judge, usableValidity, type Validity } from '#shared/expiry/expiry.ts'
import { ofIssuer } from '#shared/expiry/warning-messages.ts'
import { inUtc } from '#shared/values/date-text.ts'

/** Returns why a certificate is not valid now, as a sentence; `undefined` if it is valid. */
export function validityProblem(
  validity: Validity,
  now: number,
  subject: 'It' | 'The certificate' = 'It',
): string | undefined {
  const { notBefore, notAfter, expiringIssuer } = validity
  const what = subject === 'It' && expiringIssuer !== undefined ? 'The certificate' : subject
  const { urgency, isNotYetValid } = judge(validity, [], now)
  if (urgency === 'expired') return `${what}${ofIssuer(expiringIssuer)} expired at ${inUtc(notAfter)}.`
  return isNotYetValid ? `${subject} is not valid before ${inUtc(notBefore)}.` : undefined
}

/**
 * Requires that a credential can be used now, by its {@link usableValidity}.
 * @throws `certificate-expired`, `certificate-not-yet-valid`
 */
export function requireValid(certificate: Certificate, now: number): void {
  const validity = usableValidity(certificate)
  const problem = validityProblem(validity, now, 'The certificate')
  if (problem === undefined) return
  if (Date.parse(validity.notAfter) < now)
    throw new ClavisError('certificate-expired', problem, {
      hint:
        validity.expiringIssuer === undefined
          ? 'Create a new key and CSR, have it signed, and upload the new certificate to the portal.'
          : 'Import the issuer’s renewed certificate or your authority’s newer root, or replace this one.',
      details: { notAfter: validity.notAfter },
    })
  throw new ClavisError('certificate-not-yet-valid', problem, {
    hint: 'Wait until then, or check this computer’s clock.',
    details: { notBefore: certificate.notBefore },
  })
}
