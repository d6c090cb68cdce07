import { z } from 'zod'
import { ClavisError } from '#shared/errors.ts'
import { formerPracticeClient } from '#shared/practice/practice.ts'
import { jsonObject } from '#shared/values/json.ts'
import type { HttpResponse } from '../http/http-message.ts'
import { Secret } from '../keychain/secret.ts'
import { jsonOf, readJwtParts, type JwtParts, type TokenResponse } from './response-json.ts'
import { quoteReason, serviceReason, type ServiceReason } from './service-reason.ts'

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
const refusalSchema = z.looseObject({ error: z.union([z.string().min(1), z.looseObject({})]) })
const whose = 'The token endpoint'

/**
 * Parses the token endpoint's response (RFC 6749 §5; service document, section 2).
 * @throws `token-refused`, `token-response-invalid`, `response-not-json`, `response-truncated`, `service-rate-limited`,
 *   `service-failed`, which repeat no secret
 */
export function readTokenResponse(response: TokenResponse): GrantedToken {
  const { secrets } = response
  if (!isSuccess(response)) throw refusal(response)
  // Some services refuse with status 200.
  if (response.parsed.kind === 'form') throw refusedWith(response.status, reasonOf(response))
  const body = jsonOf(response, whose)
  const parsed = responseSchema.safeParse(body)
  if (!parsed.success) {
    if (refusalSchema.safeParse(body).success) throw refusedWith(response.status, reasonOf(response))
    const [member] = parsed.error.issues[0]?.path ?? []
    throw invalid(
      member === undefined ? 'it is not a JSON object' : `it has no valid ${String(member)}`,
      'Check the token URL: it may be another kind of endpoint.',
    )
  }
  const { access_token: token, token_type: tokenType, scope } = parsed.data
  if (!/^[!-~]+$/u.test(token)) throw invalid('its access_token contains invalid characters', undefined)
  if (tokenType.toLowerCase() !== 'bearer')
    throw invalid(`its token_type is “${secrets.mask(tokenType).slice(0, 40)}”, not “Bearer”`, undefined)
  const claims = readJwtParts(token)
  const payload = jsonObject(claims?.payload ?? '') ?? {}
  const lifetime = readLifetime(parsed.data['expires_in'] ?? undefined, payload['exp'], response)
  const scopes = [scope, payload['scope'], payload['scopes'], payload['scp']].map(readScopes).find(Boolean)
  const notices = [statusNotice(response), lifetime.notice, scopesNotice(scopes)].filter((each) => each !== undefined)
  return {
    accessToken: Secret.fromText(token),
    tokenType,
    lifetimeSeconds: lifetime.seconds,
    scopes: scopes?.slice(0, maxScopes).map((name) => secrets.maskValues(name)),
    claims,
    notice: notices.length === 0 ? undefined : notices.join(' '),
  }
}

/** Returns whether the service accepted the request. */
export function isSuccess({ status }: Pick<HttpResponse, 'status'>): boolean {
  return status >= 200 && status <= 299
}

/** Reads `expires_in`, which counts even if the token's own claims differ. @param exp counts if it is missing */
function readLifetime(
  value: unknown,
  exp: unknown,
  response: TokenResponse,
): { seconds: number; notice: string | undefined } {
  if (value === undefined) {
    if (typeof exp !== 'number') throw invalid('expires_in (the token’s lifetime) is missing', undefined)
    // By the service's clock, because this computer's may be wrong.
    const { headers, requestedAt } = response
    const sentAt = Date.parse(headers.get('date') ?? '')
    const remaining = exp - (Number.isNaN(sentAt) ? requestedAt : sentAt) / 1000
    const rest = readLifetime(remaining, undefined, response)
    const notice = 'The service sent no expires_in; Clavis uses the expiry in the token (exp).'
    return { ...rest, notice: rest.notice === undefined ? notice : `${notice} ${rest.notice}` }
  }
  const number = typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/u.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number))
    throw invalid(
      `its expires_in is not a number: ${response.secrets.mask(JSON.stringify(value)).slice(0, 40)}`,
      undefined,
    )
  const seconds = Math.floor(number)
  if (seconds <= 0) throw invalid(`its lifetime is ${seconds} seconds: the token has already expired`, undefined)
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

