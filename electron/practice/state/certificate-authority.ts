import { createPrivateKey, generateKeyPair, randomBytes, sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { dayMs } from '#shared/values/local-day.ts'
import { invalidRequest } from './responses.ts'

/** Key and certificate, PEM. */
export interface SignedKey {
  readonly keyPem: string
  readonly certificatePem: string
}

const authorityName = [
  { name: 'commonName', value: 'Clavis Practice CA' },
  { name: 'organizationName', value: 'Clavis practice service' },
]

/** Creates the authority's own key and certificate, valid for ten years. */
export async function createAuthority(now: number): Promise<SignedKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  const certificate = newCertificate(publicKeyPem(publicKey), now, 3650)
  certificate.setSubject(authorityName)
  certificate.setIssuer(authorityName)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  return { keyPem: keyPem(privateKey), certificatePem: await signCertificate(certificate, privateKey) }
}

/** Creates a server key and its certificate for this computer's loopback names. */
export async function createServerKey(authority: SignedKey, now: number): Promise<SignedKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const certificate = newCertificate(publicKeyPem(publicKey), now, 397)
  certificate.setSubject([{ name: 'commonName', value: 'localhost' }])
  const names = [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
    { type: 7, ip: '::1' },
  ]
  issue(certificate, authority, [
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: names },
  ])
  return {
    keyPem: keyPem(privateKey),
    certificatePem: await signCertificate(certificate, createPrivateKey(authority.keyPem)),
  }
}

/**
 * Signs a CSR (RFC 2986) for client authentication, with its subject and its subject alternative names.
 * @param days validity of the certificate
 * @throws Refusal
 */
export async function signRequest(
  authority: SignedKey,
  requestPem: string,
  days: number,
  now: number,
): Promise<string> {
  const request = readRequest(requestPem)
  const { publicKey } = request
  if (publicKey === null || !('n' in publicKey)) throw invalidRequest('The CSR has no RSA key.')
  if (publicKey.n.bitLength() < 2048) throw invalidRequest('The CSR’s key has fewer than 2048 bits.')
  if (request.subject.attributes.length === 0) throw invalidRequest('The CSR has no subject.')
  const certificate = newCertificate(forge.pki.publicKeyToPem(publicKey), now, days)
  certificate.setSubject(request.subject.attributes.map(asField))
  issue(certificate, authority, [{ name: 'extKeyUsage', clientAuth: true }, ...requestedNames(request)])
  return signCertificate(certificate, createPrivateKey(authority.keyPem))
}

function readRequest(pem: string): forge.pki.CertificateSigningRequest {
  let request: forge.pki.CertificateSigningRequest
  try {
    request = forge.pki.certificationRequestFromPem(pem)
  } catch {
    throw invalidRequest('This is not a CSR in PEM format (-----BEGIN CERTIFICATE REQUEST-----).')
  }
  let isGenuine: boolean
  try {
    isGenuine = request.verify()
  } catch {
    isGenuine = false
  }
  if (!isGenuine) throw invalidRequest('The CSR’s signature doesn’t match its key.')
  return request
}

function requestedNames(request: forge.pki.CertificateSigningRequest): object[] {
  const attribute = request.getAttribute({ name: 'extensionRequest' }) as { extensions?: unknown } | null
  const extensions = Array.isArray(attribute?.extensions) ? (attribute.extensions as { name?: string }[]) : []
  return extensions.filter(({ name }) => name === 'subjectAltName')
}

function issue(certificate: forge.pki.Certificate, authority: SignedKey, extensions: object[]): void {
  const issuer = forge.pki.certificateFromPem(authority.certificatePem)
  certificate.setIssuer(issuer.subject.attributes)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'subjectKeyIdentifier' },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
    ...extensions,
  ])
}

function newCertificate(publicKey: string, now: number, days: number): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  const serial = randomBytes(16)
  // A positive number (RFC 5280 §4.1.2.2) that never starts with zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  certificate.serialNumber = serial.toString('hex')
  // Clocks differ by some minutes, so a certificate is valid from a little before now.
  certificate.validity.notBefore = new Date(now - 3_600_000)
  certificate.validity.notAfter = new Date(now + days * dayMs)
  return certificate
}

/** Signs with Node's crypto: node-forge would take many times as long, on this thread. */
async function signCertificate(certificate: forge.pki.Certificate, key: KeyObject): Promise<string> {
  const { Class, Type, create, oidToDer, toDer } = forge.asn1
  const algorithm = forge.pki.oids['sha256WithRSAEncryption'] ?? ''
  certificate.signatureOid = algorithm
  certificate.siginfo.algorithmOid = algorithm
  const toBeSigned = forge.pki.getTBSCertificate(certificate)
  const signature = await promisify(sign)('sha256', Buffer.from(toDer(toBeSigned).getBytes(), 'binary'), key)
  const signed = create(Class.UNIVERSAL, Type.SEQUENCE, true, [
    toBeSigned,
    create(Class.UNIVERSAL, Type.SEQUENCE, true, [
      create(Class.UNIVERSAL, Type.OID, false, oidToDer(algorithm).getBytes()),
      create(Class.UNIVERSAL, Type.NULL, false, ''),
    ]),
    create(Class.UNIVERSAL, Type.BITSTRING, false, `\0${signature.toString('binary')}`),
  ])
  return forge.pem
    .encode({ type: 'CERTIFICATE', body: toDer(signed).getBytes() }, { maxline: 64 })
    .replaceAll('\r\n', '\n')
}

/** Decodes an attribute's value, which node-forge leaves in bytes and would encode a second time. */
function asField(attribute: forge.pki.CertificateField): forge.pki.CertificateField {
  const isUtf8 = (attribute.valueTagClass as unknown as forge.asn1.Type | undefined) === forge.asn1.Type.UTF8
  return isUtf8 && typeof attribute.value === 'string'
    ? { ...attribute, value: forge.util.decodeUtf8(attribute.value) }
    : attribute
}

function publicKeyPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

function keyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
