import { X509Certificate } from 'node:crypto'

/** The code for a weak chain, whatever the TLS library calls it. */
export const weakChain = 'CERT_TOO_WEAK'

/** Signatures with MD5 and SHA-1, for RSA, DSA and ECDSA. */
const brokenSignatures = [
  ...['1.2.840.113549.1.1.4', '1.2.840.113549.1.1.5', '1.3.14.3.2.29'],
  ...['1.2.840.10040.4.3', '1.2.840.10045.4.1'],
]

/** Minimum key sizes in bits for 112 bits of security (NIST SP 800-57, table 2). */
const minBits: Readonly<Record<string, number>> = { rsa: 2048, 'rsa-pss': 2048, dsa: 2048 }

/**
 * Returns the path that is verified: up to the first trusted authority, as OpenSSL and BoringSSL choose it, although the
 * server sends more, such as a root that an older one signed. All certificates if none is trusted.
 * @param sent from the server's own to its last issuer
 * @param authorities PEM
 */
export function verifiedPath(
  sent: readonly X509Certificate[],
  authorities: readonly string[],
): readonly X509Certificate[] {
  const trusted = Map.groupBy(
    authorities
      .flatMap((pem) => pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [])
      .map((pem) => new X509Certificate(pem)),
    ({ subject }) => subject,
  )
  for (const [index, certificate] of sent.entries()) {
    const path = sent.slice(0, index + 1)
    if (trusted.get(certificate.subject)?.some(({ raw }) => raw.equals(certificate.raw)) === true) return path
    const issuer = trusted
      .get(certificate.issuer)
      ?.find((each) => certificate.checkIssued(each) && certificate.verify(each.publicKey))
    if (issuer !== undefined) return [...path, issuer]
  }
  return sent
}

/**
 * Describes what is too weak in a chain; undefined if nothing is. OpenSSL applies the same rule by its security level;
 * BoringSSL has none.
 * @param certificates the verified path, from the server's own to its last issuer, whose own signature proves nothing
 */
export function weaknessOf(certificates: readonly X509Certificate[]): string | undefined {
  for (const [index, { publicKey, signatureAlgorithm, signatureAlgorithmOid }] of certificates.entries()) {
    const whose = index === 0 ? 'its certificate' : 'an issuer’s certificate'
    const { modulusLength } = publicKey.asymmetricKeyDetails ?? {}
    if (modulusLength !== undefined && modulusLength < (minBits[publicKey.asymmetricKeyType ?? ''] ?? 0))
      return `${whose} has a key of ${modulusLength} bits, which is too weak (minimum: 2048)`
    if (index < certificates.length - 1 && brokenSignatures.includes(signatureAlgorithmOid))
      return `${whose} is signed with ${signatureAlgorithm ?? signatureAlgorithmOid}, which is no longer safe`
  }
  return undefined
}
