import { z } from 'zod'
import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import { parseBody } from '../../tokens/response-json.ts'
import { quoteReason, serviceReason } from '../../tokens/service-reason.ts'
import { maxEmptyPages, type LoadPosition } from './load-position.ts'

/** Errors that a retry of the same page can't fix. */
const lasting: readonly ErrorCode[] = [
  'list-records-ambiguous',
  'disk-failed',
  'profile-not-found',
  'dataset-closed',
  'list-cursor-refused',
  'input-invalid',
]

/** Statuses with which a service may reject a cursor. Others, such as 403 and 408, have other causes. */
const statuses: readonly unknown[] = [400, 404, 410, 422]

/** Explains why a load stopped at a position. */
export function failureOfLoad(error: unknown, position: Pick<LoadPosition, 'isResuming' | 'cursor'>): ClavisError {
  if (!(error instanceof ClavisError))
    return new ClavisError('internal-fault', 'An internal error in Clavis stopped the load.', {
      hint: 'Retry from this page. If it happens again, report it.',
      cause: error,
    })
  if (position.isResuming) return failureOfOldCursor(error)
  return position.cursor === undefined ? error : failureOfCursor(error)
}

/** Returns whether a retry of the same page may fix a failure. */
export function canRetryPage({ code }: ClavisError): boolean {
  return !lasting.includes(code)
}

/** Reports a list that doesn’t end. */
export function nothingNew(): ClavisError {
  return new ClavisError(
    'list-page-repeated',
    `The service returned ${maxEmptyPages} pages in a row without a new record. Clavis stopped to avoid an endless loop.`,
    { hint: 'Retry to request the pages after them, or reload from the first one.' },
  )
}

/** Errors with titles (JSON:API), which a reason leaves out if there are details. */
const titledErrors = z.object({ errors: z.tuple([z.object({ title: z.string() })], z.unknown()) })

/** Maximum length of the service's words. */
const maxWords = 500

/**
 * Quotes the words of the service if it sent an error instead of a page, which the error has as its reason.
 * @param withoutToken returns a text without the token that was sent; nothing is quoted without this function
 */
export function withServiceWords(failure: unknown, withoutToken: (text: string) => string = () => ''): unknown {
  if (!(failure instanceof ClavisError && failure.code === 'list-error-received')) return failure
  const { code, message, hint = '', details } = failure
  const page = parseBody(String(details?.['reason']))
  const { error, description } = serviceReason(page)
  const title = titledErrors.safeParse(page.value).data?.errors[0].title ?? ''
  const all = [...new Set([title, error, description])].filter((part) => part !== '').join(': ')
  const reason = withoutToken(all).slice(0, maxWords)
  return new ClavisError(code, message + quoteReason(reason), { hint, ...(reason !== '' && { details: { reason } }) })
}

/**
 * Explains a failure of the first request with a cursor saved by an earlier load: reports a refused cursor if the
 * status may mean that, else returns the failure as it is.
 */
function failureOfOldCursor(failure: ClavisError): ClavisError {
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
function failureOfCursor(failure: ClavisError): ClavisError {
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
