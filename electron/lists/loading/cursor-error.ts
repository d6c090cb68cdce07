import { ClavisError } from '../../../shared/model/errors/error.ts'

/** Statuses that a service may refuse a cursor with. Others, 403 and 408 say, are of the client or of the moment. */
const statuses: readonly unknown[] = [400, 404, 410, 422]

/**
 * What a failure means where the page was asked for by the cursor of an earlier reading: that the service no longer takes
 * that cursor, where it can mean it; else the failure itself.
 */
export function failureOfOldCursor(failure: ClavisError): ClavisError {
  if (!canBeOfCursor(failure)) return failure
  return new ClavisError(
    'list-cursor-refused',
    'The service no longer takes the place where the earlier reading stopped, so it cannot go on from there.',
    {
      hint: 'What was read is kept. Read the list again from its first page.',
      ...(failure.details === undefined ? {} : { details: failure.details }),
      cause: failure,
    },
  )
}

/**
 * What a failure means where the page was asked for by the cursor that the page before has named: the address is right
 * then, and what can be refused is the cursor, which may have ended while the reading was paused.
 */
export function failureOfCursor(failure: ClavisError): ClavisError {
  if (!canBeOfCursor(failure)) return failure
  return new ClavisError(failure.code, failure.message, {
    hint: 'The pages before came from there, so the service may no longer take its cursor for this one. Try again; if it is refused again, read the list from its first page.',
    ...(failure.details === undefined ? {} : { details: failure.details }),
    cause: failure,
  })
}

function canBeOfCursor({ code, details }: ClavisError): boolean {
  return code === 'service-refused' && statuses.includes(details?.['status'])
}
