import { ClavisError } from '../../../shared/model/errors/error.ts'
import { addressOf } from '../../http/message/shown-address.ts'
import { isNestedTooDeep } from './json-depth.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'

/**
 * Parses the body of a response as JSON.
 * @param whose the sender for messages, e.g. `The token endpoint`
 * @throws `response-not-json`, `response-truncated`, `response-too-large`
 */
export function parseJsonBody(response: HttpResponse, whose: string): unknown {
  const text = response.body
    .text()
    .replace(/^\uFEFF/u, '')
    .trim()
  const { status } = response
  const details = { status, address: addressOf(response.url) }
  if (text === '')
    throw new ClavisError('response-not-json', `${whose} responded with status ${status} and an empty body.`, {
      hint: 'Check the address. A gateway may have responded instead of the service.',
      details,
    })
  if (text.startsWith('<'))
    throw new ClavisError(
      'response-not-json',
      `${whose} responded with a web page (status ${status}) instead of JSON.`,
      {
        hint: 'Check the address. A login page, a portal or a gateway may have responded.',
        details: { ...details, ...pageTitle(text) },
      },
    )
  if (isNestedTooDeep(text))
    throw new ClavisError('response-too-large', `${whose} responded with JSON that is nested too deeply.`, {
      hint: 'Check the address. If it is right, contact the service operator.',
      details,
    })
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/^[[{"]/u.test(text))
      throw new ClavisError(
        'response-not-json',
        `${whose} responded with status ${status} and text that is not JSON.`,
        {
          hint: 'Check the address. A gateway may have responded instead of the service.',
          details,
          cause: error,
        },
      )
    throw new ClavisError('response-truncated', `${whose} responded with JSON that is damaged or truncated.`, {
      hint: 'Try again. If it happens again, check for a proxy that truncates responses.',
      details: { ...details, size: response.body.size },
      cause: error,
    })
  }
}

function pageTitle(html: string): { pageTitle?: string } {
  const title = /<title[^>]*>(?<title>[^<]{1,200})/iu.exec(html)?.groups?.['title']?.trim()
  return title === undefined || title === '' ? {} : { pageTitle: title }
}
