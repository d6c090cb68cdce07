import type { Credential, CredentialState, ThumbprintEncoding } from '../../../shared/model/credential/credential.ts'

/** How each state is named to people. */
export const stateNames: Readonly<Record<CredentialState, string>> = {
  'key-created': 'Key made',
  'csr-exported': 'Waiting for the certificate',
  'certificate-imported': 'Certificate imported',
  confirmed: 'Confirmed by the portal',
  active: 'Active: it signs',
  retired: 'Retired',
}

/** What a credential is called: its certificate’s subject, else its CSR’s common name, else its key. */
export function titleOf(credential: Credential): string {
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  return certificate?.subject ?? credential.request?.subject.commonName ?? `RSA key, ${credential.keySize} bits`
}

/** In which spelling a pasted thumbprint was recognised. */
export const encodingNames: Readonly<Record<ThumbprintEncoding, string>> = {
  'sha1-hex': 'SHA-1 in hex',
  'sha256-hex': 'SHA-256 in hex',
  'sha1-base64url': 'SHA-1 in base64url (x5t)',
  'sha256-base64url': 'SHA-256 in base64url (x5t#S256)',
}

/** Hex with a colon between bytes. */
export function withColons(hex: string): string {
  return (hex.match(/../gu) ?? []).join(':')
}
