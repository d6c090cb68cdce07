import { ClavisError } from '#shared/errors.ts'
import { jsonObject, parsedJson } from '#shared/values/json.ts'
import type { HttpResponse } from '../http/http-message.ts'
import { addressOf } from '../http/shown-address.ts'
import type { KnownSecrets } from './known-secrets.ts'

/** A body of a response, parsed. */
export interface ParsedBody {
  /** `form`: an error as a form, whatever type it is called, e.g. `error=invalid_client&error_description=Unknown+kid`. */
  readonly kind: 'empty' | 'markup' | 'form' | 'deep' | 'json' | 'damaged' | 'text'
  /** Without a byte order mark, and white space around it. */
  readonly text: string
  /** The JSON, or the parameters of the form. */
  readonly value?: unknown
}

/** A response of the token endpoint, with its body parsed once for all that read it. */
export interface TokenResponse extends HttpResponse {
  readonly parsed: ParsedBody
  /** Those of the request, and the response's own tokens. */
  readonly secrets: KnownSecrets
}

/** Parses the body of a token response. @param sent the secrets of the request */
export function parseResponse(response: HttpResponse, sent: KnownSecrets): TokenResponse {
  const parsed = parseBody(response.body.text())
  return { ...response, parsed, secrets: sent.withTokensOf(parsed.value) }
}

/** Parses a body as what it is, whatever type it is called. */
export function parseBody(body: string): ParsedBody {
  const text = body.trim()
  if (text === '') return { kind: 'empty', text }
  if (text.startsWith('<')) return { kind: 'markup', text }
  if (/^(?:[\w.-]+=[^&\r\n]*&)*error=[^&\s]+(?:&|$)/u.test(text))
    return { kind: 'form', text, value: Object.fromEntries(new URLSearchParams(text)) }
  if (isNestedTooDeep(text)) return { kind: 'deep', text }
  const value = parsedJson(text)
  if (value !== undefined) return { kind: 'json', text, value }
  return { kind: /^[[{"]/u.test(text) ? 'damaged' : 'text', text }
}

/**
 * Returns the JSON of a response, e.g. `{"expires_in":300}`.
 * @param whose the sender for messages, e.g. `The token endpoint`
 * @throws `response-not-json`, `response-truncated`, `response-too-large`
 */
export function jsonOf({ parsed, secrets, status, url, body }: TokenResponse, whose: string): unknown {
  const { kind, text, value } = parsed
  const details = { status, address: addressOf(url) }
  if (kind === 'json') return value
  if (kind === 'empty')
    throw new ClavisError('response-not-json', `${whose} responded with status ${status} and an empty body.`, {
      hint: 'Check the address. A gateway may have responded instead of the service.',
      details,
    })
  if (kind === 'markup') {
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
  if (kind === 'deep')
    throw new ClavisError('response-too-large', `${whose} responded with JSON that is nested too deeply.`, {
      hint: 'Check the address. If it is right, contact the service operator.',
      details,
    })
  if (kind === 'damaged')
    throw new ClavisError('response-truncated', `${whose} responded with JSON that is damaged or truncated.`, {
      hint: 'Try again. If it happens again, check for a proxy that truncates responses.',
      details: { ...details, size: body.size },
    })
  throw new ClavisError('response-not-json', `${whose} responded with status ${status} and text that is not JSON.`, {
    hint: 'Check the address. A gateway may have responded instead of the service.',
    details,
  })
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
