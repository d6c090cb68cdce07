import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { type Answer, invalidRequest, refusal } from './responses.ts'

/** Maximum size of a body, bytes. */
const maxBodySize = 1_000_000

/**
 * Reads a request's body as UTF-8 text. One that is too long is read but not stored, so that the client gets the
 * refusal instead of a broken connection.
 * @throws Refusal
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBodySize) chunks.push(chunk)
  }
  if (size > maxBodySize) throw invalidRequest(`The body has more than ${maxBodySize} bytes.`, 413)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw invalidRequest('The body is not UTF-8.')
  }
}

/** Returns a content type without its parameters, in lower case. */
export function mediaType(header: string | undefined): string {
  return header?.split(';')[0]?.trim().toLowerCase() ?? ''
}

const loopbackAuthority = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/iu

/**
 * Refuses requests that a foreign page could send: a name that resolves to this computer (DNS rebinding) shows in
 * `Host`, a foreign page in `Origin`. Returns undefined if the request is allowed.
 */
export function refuseForeign({ headers }: IncomingMessage): Answer | undefined {
  if (!loopbackAuthority.test(headers.host ?? ''))
    return refusal(421, 'misdirected_request', 'This service responds only on loopback addresses.')
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin))
    return refusal(403, 'access_denied', 'Requests from pages of other sites are refused.')
  return undefined
}

/** Returns whether a request comes from this service's own page, or from a program, which sends no `Origin`. */
export function isSameOrigin({ headers, socket }: IncomingMessage): boolean {
  const scheme = socket instanceof TLSSocket ? 'https' : 'http'
  return headers.origin === undefined || headers.origin === `${scheme}://${headers.host ?? ''}`
}

function isLoopbackOrigin(origin: string): boolean {
  const authority = /^https?:\/\/(?<authority>[^/]+)$/iu.exec(origin)?.groups?.['authority']
  return authority !== undefined && loopbackAuthority.test(authority)
}
