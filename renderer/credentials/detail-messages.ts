import type { Credential, ThumbprintEncoding } from '#shared/credentials/credential.ts'
import type { CredentialEvent } from '#shared/credentials/history.ts'
import type { LintFinding } from '#shared/credentials/inspection.ts'

/** Names a credential by its certificate’s subject, else its CSR’s common name, else its key. */
export function titleOf(credential: Credential): string {
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  return certificate?.subject ?? credential.request?.subject.commonName ?? `RSA key, ${credential.keySize} bits`
}

/**
 * Names a credential like {@link titleOf}, with the start of its thumbprint (without a certificate: of its public key’s
 * SHA-256) if another one of the profile has the same title.
 */
export function nameAmong(credential: Credential, credentials: readonly Credential[]): string {
  const title = titleOf(credential)
  if (!credentials.some((other) => other.id !== credential.id && titleOf(other) === title)) return title
  const certificate = 'certificate' in credential ? credential.certificate : undefined
  return `${title} (${(certificate?.thumbprint.sha1 ?? credential.publicKeyFingerprint).slice(0, 8)})`
}

export const encodingNames: Readonly<Record<ThumbprintEncoding, string>> = {
  'sha1-hex': 'SHA-1 in hex',
  'sha256-hex': 'SHA-256 in hex',
  'sha1-base64url': 'SHA-1 in base64url (x5t)',
  'sha256-base64url': 'SHA-256 in base64url (x5t#S256)',
}

const eventNames: Readonly<Record<Exclude<CredentialEvent['kind'], 'tried' | 'warned'>, string>> = {
  'key-made': 'Key created',
  'csr-made': 'CSR created',
  'csr-saved': 'CSR saved or copied',
  'certificate-imported': 'Certificate imported',
  'certificate-with-key-imported': 'Certificate and key imported',
  'chain-completed': 'Issuer added to the chain',
  confirmed: 'Confirmed with the portal',
  activated: 'Activated',
  deactivated: 'Deactivated: another credential was activated',
  retired: 'Retired',
  removed: 'Removed from the profile',
  'key-destroyed': 'Private key deleted',
  'key-restored': 'Private key restored',
  restored: 'Restored from a backup',
}

export function eventMessage(event: CredentialEvent): string {
  if (event.kind === 'tried')
    return `Tested with a token request: ${event.failure === undefined ? 'accepted' : `failed (${event.failure})`}`
  if (event.kind !== 'warned') return eventNames[event.kind]
  if (event.days === 0) return 'Warned on expiry'
  return event.days === 1 ? 'Warned 1 day before expiry' : `Warned ${event.days} days before expiry`
}

const severities = ['error', 'warning', 'note'] as const

export const severityNames: Readonly<Record<LintFinding['severity'], string>> = {
  error: 'Error',
  warning: 'Warning',
  note: 'Note',
}

/** Sorts findings by severity, the most severe first. */
export function bySeverity(findings: readonly LintFinding[]): LintFinding[] {
  return severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity))
}

/** Counts findings by severity, e.g. `1 error, 2 notes`. */
export function findingsMessage(findings: readonly LintFinding[]): string {
  return severities
    .map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}${count === 1 ? '' : 's'}`)
    .join(', ')
}
