import type { Certificate } from '../../../shared/model/credential/credential.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { judgeExpiry } from '../../../shared/model/expiry/expiry.ts'
import { localDay } from '../../../shared/model/values/local-day.ts'

/** Returns why a certificate is not valid now, as a sentence; `undefined` if it is valid. */
export function validityProblem(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  now: number,
  subject = 'It',
): string | undefined {
  switch (judgeExpiry(notBefore, notAfter, now).level) {
    case 'ended':
      return `${subject} expired on ${localDay(notAfter)}.`
    case 'not-yet-valid':
      return `${subject} is not valid before ${notBefore.replace('T', ' ').replace('.000Z', ' UTC')}.`
    case 'critical':
    case 'soon':
    case 'fine':
      return undefined
  }
}

/** @throws `certificate-expired`, `certificate-not-yet-valid` */
export function requireValid(certificate: Certificate, now: number): void {
  const problem = validityProblem(certificate, now, 'The certificate')
  if (problem === undefined) return
  if (Date.parse(certificate.notAfter) < now)
    throw new ClavisError('certificate-expired', problem, {
      hint: 'Create a new key and CSR, have it signed, and upload the new certificate to the portal.',
      details: { notAfter: certificate.notAfter },
    })
  throw new ClavisError('certificate-not-yet-valid', problem, {
    hint: 'Wait until then, or check this computer’s clock.',
    details: { notBefore: certificate.notBefore },
  })
}
