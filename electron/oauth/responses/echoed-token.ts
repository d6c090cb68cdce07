import type { ResponseBody } from '../../http/message/response-body.ts'
import { KnownSecrets } from '../masking/known-secrets.ts'
import type { Secret } from '../../keychain/secret.ts'

/** How many times longer base64 of base64, hex or percent-encoding is. */
const maxGrowth = 3

/**
 * Reads the start of a body as text, without the token, which a service may echo in any usual encoding. Decodes no more than it returns,
 * because a body can have 64 MiB.
 * @param limit maximum number of characters
 */
export function textWithoutToken(body: ResponseBody, token: Secret, limit: number): string {
  const secret = token.text()
  // An encoding of the token can be longer than itself.
  const start = body.start(limit + secret.length * maxGrowth)
  const text = new KnownSecrets([secret]).maskValues(start.toString('utf8'))
  return (start.length < body.size ? withoutBeginning(text, secret) : text).slice(0, limit)
}

/** Removes the start of a secret from the end of a text that was cut within it. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length, text.length); length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length)
  return text
}
