import type { Certificate } from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { judgeExpiry } from '../../shared/model/expiry/expiry.ts'
import { localDay } from '../../shared/model/values/local-day.ts'

/** What is wrong with a certificate's time of validity, in words; `undefined` where nothing is. */
export function validityProblem(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  now: number,
): string | undefined {
  switch (judgeExpiry(notBefore, notAfter, now).level) {
    case 'ended':
      return `It ended on ${localDay(notAfter)}.`
    case 'not-yet-valid':
      return `It is not valid before ${notBefore.replace('T', ' ').replace('.000Z', ' UTC')}.`
    case 'critical':
    case 'soon':
    case 'fine':
      return undefined
  }
}

/** @throws `certificate-expired`, `certificate-not-yet-valid` */
export function requireValid(certificate: Certificate, now: number): void {
  const problem = validityProblem(certificate, now)
  if (problem === undefined) return
  if (Date.parse(certificate.notAfter) < now)
    throw new ClavisError('certificate-expired', `The certificate has expired. ${problem}`, {
      hint: 'Make a new key and CSR, have it signed, and give the new certificate to the service.',
      details: { notAfter: certificate.notAfter },
    })
  throw new ClavisError('certificate-not-yet-valid', `The certificate is not valid yet. ${problem}`, {
    hint: 'Wait until then, or check this computer’s clock.',
    details: { notBefore: certificate.notBefore },
  })
}
