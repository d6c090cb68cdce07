import { ClavisError } from '../../shared/model/errors/error.ts'

/** An error of a token request as it is told; anything else than a `ClavisError` is a fault in Clavis. */
export function tokenFailure(error: unknown): ClavisError {
  return error instanceof ClavisError
    ? error
    : new ClavisError('internal-fault', 'A fault in Clavis kept the token request from being made.', {
        hint: 'Try again. If it happens again, report it.',
        cause: error,
      })
}

/** The error of a token request that a person cancelled. */
export function tokenCancelled(): ClavisError {
  return new ClavisError('token-cancelled', 'The token request was cancelled.', {
    hint: 'Request the token again when you need it.',
  })
}
