import { visibleLine } from './values/visible-text.ts'

/**
 * The closed list of error codes. Every failure that a person or a script can see has one. Codes are stable once
 * released: scripts match on them.
 */
export const errorCodes = [
  // Input
  'input-invalid',
  'profile-not-found',
  'profile-name-taken',
  'profile-file-invalid',
  'profile-changed-elsewhere',
  'credential-not-found',
  'credential-state-wrong',
  'import-limit-exceeded',
  'certificate-unreadable',
  'certificate-without-key',
  'certificate-unsuitable',
  'key-unsuitable',
  'dialog-expired',
  'name-not-typed',
  'not-confirmed',
  'host-not-agreed',
  'backup-file-invalid',
  'backup-file-damaged',
  'backup-passphrase-wrong',
  'backup-too-new',
  // Missing parts of the profile
  'no-active-credential',
  'no-certificate',
  'no-client-secret',
  'certificate-expired',
  'certificate-not-yet-valid',
  // Keychain
  'keychain-unavailable',
  'keychain-locked',
  'keychain-denied',
  'keychain-entry-missing',
  'keychain-entry-damaged',
  // Disk
  'disk-full',
  'disk-failed',
  'file-untrusted',
  'store-damaged',
  'store-busy',
  'store-too-new',
  // Network
  'network-unreachable',
  'network-name-not-found',
  'network-refused',
  'network-timeout',
  'network-interrupted',
  'network-tls',
  'network-keys-recorded',
  'network-proxy',
  'network-proxy-login-missing',
  'network-proxy-login-refused',
  'plain-http-refused',
  'redirect-refused',
  'response-too-large',
  // Responses of the service
  'response-not-json',
  'response-truncated',
  'response-encoding-unsupported',
  'token-cancelled',
  'token-refused',
  'token-response-invalid',
  'service-unauthorized',
  'service-refused',
  'service-rate-limited',
  'service-failed',
  // Lists
  'list-records-missing',
  'list-records-elsewhere',
  'list-records-ambiguous',
  'list-error-received',
  'list-envelope-invalid',
  'list-cursor-repeated',
  'list-page-repeated',
  'list-cursor-refused',
  'dataset-closed',
  'snapshot-not-found',
  'list-file-damaged',
  // Practice service
  'practice-not-running',
  'practice-port-taken',
  // Local addresses
  'local-address-taken',
  'local-limit-exceeded',
  // Clavis itself
  'clipboard-failed',
  'cancelled',
  'call-refused',
  'production-read-only',
  'internal-fault',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * An error as it is sent to the page or printed as JSON. `message` says what happened and why, `hint` what to do next;
 * both without secrets. `details` are facts for display (status, candidates, line), never secrets.
 */
export interface ErrorValue {
  readonly code: ErrorCode
  readonly message: string
  readonly hint?: string | undefined
  /** The shell command that the hint refers to, to be shown as code and copied. */
  readonly command?: string | undefined
  readonly details?: Readonly<Record<string, string | number | boolean | string[]>> | undefined
}
export type ErrorDetails = NonNullable<ErrorValue['details']>

/** The only error class that Clavis throws on purpose. Any other error is an internal error. */
export class ClavisError extends Error {
  override readonly name = 'ClavisError'
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly command: string | undefined
  readonly details: ErrorDetails | undefined

  /**
   * @param code one of the closed list
   * @param message what happened and why; never contains a secret. It may contain text of a service: hidden characters
   *   become visible here, so that no error changes a terminal or the text direction
   * @param more what to do next, the command for it, facts for display, and the cause (never sent to the page)
   */
  constructor(
    code: ErrorCode,
    message: string,
    more: { hint?: string; command?: string; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(visibleLine(message), more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.hint = more.hint === undefined ? undefined : visibleLine(more.hint)
    this.command = more.command === undefined ? undefined : visibleLine(more.command)
    this.details = more.details
  }

  /** Returns the part of the error that may leave the process. */
  toValue(): ErrorValue {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.command === undefined ? {} : { command: this.command }),
      ...(this.details === undefined ? {} : { details: this.details }),
    }
  }

  /** Reverses {@link toValue} on the receiving side. */
  static fromValue(value: ErrorValue): ClavisError {
    return new ClavisError(value.code, value.message, {
      ...(value.hint === undefined ? {} : { hint: value.hint }),
      ...(value.command === undefined ? {} : { command: value.command }),
      ...(value.details === undefined ? {} : { details: value.details }),
    })
  }
}
