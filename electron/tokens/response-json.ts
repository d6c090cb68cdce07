import { ClavisError } from '#shared/errors.ts'
import { jsonObject } from '#shared/values/json.ts'
import type { HttpResponse } from '../http/http-message.ts'
import { addressOf } from '../http/shown-address.ts'
import type { KnownSecrets } from './known-secrets.ts'

/**
 * Parses the body of a response as JSON, e.g. `{"expires_in":300}`.
 * @param whose the sender for messages, e.g. `The token endpoint`
 * @param secrets no error repeats them
 * @throws `response-not-json`, `response-truncated`, `response-too-large`
 */
export function parseJsonBody(response: HttpResponse, whose: string, secrets: KnownSecrets): unknown {
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
  if (text.startsWith('<')) {
    const title = pageTitle(text, secrets)
    throw new ClavisError(
      'response-not-json',
      `${whose} responded with a web page (status ${status}) instead of JSON.`,
      {
        hint: 'Check the address. A login page, a portal or a gateway may have responded.',
        details: { ...details, ...(title !== '' && { pageTitle: title }) },
      },
    )
  }
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

/** Returns the title of a web page, without secrets; empty if there is none. */
export function pageTitle(html: string, secrets: KnownSecrets): string {
  const title = /<title[^>]{0,200}>(?<title>[^<]*)/iu.exec(html)?.groups?.['title']?.trim() ?? ''
  // Cut after the masking, so that no secret is cut in half.
  return secrets.mask(title).slice(0, 200)
}

/** Maximum nesting of JSON from a service. Code that writes or displays it is recursive, and would fail far deeper. */
const maxDepth = 100

/** Whether a JSON text is nested too deep to be read. Brackets in strings do not count. */
export function isNestedTooDeep(text: string): boolean {
  let level = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"') isInString = !isInString
    else if (isInString) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') {
      level += 1
      if (level > maxDepth) return true
    } else if (sign === ']' || sign === '}') level -= 1
  }
  return false
}

/** Maximum length of a part, characters: real ones have a thousand or two. */
const maxPartLength = 32 * 1024

/** Header and payload of a JWT as their exact JSON texts, for display. Nothing is verified. */
export interface JwtParts {
  readonly header: string
  readonly payload: string
}

/**
 * Splits a compact JWT (RFC 7515 §7.1), e.g. `eyJhbGciOiJSUzI1NiJ9.e30.c2ln` to `{"alg":"RS256"}` and `{}`; `undefined`
 * if it is invalid, or too large or deep to display.
 */
export function readJwtParts(token: string): JwtParts | undefined {
  const parts = token.split('.')
  const [header, payload] = parts.map(decodeObject)
  return parts.length === 3 && header !== undefined && payload !== undefined ? { header, payload } : undefined
}

function decodeObject(part: string): string | undefined {
  if (!/^[A-Za-z0-9_-]+$/u.test(part)) return undefined
  if (part.length > maxPartLength) return undefined
  const text = Buffer.from(part, 'base64url').toString('utf8')
  return isNestedTooDeep(text) || jsonObject(text) === undefined ? undefined : text
}
