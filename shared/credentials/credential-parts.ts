import type { Certificate, Credential, CredentialState } from './credential.ts'

export const stateNames: Readonly<Record<CredentialState, string>> = {
  'key-created': 'Key created',
  'csr-exported': 'Waiting for certificate',
  'certificate-imported': 'Certificate imported',
  confirmed: 'Confirmed',
  active: 'Active',
  retired: 'Retired',
}

export function certificateOf(credential: Credential | undefined): Certificate | undefined {
  return credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
}

/** Returns the common name of a distinguished name in one line; undefined if it has none. */
export function commonNameOf(subject: string): string | undefined {
  return /(?:^|[,+] ?)CN=(?<name>[^,+]+)/u.exec(subject)?.groups?.['name']
}

/** Returns what the portal showed for a credential; undefined if that is not confirmed. */
export function confirmationOf(
  credential: Credential | undefined,
): Extract<Credential, { state: 'confirmed' }>['confirmation'] | undefined {
  return credential !== undefined && 'confirmation' in credential ? credential.confirmation : undefined
}
