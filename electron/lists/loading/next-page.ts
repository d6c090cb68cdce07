import { ClavisError } from '#shared/errors.ts'
import type { Envelope } from '../../records/record-store.ts'

/**
 * What follows a page.
 * - `continue`: there is another page, requested with this cursor
 * - `complete`: it was the last page; `notice` if the envelope contradicts itself
 * - `stop`: the envelope is invalid, so the load stops; its records are kept
 */
export type NextPage =
  | { readonly kind: 'continue'; readonly cursor: string }
  | { readonly kind: 'complete'; readonly notice: string | undefined }
  | { readonly kind: 'stop'; readonly error: ClavisError }

/** Valid values of an HTTP header: visible ASCII, with blanks only inside (RFC 9110, section 5.5). */
const headerSafe = /^[!-~](?:[\t -~]*[!-~])?$/u

const retryOrReload = 'Retry from this page, or reload from the first one.'

/**
 * Decides by a page's envelope what follows (service document, sections 4.3 and 8). Never returns a cursor that was
 * seen before, so every load ends.
 * @param wasSeen returns whether a cursor was already used in this load
 * @param lacksRecords whether the page has no array of records, which only the last one may
 */
export function nextPage(
  { next, lastPage }: Envelope,
  wasSeen: (cursor: string) => boolean,
  lacksRecords = false,
): NextPage {
  if (lastPage === 'missing' || lastPage === 'invalid')
    return stop(
      `The page does not say whether it is the last one: its “lastPage” ${
        lastPage === 'missing' ? 'is missing' : 'is neither “true” nor “false”'
      }.`,
    )
  if (lastPage === 'true') {
    const notices = [
      ...(lacksRecords ? ['The last page has no array of records. Clavis treats it as empty.'] : []),
      ...(next.kind === 'cursor' || next.kind === 'invalid'
        ? ['The page is marked as the last one (“lastPage” is “true”) but has a “next” cursor. Clavis stopped there.']
        : []),
    ]
    return { kind: 'complete', notice: notices.length === 0 ? undefined : notices.join(' ') }
  }
  if (next.kind === 'invalid') return stop('“lastPage” is “false”, but the “next” cursor is not a string.')
  if (next.kind !== 'cursor')
    return stop('The page is not the last one (“lastPage” is “false”) but has no “next” cursor.')
  if (!headerSafe.test(next.cursor))
    return stop(
      'The page’s “next” cursor has characters that are not allowed in a request header, so the next page can’t be requested.',
    )
  if (wasSeen(next.cursor))
    return {
      kind: 'stop',
      error: new ClavisError(
        'list-cursor-repeated',
        'The service repeated a page cursor. Clavis stopped to avoid an endless loop.',
        { hint: retryOrReload },
      ),
    }
  return { kind: 'continue', cursor: next.cursor }
}

function stop(message: string): NextPage {
  return { kind: 'stop', error: new ClavisError('list-envelope-invalid', message, { hint: retryOrReload }) }
}
