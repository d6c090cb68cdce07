import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import forge from 'node-forge'
import { dayMs } from '#shared/values/local-day.ts'

/** A certificate and its key, PEM. */
export interface ServerCertificate {
  readonly cert: string
  readonly key: string
}

export interface Issuer extends ServerCertificate {
  readonly name: string
}

export interface WantedCertificate {
  readonly commonName: string
  /** In Germany. */
  readonly organization?: string
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

/** Creates a key and its certificate with any dates; openssl cannot create an expired one. */
export function newServerCertificate(wanted: WantedCertificate): ServerCertificate {
  const { bits = 2048 } = wanted
  return certify(generateKeyPairSync('rsa', { modulusLength: bits }).privateKey, wanted)
}

/** Creates a certificate of a key. */
export function certify(own: KeyObject, wanted: WantedCertificate): ServerCertificate {
  const key = own.export({ type: 'pkcs1', format: 'pem' }).toString()
  const publicKey = createPublicKey(own).export({ type: 'spki', format: 'pem' }).toString()
  return { cert: certifyPublicKey(publicKey, wanted.issuer?.key ?? key, wanted), key }
}

/** Creates a certificate of someone's public key, for which nobody needs the private one. @param issuerKey PEM */
export function certifyPublicKey(publicKeyPem: string, issuerKey: string, wanted: WantedCertificate): string {
  const {
    commonName,
    organization,
    issuer,
    isAuthority = false,
    hosts = [],
    from = -1,
    to = 30,
    digest = 'sha256',
  } = wanted
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKeyPem)
  certificate.serialNumber = `01${Math.floor(Math.random() * 2 ** 40).toString(16)}`
  certificate.validity.notBefore = new Date(Date.now() + from * dayMs)
  certificate.validity.notAfter = new Date(Date.now() + to * dayMs)
  const company = [
    { name: 'countryName', value: 'DE' },
    { name: 'organizationName', value: organization ?? '' },
  ]
  certificate.setSubject([...(organization === undefined ? [] : company), { name: 'commonName', value: commonName }])
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
  signCertificate(certificate, issuerKey, digest)
  return forge.pki.certificateToPem(certificate)
}

/** Signs a certificate with OpenSSL, which takes a fraction of the time of JavaScript. @param key PEM */
export function signCertificate(
  certificate: forge.pki.Certificate,
  key: string,
  digest: 'sha1' | 'sha256' = 'sha256',
): void {
  const noKey = { sign: () => '' } satisfies Partial<forge.pki.rsa.PrivateKey>
  certificate.sign(noKey as unknown as forge.pki.rsa.PrivateKey, forge.md[digest].create())
  const signed = Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), 'binary')
  certificate.signature = sign(digest, signed, key).toString('binary')
}
