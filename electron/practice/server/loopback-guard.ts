import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import { refusal, type Answer } from './answer.ts'

const loopbackAuthority = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/iu

/**
 * Refuses what a page from elsewhere could send: a name that resolves to this computer (DNS rebinding) shows in `Host`,
 * a foreign page in `Origin`. Undefined where the request may go on.
 */
export function refuseForeign({ headers }: IncomingMessage): Answer | undefined {
  if (!loopbackAuthority.test(headers.host ?? ''))
    return refusal(421, 'misdirected_request', 'This service answers on loopback addresses only.')
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin))
    return refusal(403, 'access_denied', 'Requests from pages of other sites are not answered.')
  return undefined
}

/** Whether a request comes from this service's own page, or from a program, which sends no `Origin`. */
export function isSameOrigin({ headers, socket }: IncomingMessage): boolean {
  const scheme = socket instanceof TLSSocket ? 'https' : 'http'
  return headers.origin === undefined || headers.origin === `${scheme}://${headers.host ?? ''}`
}

function isLoopbackOrigin(origin: string): boolean {
  const authority = /^https?:\/\/(?<authority>[^/]+)$/iu.exec(origin)?.groups?.['authority']
  return authority !== undefined && loopbackAuthority.test(authority)
}
