import { createPublicKey, type X509Certificate } from 'node:crypto'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Certificate, Credential } from '#shared/credentials/credential.ts'
import { recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { detailsOf, factsOf, parseStoredCertificate, withChain } from '../profiles/store/stored-certificate.ts'
import { CertificatePool } from './import/certificate-pool.ts'
import { publicKeyFingerprint } from './key-pair.ts'

/**
 * Describes a certificate (RFC 5280 §4.1).
 * @param chain the certificates imported with it, issuer by issuer
 * @param importedAt ISO 8601 instant
 * @param isChainSent whether its profile sends the chain
 */
export function describeCertificate(
  certificate: X509Certificate,
  chain: readonly X509Certificate[],
  importedAt: string,
  isChainSent = true,
): Certificate {
  const described = {
    ...factsOf(certificate),
    ...detailsOf(certificate),
    pem: certificate.toString(),
    importedAt,
  }
  return withChain(described, chain.map(String), isChainSent)
}

/**
 * Computes everything that a credential's public key and certificate say again: nothing that a file has beside them is believed. A
 * certificate that can't be read is left out, and so is a thumbprint of the portal that is not the certificate's.
 * @param isChainSent whether its profile sends the chain
 * @throws Error if there is no public key
 */
export function recomputed(credential: Credential, isChainSent: boolean): Credential {
  const stored = certificateOf(credential)
  const parsed = stored && parseStoredCertificate(stored.pem)
  const publicKey = parsed?.publicKey ?? createPublicKey(credential.publicKeyPem)
  const common = {
    keySize: publicKey.asymmetricKeyDetails?.modulusLength ?? 0,
    publicKeyFingerprint: publicKeyFingerprint(publicKey),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
  if (stored === undefined) return { ...credential, ...common }
  if (parsed === undefined) return withoutCertificate({ ...credential, ...common })
  const links = stored.chain.flatMap((pem) => parseStoredCertificate(pem) ?? [])
  const chain = new CertificatePool(links).chainOf(parsed)
  const certificate = describeCertificate(parsed, chain, stored.importedAt, isChainSent)
  return withFittingConfirmation({ ...credential, ...common, certificate } as Credential, certificate)
}

function withoutCertificate(credential: Credential): Credential {
  const { id, profileId, keySize, publicKeyFingerprint: fingerprint, publicKeyPem, createdAt, request } = credential
  const common = { id, profileId, keySize, publicKeyFingerprint: fingerprint, publicKeyPem, createdAt }
  const requested = request === undefined ? common : { ...common, request }
  return credential.state === 'retired'
    ? { ...requested, state: 'retired', retiredAt: credential.retiredAt }
    : { ...requested, state: 'key-created' }
}

function withFittingConfirmation(credential: Credential, { thumbprint }: Certificate): Credential {
  if (!('confirmation' in credential) || credential.confirmation === undefined) return credential
  const { confirmation, ...unconfirmed } = credential
  if (recognizeThumbprint(confirmation.thumbprint, thumbprint) !== undefined) return credential
  return unconfirmed.state === 'confirmed' ? { ...unconfirmed, state: 'certificate-imported' } : unconfirmed
}
