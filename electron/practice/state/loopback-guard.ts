import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { refusal, type Answer } from './answer.ts'

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
