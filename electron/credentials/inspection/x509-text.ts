import { X509Certificate, createPublicKey, type KeyObject } from 'node:crypto'
import oids from 'node-forge/lib/oids.js'
import { extensionText, hexOf } from './extension-text.ts'
import { nameText } from './name-text.ts'
import { readCertificateStructure, readRequestStructure, type Extension } from './x509-structure.ts'

/** Formats a certificate like `openssl x509 -text -noout`, which people know, in lines such as `Version: 3 (0x2)`. */
export function certificateText(der: Buffer): string {
  const certificate = new X509Certificate(der)
  const { version, serialNumber, signatureAlgorithm, issuer, subject, publicKeyAlgorithm, extensions, signature } =
    readCertificateStructure(der)
  return lines([
    'Certificate:',
    '    Data:',
    `        Version: ${version} (0x${(version - 1).toString(16)})`,
    ...serialLines(serialNumber),
    `        Signature Algorithm: ${algorithmName(signatureAlgorithm)}`,
    `        Issuer: ${nameText(issuer)}`,
    '        Validity',
    `            Not Before: ${validityText(certificate.validFromDate)}`,
    `            Not After : ${validityText(certificate.validToDate)}`,
    `        Subject: ${nameText(subject)}`,
    ...publicKeyLines(certificate.publicKey, publicKeyAlgorithm),
    ...(extensions.length === 0 ? [] : ['        X509v3 extensions:', ...extensionLines(extensions, 12)]),
    ...signatureLines(signatureAlgorithm, signature),
  ])
}

/**
 * A CSR laid out as `openssl req -text -noout` does, in lines such as `Version: 1 (0x0)`.
 * @param pem the CSR in PEM (RFC 7468 §7)
 */
export function requestText(pem: string): string {
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/gu, ''), 'base64')
  const { version, subject, publicKeyAlgorithm, publicKeyInfo, extensions, signatureAlgorithm, signature } =
    readRequestStructure(der)
  return lines([
    'Certificate Request:',
    '    Data:',
    `        Version: ${version} (0x${(version - 1).toString(16)})`,
    `        Subject: ${nameText(subject)}`,
    ...publicKeyLines(createPublicKey({ key: publicKeyInfo, format: 'der', type: 'spki' }), publicKeyAlgorithm),
    '        Attributes:',
    ...(extensions.length === 0
      ? ['            (none)']
      : ['            Requested Extensions:', ...extensionLines(extensions, 16)]),
    ...signatureLines(signatureAlgorithm, signature),
  ])
}

function lines(all: readonly string[]): string {
  return `${all.map((line) => line.trimEnd()).join('\n')}\n`
}

function serialLines(serial: Buffer): string[] {
  // Up to eight bytes OpenSSL prints the number itself.
  const isShort = serial.length <= 8 && ((serial[0] ?? 0) & 0x80) === 0
  if (!isShort)
    return ['        Serial Number:', `            ${hexOf(serial[0] === 0 ? serial.subarray(1) : serial, ':')}`]
  const value = BigInt(`0x${serial.toString('hex')}`)
  return [`        Serial Number: ${value} (0x${value.toString(16)})`]
}

/** For example `Mar  3 09:07:00 2027 GMT`. */
function validityText(date: Date): string {
  const [, , month = '', year = '', time = ''] = date.toUTCString().split(' ')
  return `${month} ${String(date.getUTCDate()).padStart(2)} ${time} ${year} GMT`
}

function publicKeyLines(key: KeyObject, algorithm: string): string[] {
  const head = ['        Subject Public Key Info:', `            Public Key Algorithm: ${algorithmName(algorithm)}`]
  if (key.asymmetricKeyType !== 'rsa') return head
  const { n = '', e = '' } = key.export({ format: 'jwk' })
  const modulus = Buffer.from(n, 'base64url')
  const exponent = BigInt(`0x${Buffer.from(e, 'base64url').toString('hex')}`)
  const padded = ((modulus[0] ?? 0) & 0x80) === 0 ? modulus : Buffer.concat([Buffer.from([0]), modulus])
  return [
    ...head,
    `                Public-Key: (${key.asymmetricKeyDetails?.modulusLength ?? 0} bit)`,
    '                Modulus:',
    ...hexLines(padded, 15, 20),
    `                Exponent: ${exponent} (0x${exponent.toString(16)})`,
  ]
}

function extensionLines(extensions: readonly Extension[], indent: number): string[] {
  return extensions.flatMap(extensionText).map((line) => `${' '.repeat(indent)}${line}`)
}

function signatureLines(algorithm: string, signature: Buffer): string[] {
  return [`    Signature Algorithm: ${algorithmName(algorithm)}`, '    Signature Value:', ...hexLines(signature, 18, 8)]
}

/** Bytes in hex with colons, each line but the last ending in one. */
function hexLines(bytes: Buffer, each: number, indent: number): string[] {
  const rows: string[] = []
  for (let at = 0; at < bytes.length; at += each) {
    const isLast = at + each >= bytes.length
    rows.push(`${' '.repeat(indent)}${hexOf(bytes.subarray(at, at + each), ':')}${isLast ? '' : ':'}`)
  }
  return rows
}

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
function algorithmName(oid: string): string {
  return furtherNames[oid] ?? oids[oid] ?? oid
}
