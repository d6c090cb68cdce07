import forge from 'node-forge'

/** Names that OpenSSL has and node-forge lacks. */
const furtherNames: Readonly<Record<string, string>> = {
  '1.2.840.10045.2.1': 'id-ecPublicKey',
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.4.3.3': 'ecdsa-with-SHA384',
  '1.2.840.10045.4.3.4': 'ecdsa-with-SHA512',
  '1.2.840.113549.1.1.10': 'rsassaPss',
  '1.3.101.112': 'ED25519',
}

/** Returns the name of an algorithm, e.g. `sha256WithRSAEncryption`; its object identifier if it has none. */
export function algorithmName(oid: string): string {
  return furtherNames[oid] ?? forge.pki.oids[oid] ?? oid
}
