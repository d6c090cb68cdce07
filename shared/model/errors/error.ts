import { visibleLine } from '../values/visible-text.ts'

/**
 * The closed list of error codes. Every failure that a person or a script can meet carries one.
 * A code is stable once released: scripts match on it.
 */
export const errorCodes = [
  // what the person gave
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
  'backup-file-invalid',
  'backup-file-damaged',
  'backup-passphrase-wrong',
  'backup-too-new',
  // what the profile still needs
  'no-active-credential',
  'no-certificate',
  'no-client-secret',
  'certificate-expired',
  'certificate-not-yet-valid',
  // the keychain
  'keychain-unavailable',
  'keychain-locked',
  'keychain-denied',
  'keychain-entry-missing',
  'keychain-entry-damaged',
  // disk
  'disk-full',
  'disk-failed',
  'file-untrusted',
  'store-damaged',
  'store-too-new',
  // the network
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
  // what the service answered
  'response-not-json',
  'response-truncated',
  'token-cancelled',
  'token-refused',
  'token-response-invalid',
  'service-unauthorized',
  'service-refused',
  'service-rate-limited',
  'service-failed',
  // lists
  'list-records-missing',
  'list-records-ambiguous',
  'list-envelope-invalid',
  'list-cursor-repeated',
  'list-cursor-refused',
  'list-run-gone',
  'list-cancelled',
  'snapshot-not-found',
  'list-file-damaged',
  // practice service
  'practice-not-running',
  'practice-port-taken',
  // Clavis itself
  'call-refused',
  'internal-fault',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * An error as it crosses from main to the page or to the command line's JSON.
 * `message` says what happened and why, `hint` what to do next; both in plain words, without secrets.
 * `details` are facts for display (status, candidates, line), never secrets.
 */
export interface ErrorValue {
  readonly code: ErrorCode
  readonly message: string
  readonly hint?: string | undefined
  /** The shell command that the hint speaks of, to be shown as code and copied. */
  readonly command?: string | undefined
  readonly details?: Readonly<Record<string, string | number | boolean | string[]>> | undefined
}
export type ErrorDetails = NonNullable<ErrorValue['details']>

/** The one error class that Clavis throws on purpose. Anything else that is thrown is a fault in Clavis. */
export class ClavisError extends Error {
  override readonly name = 'ClavisError'
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly command: string | undefined
  readonly details: ErrorDetails | undefined

  /**
   * @param code one of the closed list
   * @param message what happened and why; never contains a secret. What a service said may be in it: hidden characters
   *   become visible here, so that no error turns a terminal or a line round, wherever it is shown
   * @param more what to do next, the command for it, facts for display, and the error that led here (never sent to the page)
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

  /** The part of the error that may leave the process. */
  toValue(): ErrorValue {
    return {
      code: this.code,
      message: this.message,
      ...(this.hint === undefined ? {} : { hint: this.hint }),
      ...(this.command === undefined ? {} : { command: this.command }),
      ...(this.details === undefined ? {} : { details: this.details }),
    }
  }

  /** The reverse of {@link toValue}, for the side that receives it. */
  static fromValue(value: ErrorValue): ClavisError {
    return new ClavisError(value.code, value.message, {
      ...(value.hint === undefined ? {} : { hint: value.hint }),
      ...(value.command === undefined ? {} : { command: value.command }),
      ...(value.details === undefined ? {} : { details: value.details }),
    })
  }
}
