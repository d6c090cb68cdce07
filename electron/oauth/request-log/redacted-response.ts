import type { LoggedRequest } from '../../../shared/model/oauth/logged-request.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'
import { elided } from './elided.ts'

type Answered = Extract<LoggedRequest['outcome'], { kind: 'answered' }>

/**
 * Maximum number of characters of a body that are shown: token responses are short, and the start of a gateway's page
 * is enough.
 */
const shownBody = 16 * 1024

/** Longer sequences of these characters are not words: a token, a key, or an echoed assertion. */
const opaque = /[A-Za-z0-9_\-+/=.~%]{60,}/gu

/** Fields and parameters whose values are tokens (RFC 6749 §5.1, RFC 8693 §2.2.1, OpenID Connect Core §3.1.3.3). */
const tokenMember = /(?<name>"(?:access|refresh|id|device)_token"\s*:\s*)(?<value>"(?:\\.|[^"\\])*(?:"|$)|[^\s,}"]+)/giu
const tokenParameter = /(?<name>\b(?:access|refresh|id)_token=)[^&\s"'<]+/giu

/**
 * Returns the token response for display, without tokens.
 * @param secrets what the request contained and a response might echo; empty text is ignored
 */
export function redactedResponse(
  { status, headers, body, durationMs, timings }: HttpResponse,
  secrets: readonly string[],
): Omit<Answered, 'refusal'> {
  const text = body.text()
  // Cut after the redaction, so that no secret is cut in half.
  const redacted = redactResponse(text, secrets)
  return {
    kind: 'answered',
    status,
    headers: [...headers]
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => ({ name, value: redactResponse(value, secrets) })),
    body: redacted.slice(0, shownBody),
    cut: redacted.length > shownBody,
    size: body.size,
    durationMs,
    ...(timings === undefined ? {} : { timings }),
  }
}

/** Replaces tokens, secrets of the request, and all other long opaque text by `…`. */
export function redactResponse(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '').sort((one, other) => other.length - one.length)
  const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, elided), text)
  return withoutKnown
    .replaceAll(tokenMember, `$<name>"${elided}"`)
    .replaceAll(tokenParameter, `$<name>${elided}`)
    .replaceAll(opaque, elided)
}
