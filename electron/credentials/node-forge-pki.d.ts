import type forge from 'node-forge'

declare module 'node-forge' {
  namespace pki {
    /** CertificationRequestInfo (RFC 2986 §4.1) of a request. In the library since 0.6; its published types lack it. */
    function getCertificationRequestInfo(request: forge.pki.CertificateSigningRequest): forge.asn1.Asn1
  }
}
