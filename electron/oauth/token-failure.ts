import { ClavisError } from '../../shared/model/errors/error.ts'

/** Returns an error of a token request; anything but a `ClavisError` is an internal error. */
export function tokenFailure(error: unknown): ClavisError {
  return error instanceof ClavisError
    ? error
    : new ClavisError('internal-fault', 'An internal error in Clavis prevented the token request.', {
        hint: 'Try again. If it happens again, report it.',
        cause: error,
      })
}

/** Creates the error of a token request that the person cancelled. */
export function tokenCancelled(): ClavisError {
  return new ClavisError('token-cancelled', 'The token request was cancelled.', {
    hint: 'Request the token again when you need it.',
  })
}
