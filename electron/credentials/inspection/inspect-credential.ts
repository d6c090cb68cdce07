import { X509Certificate } from 'node:crypto'
import type { Certificate } from '../../../shared/model/credential/credential.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { CertificateInspection, CredentialInspection } from '../../../shared/model/credential/inspection.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { lintCertificate } from './certificate-lint.ts'
import { checkChain } from './chain-check.ts'
import { lintEnvironments } from './environment-lint.ts'
import { lintRequest } from './request-lint.ts'
import { extendedKeyUsagesOf, keyUsagesOf } from './usages.ts'
import { readCertificateStructure } from './x509-structure.ts'
import { certificateText, requestText } from './x509-text.ts'
import { certificateOf } from '../../../shared/model/credential/credential-parts.ts'

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
