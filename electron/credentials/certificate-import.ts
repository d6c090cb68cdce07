import type { X509Certificate } from 'node:crypto'
import type { Credential } from '../../shared/model/credential.ts'
import type { StoredProfile } from '../profiles/stored-profile.ts'
import { chainOf, nameLine } from './certificate.ts'
import { publicKeyFingerprint } from './key-pair.ts'
import { thumbprintOf } from './thumbprint.ts'

/** Where one certificate of an import belongs. */
export type CertificatePlace =
  | {
      /** The credential waits for its certificate. */
      readonly kind: 'waiting'
      readonly credential: Extract<Credential, { state: 'key-created' | 'csr-exported' }>
    }
  | {
      /** The key has another certificate already: the new one gets a credential of its own beside it. */
      readonly kind: 'beside'
      readonly credential: Credential
    }
  | { readonly kind: 'already-there'; readonly credential: Credential }
  | { readonly kind: 'without-key'; readonly reason: string }

export interface PlacedCertificate {
  readonly certificate: X509Certificate
  /** Issuer by issuer, of those that came along. */
  readonly chain: readonly X509Certificate[]
  readonly place: CertificatePlace
}

/**
 * Finds the credential whose key each certificate fits. Certificates that are only issuers of others that found their
 * place are no result of their own.
 * @param onlyProfileId where set, keys of other profiles are named but not used
 */
export function placeCertificates(
  certificates: readonly X509Certificate[],
  profiles: readonly StoredProfile[],
  onlyProfileId: string | undefined,
): PlacedCertificate[] {
  const distinct = [...new Map(certificates.map((each) => [each.fingerprint256, each])).values()]
  const placed = distinct.map((certificate) => ({
    certificate,
    chain: chainOf(certificate, distinct),
    place: placeOf(certificate, profiles, onlyProfileId),
  }))
  const issuers = new Set(placed.filter(({ place }) => place.kind !== 'without-key').flatMap(({ chain }) => chain))
  return placed.filter(({ certificate, place }) => place.kind !== 'without-key' || !issuers.has(certificate))
}

function placeOf(
  certificate: X509Certificate,
  profiles: readonly StoredProfile[],
  onlyProfileId: string | undefined,
): CertificatePlace {
  const fingerprint = publicKeyFingerprint(certificate.publicKey)
  const owners = profiles.flatMap(({ profile, credentials }) =>
    credentials
      .filter(({ publicKeyFingerprint: own }) => own === fingerprint)
      .map((credential) => ({ profile, credential })),
  )
  const usable = owners.filter(({ profile }) => onlyProfileId === undefined || profile.id === onlyProfileId)
  const [first] = usable
  if (first === undefined)
    return { kind: 'without-key', reason: reasonWithoutKey(certificate, owners[0]?.profile.name) }
  const { sha256 } = thumbprintOf(certificate.raw)
  const same = usable.find(
    ({ credential }) => 'certificate' in credential && credential.certificate?.thumbprint.sha256 === sha256,
  )
  if (same !== undefined) return { kind: 'already-there', credential: same.credential }
  for (const { credential } of usable)
    if (credential.state === 'key-created' || credential.state === 'csr-exported')
      return { kind: 'waiting', credential }
  return { kind: 'beside', credential: first.credential }
}

function reasonWithoutKey(certificate: X509Certificate, otherProfile: string | undefined): string {
  if (otherProfile !== undefined) return `It fits the key of the profile “${otherProfile}”, not one of this profile.`
  if (certificate.ca)
    return `It is a certificate authority’s own certificate (${nameLine(certificate.subject)}). Import it together with the certificate that it signed.`
  if (certificate.publicKey.asymmetricKeyType !== 'rsa')
    return 'Its key is not an RSA key, and RS256 needs one. No credential of any profile has this key.'
  return 'No credential of any profile has its key. It may have been signed from a CSR that another machine made.'
}
