import type { Certificate } from '#shared/credentials/credential.ts'
import type { CertificateInspection, LintFinding } from '#shared/credentials/inspection.ts'
import { judge, validityOf } from '#shared/expiry/expiry.ts'
import { inDays } from '#shared/expiry/warning-messages.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { clientAuthentication } from './usages.ts'

/** The smallest RSA key that RS256 may be used with, bits (RFC 7518 §3.3). */
const minKeySize = 2048

/** Maximum validity of certificates by public authorities, days: longer ones are often refused. */
const maxValidity = 398

/** What a certificate's subject should say besides its common name. */
const subjectParts = { O: 'organization', C: 'country' } as const

/**
 * Lists current and upcoming problems of a certificate, with reasons and remedies.
 * @param now milliseconds since the epoch
 * @param thresholds the profile's, in days before expiry
 * @param timeZone of days, IANA name; the computer's by default
 */
export function lintCertificate(
  certificate: Certificate,
  inspection: CertificateInspection,
  profile: Pick<Profile, 'clientAuthentication'>,
  thresholds: readonly number[],
  now: number,
  timeZone?: string,
): LintFinding[] {
  return [
    ...lintValidity(certificate, thresholds, now, timeZone),
    lintKeySize(certificate.keySize, 'certificate'),
    lintSignature(certificate.signatureAlgorithm),
    ...lintPurpose(inspection, profile),
    lintChain(inspection),
    lintSubject(certificate.subject),
  ].filter((finding) => finding !== undefined)
}

function lintValidity(
  certificate: Certificate,
  thresholds: readonly number[],
  now: number,
  timeZone: string | undefined,
): LintFinding[] {
  const validity = validityOf(certificate)
  const { notBefore, expiringIssuer: issuer } = validity
  const what = issuer === undefined ? 'It' : `Its issuer’s certificate (${issuer})`
  const { urgency, daysLeft, isNotYetValid } = judge(validity, thresholds, now, timeZone)
  const about = 'certificate'
  const why = 'The service accepts a certificate only while it is valid.'
  const findings: LintFinding[] = []
  if (urgency === 'expired')
    findings.push({
      rule: 'expired',
      about,
      severity: 'error',
      what: `${what} has expired.`,
      why,
      remedy:
        issuer === undefined
          ? 'Replace it: create a new key and CSR, and have it signed.'
          : 'Import the issuer’s renewed certificate or your authority’s newer root, or replace this one.',
    })
  else if (isNotYetValid)
    findings.push({
      rule: 'not-yet-valid',
      about,
      severity: 'error',
      what: 'It is not valid yet.',
      why,
      remedy: 'Wait until it is valid. If it should be valid already, check this computer’s clock.',
    })
  else if (urgency !== 'fine')
    findings.push({
      rule: 'expires-soon',
      about,
      severity: 'warning',
      what: `${what} expires ${inDays(daysLeft)}.`,
      why: 'If it is not replaced before it expires, the service is interrupted.',
      remedy: 'Start a replacement now: the old one stays active until you switch.',
    })
  const days = Math.round((Date.parse(certificate.notAfter) - Date.parse(notBefore)) / dayMs)
  if (days > maxValidity)
    findings.push({
      rule: 'validity-too-long',
      about,
      severity: 'note',
      what: `It is valid for ${days} days.`,
      why: `Public authorities issue at most ${maxValidity} days, and some services refuse more.`,
      remedy: `Ask the certificate authority for ${maxValidity} days or fewer next time.`,
    })
  return findings
}

/** @param keySize in bits */
export function lintKeySize(keySize: number, about: 'certificate' | 'csr'): LintFinding | undefined {
  if (keySize >= minKeySize) return undefined
  return {
    rule: 'key-too-short',
    about,
    severity: 'error',
    what: `Its RSA key has ${keySize} bits.`,
    why: `RS256 needs at least ${minKeySize} bits (RFC 7518, section 3.3); shorter keys can be broken.`,
    remedy: 'Create a new key of 2048 bits or more.',
  }
}

function lintSignature(algorithm: string): LintFinding | undefined {
  if (!/sha-?1(?!\d)|md5/iu.test(algorithm)) return undefined
  return {
    rule: 'sha1-signature',
    about: 'certificate',
    severity: 'error',
    what: `It is signed with ${algorithm}.`,
    why: 'Such signatures can be forged, and current TLS libraries refuse them.',
    remedy: 'Ask the certificate authority for a signature with SHA-256.',
  }
}

function lintPurpose(
  { isAuthority, extendedKeyUsages }: CertificateInspection,
  { clientAuthentication: method }: Pick<Profile, 'clientAuthentication'>,
): LintFinding[] {
  const findings: LintFinding[] = []
  if (isAuthority)
    findings.push({
      rule: 'certificate-authority',
      about: 'certificate',
      severity: 'error',
      what: 'It is a certificate authority’s certificate (CA bit set).',
      why: 'Services refuse a client certificate that can sign others.',
      remedy: 'Ask the certificate authority for an end-entity certificate.',
    })
  if (method !== 'tls_client_auth') return findings
  if (extendedKeyUsages === undefined)
    findings.push({
      rule: 'client-auth-missing',
      about: 'certificate',
      severity: 'note',
      what: 'It doesn’t state what it may be used for.',
      why: `This profile uses mutual TLS, and some servers require “${clientAuthentication}”.`,
      remedy: 'Ask the certificate authority for the extended key usage clientAuth if the service refuses it.',
    })
  else if (!extendedKeyUsages.includes(clientAuthentication) && !extendedKeyUsages.includes('Any Extended Key Usage'))
    findings.push({
      rule: 'client-auth-missing',
      about: 'certificate',
      severity: 'error',
      what: `It may not be used for “${clientAuthentication}”.`,
      why: 'This profile uses mutual TLS, and servers require that usage (RFC 5280, section 4.2.1.12).',
      remedy: 'Ask the certificate authority for the extended key usage clientAuth.',
    })
  return findings
}

function lintChain({ chain }: CertificateInspection): LintFinding | undefined {
  if (chain.every(({ signature }) => signature !== 'broken')) return undefined
  return {
    rule: 'issuer-not-verified',
    about: 'certificate',
    severity: 'error',
    what: 'A certificate in its chain was not signed by the next one.',
    why: 'If the chain is sent, as in mutual TLS, the service can’t verify it.',
    remedy: 'Import the certificate again together with its issuers’ certificates.',
  }
}

function lintSubject(subject: string): LintFinding | undefined {
  const has = (name: string): boolean => new RegExp(`(?:^|[,+] ?)${name}=.`, 'u').test(subject)
  const missing = [
    ...(has('CN') ? [] : ['common name']),
    ...Object.entries(subjectParts).flatMap(([name, word]) => (has(name) ? [] : [word])),
  ]
  if (missing.length === 0) return undefined
  return {
    rule: 'subject-incomplete',
    about: 'certificate',
    severity: missing.includes('common name') ? 'warning' : 'note',
    what: `Its subject has no ${missing.join(' and no ')}.`,
    why: 'Operators identify certificates by their subject, and some authorities and portals require these fields.',
    remedy: 'Fill them in when you create the next CSR.',
  }
}
