import type { ErrorCode } from '../../shared/model/errors/error.ts'

/**
 * Exit codes of the command line (design, section 8; the numbers are those of sysexits.h). `interrupted` is a shell’s way of
 * saying so, for where a program cannot end by the signal itself.
 */
export const exitCodes = {
  ...{ fine: 0, usage: 64, input: 65, unavailable: 69, fault: 70, refused: 77 },
  interrupted: 130,
} as const

/** The exit code of each error. */
const exitCodeOf: Readonly<Record<ErrorCode, number>> = {
  'input-invalid': exitCodes.input,
  'profile-not-found': exitCodes.input,
  'profile-name-taken': exitCodes.input,
  'profile-file-invalid': exitCodes.input,
  'profile-changed-elsewhere': exitCodes.input,
  'credential-not-found': exitCodes.input,
  'credential-state-wrong': exitCodes.input,
  'import-limit-exceeded': exitCodes.input,
  'certificate-unreadable': exitCodes.input,
  'certificate-without-key': exitCodes.input,
  'certificate-unsuitable': exitCodes.input,
  'key-unsuitable': exitCodes.input,
  'dialog-expired': exitCodes.input,
  'name-not-typed': exitCodes.input,
  'not-confirmed': exitCodes.input,
  'backup-file-invalid': exitCodes.input,
  'backup-file-damaged': exitCodes.input,
  'backup-passphrase-wrong': exitCodes.input,
  'backup-too-new': exitCodes.input,
  'no-active-credential': exitCodes.input,
  'no-certificate': exitCodes.input,
  'no-client-secret': exitCodes.input,
  'certificate-expired': exitCodes.input,
  'certificate-not-yet-valid': exitCodes.input,
  'keychain-unavailable': exitCodes.unavailable,
  'keychain-locked': exitCodes.unavailable,
  'keychain-denied': exitCodes.unavailable,
  'keychain-entry-missing': exitCodes.unavailable,
  'keychain-entry-damaged': exitCodes.unavailable,
  'disk-full': exitCodes.unavailable,
  'disk-failed': exitCodes.unavailable,
  'file-untrusted': exitCodes.input,
  'store-damaged': exitCodes.input,
  'store-too-new': exitCodes.input,
  'network-unreachable': exitCodes.unavailable,
  'network-name-not-found': exitCodes.unavailable,
  'network-refused': exitCodes.unavailable,
  'network-timeout': exitCodes.unavailable,
  'network-interrupted': exitCodes.unavailable,
  'network-tls': exitCodes.unavailable,
  'network-keys-recorded': exitCodes.input,
  'network-proxy': exitCodes.unavailable,
  'network-proxy-login-missing': exitCodes.input,
  'network-proxy-login-refused': exitCodes.unavailable,
  'plain-http-refused': exitCodes.input,
  'redirect-refused': exitCodes.unavailable,
  'response-too-large': exitCodes.unavailable,
  'response-not-json': exitCodes.unavailable,
  'response-truncated': exitCodes.unavailable,
  'token-cancelled': exitCodes.unavailable,
  'token-refused': exitCodes.refused,
  'token-response-invalid': exitCodes.unavailable,
  'service-unauthorized': exitCodes.refused,
  'service-refused': exitCodes.refused,
  'service-rate-limited': exitCodes.unavailable,
  'service-failed': exitCodes.unavailable,
  'list-records-missing': exitCodes.unavailable,
  'list-records-ambiguous': exitCodes.input,
  'list-envelope-invalid': exitCodes.unavailable,
  'list-cursor-repeated': exitCodes.unavailable,
  'list-cursor-refused': exitCodes.refused,
  'list-run-gone': exitCodes.input,
  'list-cancelled': exitCodes.unavailable,
  'snapshot-not-found': exitCodes.input,
  'list-file-damaged': exitCodes.input,
  'practice-not-running': exitCodes.unavailable,
  'practice-port-taken': exitCodes.unavailable,
  'call-refused': exitCodes.fault,
  'internal-fault': exitCodes.fault,
}

/** The exit code that an error ends the command with. */
export function exitCodeFor(code: ErrorCode): number {
  return exitCodeOf[code]
}
