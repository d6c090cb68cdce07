import type { Credential } from '../../../shared/model/credential/credential.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { nameInHistory } from '../../profiles/store/credential-history.ts'

/** Adds to a failure which keys were deleted before it. */
export function namingDeletedKeys(error: unknown, deleted: readonly Credential[]): unknown {
  if (!(error instanceof ClavisError) || deleted.length === 0) return error
  const names = deleted.map(nameInHistory).join('; ')
  const keys = deleted.length === 1 ? 'One key was' : `${deleted.length} keys were`
  return new ClavisError(error.code, `${error.message} ${keys} deleted before that: ${names}.`, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.command === undefined ? {} : { command: error.command }),
    details: { ...error.details, deleted: deleted.map(({ id }) => id) },
    cause: error,
  })
}
