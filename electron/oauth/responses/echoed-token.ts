import type { ResponseBody } from '../../http/message/response-body.ts'
import type { Secret } from '../../keychain/secret.ts'

/**
 * Reads the start of a body as text, without the token, which a service may echo. Decodes no more than it returns,
 * because a body can have 64 MiB.
 * @param limit maximum number of characters
 */
export function textWithoutToken(body: ResponseBody, token: Secret, limit: number): string {
  const secret = token.text()
  const start = body.start(limit + secret.length)
  const text = start.toString('utf8').replaceAll(secret, '…')
  return (start.length < body.size ? withoutBeginning(text, secret) : text).slice(0, limit)
}

/** Removes the start of a secret from the end of a text that was cut within it. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length, text.length); length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length)
  return text
}
