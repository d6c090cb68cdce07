import { z } from 'zod'
import { ClavisError } from '../../shared/model/errors/error.ts'
import type { HttpResponse } from '../http/message/http-message.ts'
import { Secret } from '../keychain/secret.ts'
import { KnownSecrets } from './masking/known-secrets.ts'
import { learnedSecrets, maskText } from './masking/masked-text.ts'
import { readJwtParts, type JwtParts } from './responses/jwt-parts.ts'
import { parseJsonBody } from './responses/response-json.ts'
import { tokenRefusalHint } from './token-refusal.ts'

/** An access token with what the response says of it. */
export interface GrantedToken {
  readonly accessToken: Secret
  readonly tokenType: string
  readonly lifetimeSeconds: number
  readonly scopes: readonly string[] | undefined
  /** Set if the token is a JWT. */
  readonly claims: JwtParts | undefined
  /** Set if the response is valid but unusual. */
  readonly notice: string | undefined
}

/** Maximum lifetime that is believed, seconds: a year. */
const maxLifetime = 365 * 86_400

/** Maximum number of scopes shown; real tokens have a dozen. */
const maxScopes = 500

const responseSchema = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string(),
  scope: z.unknown().optional(),
})
/** A description that is not text (many services send null) is ignored. */
const refusalSchema = z.looseObject({
  error: z.string().min(1),
  error_description: z.string().optional().catch(undefined),
})
const whose = 'The token endpoint'

/**
 * Parses the token endpoint's response (RFC 6749 §5; service document, section 2).
 * @throws `token-refused`, `token-response-invalid`, `response-not-json`, `response-truncated`, `service-rate-limited`,
 *   `service-failed`
 * @param secrets of the request; no message repeats them
 */
export function readTokenResponse(response: HttpResponse, secrets = new KnownSecrets([])): GrantedToken {
  const withoutSecrets = (text: string): string =>
    maskText(text, learnedSecrets(response.body.text(), secrets)).slice(0, 500)
  if (response.status !== 200) throw refusal(response, withoutSecrets)
  const body = parseJsonBody(response, whose)
  const parsed = responseSchema.safeParse(body)
  if (!parsed.success) {
    // Some services refuse with status 200.
    const refused = refusalSchema.safeParse(body)
    if (refused.success) throw refusedWith(response.status, refused.data, withoutSecrets)
    const [member] = parsed.error.issues[0]?.path ?? []
    throw invalid(
      member === undefined ? 'it is not a JSON object' : `it has no valid ${String(member)}`,
      'Check the token URL: it may be another kind of endpoint.',
    )
  }
  const { access_token: token, token_type: tokenType, scope } = parsed.data
  if (!/^[!-~]+$/u.test(token)) throw invalid('its access_token contains invalid characters', undefined)
  if (tokenType.toLowerCase() !== 'bearer')
    throw invalid(`its token_type is “${tokenType.slice(0, 40)}”, not “Bearer”`, undefined)
  const lifetime = readLifetime(parsed.data['expires_in'])
  const claims = readJwtParts(token)
  const scopes = readScopes(scope) ?? scopesOfClaims(claims)
  const notices = [lifetime.notice, scopesNotice(scopes)].filter((each) => each !== undefined)
  return {
    accessToken: Secret.fromText(token),
    tokenType,
    lifetimeSeconds: lifetime.seconds,
    scopes: scopes?.slice(0, maxScopes),
    claims,
    notice: notices.length === 0 ? undefined : notices.join(' '),
  }
}

