import type { LoggedRequest } from '../../../shared/model/oauth/logged-request.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'
import type { KnownSecrets } from '../masking/known-secrets.ts'
import { maskBody, maskHeader } from '../masking/masked-text.ts'

type Answered = Extract<LoggedRequest['outcome'], { kind: 'answered' }>

/**
 * Maximum number of characters of a body that are shown: token responses are short, and the start of a gateway's page
 * is enough.
 */
const shownBody = 16 * 1024

/**
 * Returns the token response for display, without tokens.
 * @param secrets those of the request and the response
 */
export function redactedResponse(
  { status, headers, body, durationMs, timings }: HttpResponse,
  secrets: KnownSecrets,
): Omit<Answered, 'refusal'> {
  const text = body.text()
  // Cut after the redaction, so that no secret is cut in half.
  const redacted = maskBody(text, secrets)
  return {
    kind: 'answered',
    status,
    headers: [...headers]
      .filter(([name]) => name !== 'set-cookie')
      .map(([name, value]) => ({ name, value: maskHeader(name, value, secrets) })),
    body: redacted.slice(0, shownBody),
    cut: redacted.length > shownBody,
    size: body.size,
    durationMs,
    ...(timings === undefined ? {} : { timings }),
  }
}
