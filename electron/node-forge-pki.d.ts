import type forge from 'node-forge'

// In the library for years; its published types lack them.
declare module 'node-forge' {
  namespace pki {
    /** CertificationRequestInfo (RFC 2986 §4.1) of a request. */
    function getCertificationRequestInfo(request: forge.pki.CertificateSigningRequest): forge.asn1.Asn1
    /** TBSCertificate (RFC 5280 §4.1) of a certificate. */
    function getTBSCertificate(certificate: forge.pki.Certificate): forge.asn1.Asn1
  }
}