function statusNotice({ status }: HttpResponse): string | undefined {
  return status === 200 ? undefined : `The service responded with status ${status} instead of 200.`
}

function invalid(what: string, hint: string | undefined): ClavisError {
  return new ClavisError('token-response-invalid', `The token endpoint’s response can’t be used: ${what}.`, {
    hint: hint ?? 'Contact the service operator with this message.',
  })
}

function refusal(response: TokenResponse): ClavisError {
  const { status } = response
  const reason = reasonOf(response)
  const { error, description } = reason
  const words = [error, description].filter((part) => part !== '').join(': ')
  const details = { status, ...(words === '' ? {} : { reason: words }) }
  if (status === 429)
    return new ClavisError(
      'service-rate-limited',
      `The token endpoint received too many requests (status 429).${quoteReason(words)}`,
      { hint: 'Wait a while, then try again.', details: { ...details, ...retryDetail(response) } },
    )
  // An outage, whatever its body: services also send it as JSON with an error of RFC 6749.
  if (status >= 500 || status === 408)
    return new ClavisError(
      'service-failed',
      `The token endpoint is not available (status ${status}).${quoteReason(words)}`,
      { hint: 'Try again later. If it continues, contact the service operator.', details },
    )
  if (words !== '') return refusedWith(status, reason)
  try {
    // Throws the exact reason if the body is a web page, truncated or empty.
    jsonOf(response, whose)
  } catch (failure) {
    if (!(failure instanceof ClavisError) || (status !== 401 && status !== 403)) throw failure
    // A refusal, whatever its body: repeating the same credential doesn't help.
    const { message, hint = '', details: found = {} } = failure
    return new ClavisError('token-refused', message, { hint, details: found, cause: failure })
  }
  return refusedWith(status, reason)
}

/** Returns the service's own error (RFC 6749 §5.2) with a hint. */
function refusedWith(status: number, reason: ServiceReason): ClavisError {
  const { error, description } = reason
  return new ClavisError(
    'token-refused',
    `The token endpoint refused the request (status ${status})${error === '' ? '' : `: ${error}`}.${quoteReason(description)}`,
    {
      hint: tokenRefusalHint(reason),
      details: { status, ...(error === '' ? {} : { error }), ...(description === '' ? {} : { reason: description }) },
    },
  )
}

/** Returns the reason, cut after the masking, so that no secret is cut in half. */
function reasonOf({ parsed, headers, secrets }: TokenResponse): ServiceReason {
  const { error, description } = serviceReason(parsed, headers.get('www-authenticate'))
  return { error: secrets.mask(error).slice(0, 500), description: secrets.mask(description).slice(0, 500) }
}

function retryDetail({ headers, secrets }: TokenResponse): { retryAfter?: string } {
  const value = headers.get('retry-after')
  return value === undefined ? {} : { retryAfter: secrets.mask(value).slice(0, 100) }
}

const tryLater = 'Try again later. If it continues, contact the service operator.'

/** Hints for the errors of RFC 6749 §4.1.2.1 and §5.2 and RFC 8707 §2, most likely cause first. */
const hints: Readonly<Record<string, string>> = {
  invalid_client:
    'Check that the client ID belongs to this environment, the active certificate is uploaded to the portal, the kid equals its Thumbprint there exactly, and this computer’s clock is right.',
  invalid_grant:
    'Check this computer’s clock and the assertion lifetime, then that the token URL is exactly the portal’s, without a trailing slash.',
  invalid_request: 'See which checks failed: “Request & response” on the Token page.',
  invalid_scope: 'Check the scopes. They may belong to another product or need a permission in the portal.',
  invalid_target: 'Check the audience: prefix:uri:environment:product, for this environment and product.',
  unauthorized_client: 'The portal doesn’t allow this flavor for this client. Check the client’s settings there.',
  server_error: tryLater,
  temporarily_unavailable: tryLater,
  unsupported_grant_type: 'The token URL doesn’t accept client_credentials. Check that it belongs to this flavor.',
}

/** Returns the hint for a refusal. Both fields of the response are empty if there are none. */
function tokenRefusalHint({ error, description }: ServiceReason): string {
  if (description.includes(formerPracticeClient.what)) return formerPracticeClient.remedy
  return (
    hints[error] ??
    'Check client ID, token URL, audience and the active certificate against the portal’s Security page.'
  )
}
