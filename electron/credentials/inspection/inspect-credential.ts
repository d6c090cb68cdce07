import { X509Certificate } from 'node:crypto'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Certificate, CertificateRequest } from '#shared/credentials/credential.ts'
import type {
  CertificateInspection,
  CredentialInspection,
  ChainLink,
  LintFinding,
} from '#shared/credentials/inspection.ts'
import { ClavisError } from '#shared/errors.ts'
import { nameLine } from '../../profiles/store/stored-certificate.ts'
import { thumbprintOf } from '../../profiles/store/stored-certificate.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { lintCertificate, lintKeySize } from './certificate-lint.ts'
import { lintEnvironments } from './environment-lint.ts'
import { extendedKeyUsagesOf, keyUsagesOf } from './usages.ts'
import { readCertificateStructure } from './x509-structure.ts'
import { certificateText, requestText } from './x509-text.ts'

/**
 * Inspects a credential: its certificate's content, and current and upcoming problems.
 * @param all every profile, to find what environments share
 * @param now milliseconds since the epoch
 * @param thresholds the profile's, in days before expiry
 * @param timeZone of days, IANA name; the computer's by default
 * @throws `credential-not-found`
 */
export function inspectCredential(
  all: readonly StoredProfile[],
  profileId: string,
  credentialId: string,
  thresholds: readonly number[],
  now: number,
  timeZone?: string,
): CredentialInspection {
  const own = all.find(({ profile }) => profile.id === profileId)
  const credential = own?.credentials.find(({ id }) => id === credentialId)
  if (own === undefined || credential === undefined)
    throw new ClavisError('credential-not-found', 'This credential no longer exists.', {
      hint: 'It was removed in the meantime.',
    })
  const certificate = certificateOf(credential)
  const inspection = certificate && inspectCertificate(certificate)
  const isInUse = credential.state !== 'retired'
  return {
    ...(inspection === undefined ? {} : { certificate: inspection }),
    ...(credential.request === undefined ? {} : { requestText: requestText(credential.request.pem) }),
    findings: [
      ...(certificate !== undefined && inspection !== undefined && isInUse
        ? lintCertificate(certificate, inspection, own.profile, thresholds, now, timeZone)
        : []),
      ...(certificate === undefined && credential.request !== undefined && isInUse
        ? lintRequest(credential.request, credential.keySize)
        : []),
      ...(isInUse ? lintEnvironments(own, credential, all) : []),
    ],
  }
}

function inspectCertificate({ pem, chain }: Certificate): CertificateInspection {
  const certificate = new X509Certificate(pem)
  const { extensions } = readCertificateStructure(certificate.raw)
  const keyUsages = keyUsagesOf(extensions)
  const extendedKeyUsages = extendedKeyUsagesOf(extensions)
  return {
    isAuthority: certificate.ca,
    ...(keyUsages === undefined ? {} : { keyUsages }),
    ...(extendedKeyUsages === undefined ? {} : { extendedKeyUsages }),
    chain: checkChain([pem, ...chain]),
    text: certificateText(certificate.raw),
  }
}

/**
 * Checks for each certificate of a chain whether the next one signed it (RFC 5280 §6.1.3). Says nothing about trust:
 * whether a service accepts the root is up to the service.
 * @param pems the certificate first, then its issuers in order
 */
function checkChain(pems: readonly string[]): ChainLink[] {
  const certificates = pems.map((pem) => new X509Certificate(pem))
  return certificates.map((certificate, index) => ({
    subject: nameLine(certificate.subject),
    issuer: nameLine(certificate.issuer),
    notBefore: certificate.validFromDate.toISOString(),
    notAfter: certificate.validToDate.toISOString(),
    sha256: thumbprintOf(certificate.raw).sha256,
    signature: signatureOf(certificate, certificates[index + 1]),
  }))
}

function signatureOf(certificate: X509Certificate, next: X509Certificate | undefined): ChainLink['signature'] {
  if (next !== undefined)
    return certificate.checkIssued(next) && certificate.verify(next.publicKey) ? 'verified' : 'broken'
  const isOwn = certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
  return isOwn ? 'root' : 'issuer-missing'
}

/** What certificate authorities usually ask for, by its place in the subject. */
const expected = { commonName: 'common name', organization: 'organization', country: 'country' } as const

/** Lists the problems of a CSR that waits to be signed. @param keySize in bits */
function lintRequest({ subject }: CertificateRequest, keySize: number): LintFinding[] {
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