/** Reads `expires_in`, which counts even if the token's own claims differ. */
function readLifetime(value: unknown): { seconds: number; notice: string | undefined } {
  if (value === undefined || value === null) throw invalid('expires_in (the token’s lifetime) is missing', undefined)
  const number = typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/u.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw invalid(`its expires_in is not a number: ${JSON.stringify(value).slice(0, 40)}`, undefined)
  const seconds = Math.floor(number)
  if (seconds <= 0) throw invalid(`its expires_in is ${number}: the token has already expired`, undefined)
  const notices = [
    ...(typeof value === 'string' ? ['The service sent expires_in as text instead of a number.'] : []),
    ...(seconds > maxLifetime ? ['The service states a lifetime of more than a year; Clavis assumes a year.'] : []),
  ]
  return {
    seconds: Math.min(seconds, maxLifetime),
    notice: notices.length === 0 ? undefined : notices.join(' '),
  }
}

function scopesNotice(scopes: readonly string[] | undefined): string | undefined {
  if (scopes === undefined || scopes.length <= maxScopes) return undefined
  return `The service granted ${scopes.length} scopes; only the first ${maxScopes} are shown.`
}

function readScopes(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.split(/\s+/u).filter((scope) => scope !== '')
  const list = z.array(z.string()).safeParse(value)
  return list.success ? list.data : undefined
}

function scopesOfClaims(claims: JwtParts | undefined): string[] | undefined {
  if (claims === undefined) return undefined
  const payload = z.looseObject({}).parse(JSON.parse(claims.payload))
  return readScopes(payload['scope']) ?? readScopes(payload['scopes']) ?? readScopes(payload['scp'])
}

function invalid(what: string, hint: string | undefined): ClavisError {
  return new ClavisError('token-response-invalid', `The token endpoint’s response can’t be used: ${what}.`, {
    hint: hint ?? 'Contact the service operator with this message.',
  })
}

function refusal(response: HttpResponse, withoutSecrets: (text: string) => string): ClavisError {
  const { status } = response
  if (status === 429)
    return new ClavisError('service-rate-limited', 'The token endpoint received too many requests (status 429).', {
      hint: 'Wait a while, then try again.',
      details: { status, ...retryDetail(response) },
    })
  const refused = refusalSchema.safeParse(tryJson(response))
  // An outage, whatever its body: services also send it as JSON with an error of RFC 6749.
  if (status >= 500) {
    const { error, error_description: description = '' } = refused.data ?? { error: '' }
    const words = withoutSecrets([error, description].filter((part) => part.trim() !== '').join(': '))
    return new ClavisError(
      'service-failed',
      `The token endpoint is not available (status ${status}).${words === '' ? '' : ` It says: ${sentence(words)}`}`,
      { hint: 'Try again later. If it continues, contact the service operator.', details: { status } },
    )
  }
  if (!refused.success) {
    // Throws the exact reason if the body is a web page, truncated or empty.
    parseJsonBody(response, whose)
    return new ClavisError('token-refused', `The token endpoint refused the request (status ${status}).`, {
      hint: tokenRefusalHint(''),
      details: { status },
    })
  }
  return refusedWith(status, refused.data, withoutSecrets)
}

/** Returns the service's own error (RFC 6749 §5.2) with a hint. */
function refusedWith(
  status: number,
  { error, error_description: description = '' }: z.infer<typeof refusalSchema>,
  withoutSecrets: (text: string) => string,
): ClavisError {
  const words = description.trim() === '' ? '' : ` It says: ${sentence(withoutSecrets(description))}`
  return new ClavisError(
    'token-refused',
    `The token endpoint refused the request (status ${status}): ${withoutSecrets(error)}.${words}`,
    { hint: tokenRefusalHint(error), details: { status, error: withoutSecrets(error) } },
  )
}

function tryJson(response: HttpResponse): unknown {
  try {
    return parseJsonBody(response, whose)
  } catch {
    // The caller only asks whether it is an OAuth error.
    return undefined
  }
}

function retryDetail(response: HttpResponse): { retryAfter?: string } {
  const value = response.headers.get('retry-after')
  return value === undefined ? {} : { retryAfter: value }
}

/** Ends the service's own text like a sentence. */
function sentence(words: string): string {
  return /[.!?”…]$/u.test(words.trim()) ? words.trim() : `${words.trim()}.`
}
