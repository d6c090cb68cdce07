import type { Credential, CredentialState, ThumbprintMatch } from '../../shared/model/credential.ts'

/** How each state is named to people. */
export const stateNames: Readonly<Record<CredentialState, string>> = {
  'key-created': 'Key made',
  'csr-exported': 'Waiting for the certificate',
  'certificate-imported': 'Certificate imported',
  confirmed: 'Confirmed by the portal',
  active: 'Active: it signs',
  retired: 'Retired',
}

/** The steps of a credential's life as the page draws them, in order. */
export const lifeSteps = ['Key', 'CSR', 'Certificate', 'Confirmed', 'Active'] as const

/** How many of {@link lifeSteps} a credential has behind it. */
export function stepsDone(credential: Credential): number {
  switch (credential.state) {
    case 'key-created':
      return credential.request === undefined ? 1 : 1.5
    case 'csr-exported':
      return 2
    case 'certificate-imported':
      return 3
    case 'confirmed':
      return 4
    case 'active':
      return 5
    case 'retired':
      return 'certificate' in credential && credential.certificate !== undefined ? 3 : 1
  }
}

/** The one next thing to do with a credential. */
export type NextAction = 'make-request' | 'export-request' | 'import-certificate' | 'confirm' | 'activate' | 'none'

/** @param another whether another credential of the profile is active */
export function nextAction(credential: Credential, another: boolean): NextAction {
  switch (credential.state) {
    case 'key-created':
      return credential.request === undefined ? 'make-request' : 'export-request'
    case 'csr-exported':
      return 'import-certificate'
    case 'certificate-imported':
      return 'confirm'
    case 'confirmed':
      return 'activate'
    case 'active':
      return credential.confirmation === undefined && !another ? 'confirm' : 'none'
    case 'retired':
      return 'none'
  }
}

/** What stands beside the button of the next thing. */
export const nextWords: Readonly<Record<NextAction, string>> = {
  'make-request': 'Make a CSR, which the certificate authority signs.',
  'export-request': 'Save or copy the CSR and send it to the certificate authority.',
  'import-certificate': 'When the signed certificate has come, import it or drop it on this window.',
  confirm: 'Upload the certificate in the portal, then paste the Thumbprint that it shows.',
  activate: 'Make it the one that signs.',
  none: '',
}

/** In which spelling a pasted thumbprint was recognised. */
export const encodingNames: Readonly<Record<Extract<ThumbprintMatch, { kind: 'match' }>['encoding'], string>> = {
  'sha1-hex': 'SHA-1 in hex',
  'sha256-hex': 'SHA-256 in hex',
  'sha1-base64url': 'SHA-1 in base64url (x5t)',
  'sha256-base64url': 'SHA-256 in base64url (x5t#S256)',
}

/** Hex with a colon between bytes. */
export function withColons(hex: string): string {
  return (hex.match(/../gu) ?? []).join(':')
}
