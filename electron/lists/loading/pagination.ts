import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { Envelope } from '../../records/record-store.ts'

/**
 * What follows after a page.
 * - `continue`: another page exists, asked for by this cursor
 * - `complete`: it was the last page; `notice` where the envelope contradicted itself
 * - `stop`: the envelope does not say how to go on; what came is kept
 */
export type NextPage =
  | { readonly kind: 'continue'; readonly cursor: string }
  | { readonly kind: 'complete'; readonly notice: string | undefined }
  | { readonly kind: 'stop'; readonly error: ClavisError }

/** What an HTTP header carries unchanged: visible ASCII, with blanks only inside (RFC 9110, section 5.5). */
const headerSafe = /^[!-~](?:[\t -~]*[!-~])?$/u

const retryOrStartAgain = 'Retry from this page, or start again from the first one. What came is kept.'

/**
 * Decides by a page's envelope what follows (service document, sections 4.3 and 8; design, section 3). Never answers a
 * cursor that was seen before, so a run that obeys it ends.
 * @param wasSeen whether a cursor has come before in this run
 */
export function nextPage({ next, lastPage }: Envelope, wasSeen: (cursor: string) => boolean): NextPage {
  if (lastPage === 'missing' || lastPage === 'invalid')
    return stop(
      `The page does not say whether it is the last one: its “lastPage” ${
        lastPage === 'missing' ? 'is missing' : 'is neither “true” nor “false”'
      }.`,
    )
  if (lastPage === 'true')
    return {
      kind: 'complete',
      notice:
        next.kind === 'cursor' || next.kind === 'invalid'
          ? 'The last page says that it is the last (“lastPage” is “true”) and yet names a following one in “next”. Clavis stopped there.'
          : undefined,
    }
  if (next.kind === 'invalid')
    return stop('The page says that another one follows, but its “next” is neither text nor null.')
  if (next.kind !== 'cursor')
    return stop('The page says that another one follows (“lastPage” is “false”), but names none in “next”.')
  if (!headerSafe.test(next.cursor))
    return stop(
      'The page’s “next” has characters that cannot be sent in a request header, so the following page cannot be asked for.',
    )
  if (wasSeen(next.cursor))
    return {
      kind: 'stop',
      error: new ClavisError(
        'list-cursor-repeated',
        'The page’s “next” came before in this run: following it would read the same pages over and over.',
        { hint: retryOrStartAgain },
      ),
    }
  return { kind: 'continue', cursor: next.cursor }
}

function stop(message: string): NextPage {
  return { kind: 'stop', error: new ClavisError('list-envelope-invalid', message, { hint: retryOrStartAgain }) }
}
