import { ClavisError } from '#shared/errors.ts'
import type { StoredProfile } from './store/stored-profile.ts'

export interface RequestOutcome {
  /** The profile as the request used it. */
  readonly stored: StoredProfile
  readonly kind: 'token' | 'connection' | 'call' | 'list'
  /** What was requested, as displayed. */
  readonly what: string
  /** Why it failed; undefined if it succeeded. */
  readonly error?: ClavisError
}

/** Not failures of the service or the setup: the person decided so, or the request was never possible. */
const noFailures: ReadonlySet<ClavisError['code']> = new Set([
  'cancelled',
  'token-cancelled',
  'host-not-agreed',
  'input-invalid',
  'production-read-only',
])

/** Returns whether an error is a failure that is worth remembering. */
export function isFailure(error: unknown): error is ClavisError {
  return error instanceof ClavisError && !noFailures.has(error.code)
}
