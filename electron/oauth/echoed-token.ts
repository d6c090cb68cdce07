import type { ResponseBody } from '../http/message/response-body.ts'
import type { Secret } from '../keychain/secret.ts'

/**
 * Reads the beginning of a body as text, without the token: a service that echoes the request sends it back. Decodes no more
 * than it answers, because a body can be as large as 64 MiB.
 * @param limit characters at most
 */
export function textWithoutToken(body: ResponseBody, token: Secret, limit: number): string {
  const secret = token.text()
  const start = body.start(limit + secret.length)
  const text = start.toString('utf8').replaceAll(secret, '…')
  return (start.length < body.size ? withoutBeginning(text, secret) : text).slice(0, limit)
}

/** Takes off the end of a text that is the beginning of a secret: the cut went through it. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length, text.length); length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length)
  return text
}
