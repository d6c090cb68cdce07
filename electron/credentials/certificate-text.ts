import { X509Certificate } from 'node:crypto'
import { ClavisError } from '../../shared/model/error.ts'

const pemBlock = /-----BEGIN (?<label>[^-]+)-----[\s\S]*?-----END \k<label>-----/gu
const certificateLabels = ['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE']

/**
 * Reads every certificate of a file or a pasted text: PEM with any number of certificates and any text around them, or
 * one in DER.
 * @throws `certificate-unreadable`; the message says what was there instead
 */
export function readCertificates(content: string | Uint8Array): X509Certificate[] {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1')
  const blocks = [...text.matchAll(pemBlock)].map((match) => ({
    label: match.groups?.['label'] ?? '',
    pem: match[0].replaceAll(/^[ \t]+/gmu, ''),
  }))
  const certificates = blocks.filter(({ label }) => certificateLabels.includes(label))
  if (certificates.length > 0) return certificates.map(({ pem }) => parse(pem))
  const [other] = blocks
  if (other !== undefined) throw unreadable(instead(other.label))
  if (typeof content !== 'string' && content[0] === derSequence) return [parse(content)]
  if (/-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/u.test(text))
    throw unreadable('The certificate is cut off: its last line, -----END CERTIFICATE-----, is missing.')
  throw unreadable('There is no certificate in it.')
}

/** The first byte of a DER certificate (X.690 §8.9). */
const derSequence = 0x30

function parse(content: string | Uint8Array): X509Certificate {
  try {
    return new X509Certificate(content)
  } catch (error) {
    throw unreadable('A certificate in it is damaged.', error)
  }
}

function instead(label: string): string {
  if (label.includes('PRIVATE KEY')) return 'It holds a private key, not a certificate. Keep that file safe.'
  if (label.includes('CERTIFICATE REQUEST')) return 'It holds a CSR, not the certificate that was signed from it.'
  if (label.includes('PKCS7') || label === 'CMS')
    return 'It holds a PKCS#7 bundle. Turn it into PEM first: openssl pkcs7 -print_certs -in FILE.'
  return `It holds “${label}”, not a certificate.`
}

function unreadable(message: string, cause?: unknown): ClavisError {
  return new ClavisError('certificate-unreadable', message, {
    hint: 'Give the signed certificate as PEM (-----BEGIN CERTIFICATE-----) or DER.',
    cause,
  })
}
