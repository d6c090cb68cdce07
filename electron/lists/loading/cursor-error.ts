import { ClavisError } from '#shared/errors.ts'

/** Statuses with which a service may reject a cursor. Others, such as 403 and 408, have other causes. */
const statuses: readonly unknown[] = [400, 404, 410, 422]

/**
 * Explains a failure of the first request with a cursor saved by an earlier load: reports a refused cursor if the
 * status may mean that, else returns the failure as it is.
 */
export function failureOfOldCursor(failure: ClavisError): ClavisError {
  if (!canBeOfCursor(failure)) return failure
  return new ClavisError(
    'list-cursor-refused',
    'The service no longer accepts the saved position, so the load can’t be resumed.',
    {
      hint: 'The records loaded so far are kept. Reload the list from its first page.',
      ...(failure.details === undefined ? {} : { details: failure.details }),
      cause: failure,
    },
  )
}

/**
 * Adds a hint to a failure of a request with the cursor of the page before: the address works, so the cursor may have
 * expired while the load was paused.
 */
export function failureOfCursor(failure: ClavisError): ClavisError {
  if (!canBeOfCursor(failure)) return failure
  return new ClavisError(failure.code, failure.message, {
    hint: 'Earlier pages loaded, so the cursor for this page may have expired. Try again; if it fails again, reload the list from its first page.',
    ...(failure.details === undefined ? {} : { details: failure.details }),
    cause: failure,
  })
}

function canBeOfCursor({ code, details }: ClavisError): boolean {
  return code === 'service-refused' && statuses.includes(details?.['status'])
}
