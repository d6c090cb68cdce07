import type { TokenExchange } from '../../../shared/model/oauth/exchange.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'
import { elided } from './elided.ts'

type Answered = Extract<TokenExchange['outcome'], { kind: 'answered' }>

/** How much of a body is shown, characters: a token endpoint's answers are short, a gateway's page is told by its start. */
const shownBody = 16 * 1024

/** Longer runs of such letters are no words for people: a token, a key, an assertion that came back. */
const opaque = /[A-Za-z0-9_\-+/=.~%]{60,}/gu

/** Members and parameters whose values are tokens (RFC 6749 §5.1, RFC 8693 §2.2.1, OpenID Connect Core §3.1.3.3). */
const tokenMember = /(?<name>"(?:access|refresh|id|device)_token"\s*:\s*)(?<value>"(?:\\.|[^"\\])*(?:"|$)|[^\s,}"]+)/giu
const tokenParameter = /(?<name>\b(?:access|refresh|id)_token=)[^&\s"'<]+/giu

/**
 * The token endpoint's answer for the eye, without tokens.
 * @param secrets what the request carried and an answer might send back; the empty text among them is left alone
 */
export function showAnswer(
  { status, headers, body, durationMs, timings }: HttpResponse,
  secrets: readonly string[],
): Omit<Answered, 'refusal'> {
  const text = body.text()
  // Cut after the redaction: a secret on the edge would otherwise be left in half.
  const redacted = redactAnswer(text, secrets)
  return {
    kind: 'answered',
    status,
    headers: [...headers]
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => ({ name, value: redactAnswer(value, secrets) })),
    body: redacted.slice(0, shownBody),
    cut: redacted.length > shownBody,
    size: body.size,
    durationMs,
    ...(timings === undefined ? {} : { timings }),
  }
}

/** Replaces tokens, what the request carried in secret, and everything as long and opaque by `…`. */
export function redactAnswer(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== '').sort((one, other) => other.length - one.length)
  const withoutKnown = known.reduce((rest, secret) => rest.replaceAll(secret, elided), text)
  return withoutKnown
    .replaceAll(tokenMember, `$<name>"${elided}"`)
    .replaceAll(tokenParameter, `$<name>${elided}`)
    .replaceAll(opaque, elided)
}
