import forge from 'node-forge'
import { dayMs } from '#shared/values/local-day.ts'
import { makeServerCertificate, signCertificate } from '../../diagnostics/testing/server-certificates.ts'

/** A certificate authority for clients: a root that servers trust, and an authority below it that signs. */
export interface ClientAuthority {
  /** The root's certificate, PEM. */
  readonly root: string
  /** Signs a CSR; returns the certificate and the issuing authority's, both PEM. */
  readonly sign: (requestPem: string) => string
}

export function makeClientAuthority(): ClientAuthority {
  const root = makeServerCertificate({ commonName: 'Client Root', isAuthority: true })
  const issuing = makeServerCertificate({
    ...{ commonName: 'Client Issuing CA', isAuthority: true },
    issuer: { ...root, name: 'Client Root' },
  })
  return {
    root: root.cert,
    sign: (requestPem) => {
      const request = forge.pki.certificationRequestFromPem(requestPem)
      if (request.publicKey === null) throw new Error('The CSR has no key.')
      const certificate = forge.pki.createCertificate()
      certificate.publicKey = request.publicKey
      certificate.serialNumber = `01${Math.floor(Math.random() * 2 ** 40).toString(16)}`
      certificate.validity.notBefore = new Date(Date.now() - dayMs)
      certificate.validity.notAfter = new Date(Date.now() + 30 * dayMs)
      certificate.setSubject(request.subject.attributes)
      certificate.setIssuer([{ name: 'commonName', value: 'Client Issuing CA' }])
      signCertificate(certificate, issuing.key)
      return forge.pki.certificateToPem(certificate) + issuing.cert
    },
  }
}
