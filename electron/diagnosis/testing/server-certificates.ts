import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

/** A certificate and its key, PEM. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

export interface Issuer extends ServerCertificate {
  readonly name: string
}

const day = 86_400_000

interface Wanted {
  readonly commonName: string
  /** Self-signed if there is none. */
  readonly issuer?: Issuer
  readonly isAuthority?: boolean
  /** Host names and addresses. */
  readonly hosts?: readonly string[]
  /** Days from now. */
  readonly from?: number
  readonly to?: number
  /** Of the RSA key; 2048 by default. */
  readonly bits?: number
  readonly digest?: 'sha1' | 'sha256'
}

/** Creates a certificate with any dates; openssl cannot create an expired one. */
export function makeServerCertificate(wanted: Wanted): ServerCertificate {
  const {
    commonName,
    issuer,
    isAuthority = false,
    hosts = [],
    from = -1,
    to = 30,
    bits = 2048,
    digest = 'sha256',
  } = wanted
  const pair = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey)
  certificate.serialNumber = `01${Math.floor(Math.random() * 2 ** 40).toString(16)}`
  certificate.validity.notBefore = new Date(Date.now() + from * day)
  certificate.validity.notAfter = new Date(Date.now() + to * day)
  certificate.setSubject([{ name: 'commonName', value: commonName }])
  certificate.setIssuer([{ name: 'commonName', value: issuer?.name ?? commonName }])
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isAuthority, critical: true },
    ...(hosts.length === 0
      ? []
      : [
          {
            name: 'subjectAltName',
            altNames: hosts.map((host) => (/^[\d.]+$/u.test(host) ? { type: 7, ip: host } : { type: 2, value: host })),
          },
        ]),
  ])
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.key ?? pair.privateKey), forge.md[digest].create())
  return { cert: forge.pki.certificateToPem(certificate), key: pair.privateKey }
}
