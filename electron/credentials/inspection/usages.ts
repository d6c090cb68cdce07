import { objectIdentifier, readWhole, sequence } from '../formats/ber.ts'
import type { Extension } from './x509-structure.ts'

/** The extensions that Clavis looks into (RFC 5280 §4.2.1). */
export const extensionOid = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  issuerAltName: '2.5.29.18',
  basicConstraints: '2.5.29.19',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInformationAccess: '1.3.6.1.5.5.7.1.1',
} as const

/** Bits of KeyUsage in their order (RFC 5280 §4.2.1.3), in OpenSSL's words. */
const keyUsageWords = [
  'Digital Signature',
  'Non Repudiation',
  'Key Encipherment',
  'Data Encipherment',
  'Key Agreement',
  'Certificate Sign',
  'CRL Sign',
  'Encipher Only',
  'Decipher Only',
] as const

/** The purpose that a client's certificate needs for mutual TLS (RFC 5280 §4.2.1.12, id-kp-clientAuth). */
export const clientAuthentication = 'TLS Web Client Authentication'

const extendedKeyUsageWords: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'TLS Web Server Authentication',
  '1.3.6.1.5.5.7.3.2': clientAuthentication,
  '1.3.6.1.5.5.7.3.3': 'Code Signing',
  '1.3.6.1.5.5.7.3.4': 'E-mail Protection',
  '1.3.6.1.5.5.7.3.8': 'Time Stamping',
  '1.3.6.1.5.5.7.3.9': 'OCSP Signing',
  '2.5.29.37.0': 'Any Extended Key Usage',
}

/** Returns the key usages; undefined if the certificate doesn't limit them. */
export function keyUsagesOf(extensions: readonly Extension[]): string[] | undefined {
  const extension = find(extensions, extensionOid.keyUsage)
  if (extension === undefined) return undefined
  // The first byte is the number of unused bits; bit 0 is the highest of the second one.
  const bits = readWhole(extension.value).content.subarray(1)
  return keyUsageWords.filter((_word, bit) => ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0)
}

/** Returns the certificate's extended key usages; undefined if it doesn't limit them. */
export function extendedKeyUsagesOf(extensions: readonly Extension[]): string[] | undefined {
  const extension = find(extensions, extensionOid.extendedKeyUsage)
  return (
    extension &&
    sequence(readWhole(extension.value))
      .map(objectIdentifier)
      .map((oid) => extendedKeyUsageWords[oid] ?? oid)
  )
}

function find(extensions: readonly Extension[], oid: string): Extension | undefined {
  return extensions.find((each) => each.oid === oid)
}
