import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import { reportsPrefix } from '#shared/local-address/local-address.ts'
import { words } from '#shared/profiles/profile-settings.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'

// What a request must be before anything is sent for it. Node's parser refuses what is not HTTP/1.1; the rest is refused here.

/** The part of a received request that is checked. */
export type ReceivedHead = Pick<IncomingMessage, 'method' | 'url' | 'httpVersion' | 'rawHeaders'>

/** Where requests arrive: a Unix socket, or a loopback port whose paths start with this, for example `/Zk3…`. */
export type Entrance =
  | { readonly kind: 'socket' }
  | { readonly kind: 'port'; readonly port: number; readonly path: string }

/** A request that may be sent, unless the profile's rule forbids it. */
export interface CheckedRequest {
  readonly method: string
  /** Below which of the profile's base addresses the path is. */
  readonly base: 'apiBaseUrl' | 'reportsBaseUrl'
  /** Path as the caller wrote it, which the profile's rule is about. */
  readonly asked: string
  /** Path below the base address; starts with a slash. */
  readonly path: string
  /** With its question mark, or empty. */
  readonly query: string
}

/** Creates the error for a request that is not sent. @param status that of the response */
export function refused(status: number, code: ErrorCode, message: string, hint: string): ClavisError {
  return new ClavisError(code, message, { hint, details: { answerStatus: status } })
}

/** Checks a request. Anything that two programs could read differently is refused. @throws `input-invalid`, `call-refused` */
export function checkedRequest(head: ReceivedHead, entrance: Entrance): CheckedRequest {
  if (head.httpVersion !== '1.1')
    throw refused(
      505,
      'input-invalid',
      'Only HTTP/1.1 is supported.',
      'A response that is cut cannot be told in HTTP/1.0.',
    )
  const method = head.method ?? ''
  requireNoBrowser(head.rawHeaders)
  requireOwnHost(head.rawHeaders, entrance)
  requirePlainFraming(head.rawHeaders, method)
  const { path: asked, query } = checkedTarget(head.url ?? '', entrance)
  const isReports = asked === reportsPrefix || asked.startsWith(`${reportsPrefix}/`)
  return {
    method,
    base: isReports ? 'reportsBaseUrl' : 'apiBaseUrl',
    asked,
    path: isReports ? asked.slice(reportsPrefix.length) || '/' : asked,
    query,
  }
}

/**
 * Makes sure that the profile's rule allows a request: its methods besides GET and HEAD, and its paths with those below them.
 * @throws `call-refused`
 */
export function requireAllowed(
  { method, asked }: CheckedRequest,
  { localMethods, localPaths }: Pick<ProfileSettings, 'localMethods' | 'localPaths'>,
): void {
  const methods = ['GET', 'HEAD', ...words(localMethods)]
  if (!methods.includes(method))
    throw refused(
      405,
      'call-refused',
      `The profile’s local address does not allow ${/^[A-Z]{1,20}$/u.test(method) ? method : 'this method'}.`,
      `It allows ${methods.join(', ')}. A person can change this in the profile’s settings.`,
    )
  const paths = words(localPaths).map((each) => each.replace(/\/$/u, ''))
  if (paths.length > 0 && !paths.some((each) => asked === each || asked.startsWith(`${each}/`)))
    throw refused(
      403,
      'call-refused',
      'The profile’s local address does not allow this path.',
      'A person can change its paths in the profile’s settings.',
    )
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}

/** A page in a browser sends one of these with each request to another origin, and cannot leave them out. */
function requireNoBrowser(rawHeaders: readonly string[]): void {
  if (['origin', 'sec-fetch-site'].some((name) => valuesOf(rawHeaders, name).length > 0))
    throw refused(403, 'call-refused', 'Requests of web pages are refused.', 'Call this address from a program.')
}

/** A page whose host name was rebound to this computer sends its own. */
function requireOwnHost(rawHeaders: readonly string[], entrance: Entrance): void {
  const hosts = valuesOf(rawHeaders, 'host')
  const { name, port } =
    /^(?<name>clavis|localhost|127\.0\.0\.1)(?::(?<port>\d{1,5}))?$/iu.exec(hosts[0] ?? '')?.groups ?? {}
  const isOwnPort = entrance.kind === 'socket' || Number(port) === entrance.port
  if (hosts.length !== 1 || name === undefined || !isOwnPort)
    throw refused(403, 'call-refused', 'The Host header names another host.', 'Use the address as Clavis shows it.')
}

/** Where a request ends must be clear, and only a method that may change something has a body. */
function requirePlainFraming(rawHeaders: readonly string[], method: string): void {
  const lengths = valuesOf(rawHeaders, 'content-length')
  const codings = valuesOf(rawHeaders, 'transfer-encoding')
  const isClear =
    lengths.length + codings.length <= 1 &&
    lengths.every((length) => /^\d{1,12}$/u.test(length)) &&
    codings.every((coding) => coding.toLowerCase() === 'chunked')
  if (!isClear)
    throw refused(
      400,
      'input-invalid',
      'The request’s length is ambiguous.',
      'Send one Content-Length, or one Transfer-Encoding: chunked.',
    )
  const hasBody = codings.length > 0 || lengths.some((length) => Number(length) > 0)
  if (hasBody && (method === 'GET' || method === 'HEAD'))
    throw refused(400, 'input-invalid', `A ${method} request has no body.`, 'Leave it out.')
  if (valuesOf(rawHeaders, 'upgrade').length > 0)
    throw refused(400, 'input-invalid', 'Other protocols are not supported.', 'Leave out the Upgrade header.')
}

/** Characters of a path and a query (RFC 3986 §3.3 and §3.4): a URL parser changes none but `'` in a query, to `%27`. */
const pathForm = /^(?:\/[\w.~!$&'()*+,;=:@%-]*)+$/u
const queryForm = /^(?:\?[\w.~!$&'()*+,;=:@%/?[\]|-]*)?$/u

const targetHint = 'Send a path that starts with one slash, percent-encoded, without dot segments.'

function checkedTarget(target: string, entrance: Entrance): { readonly path: string; readonly query: string } {
  const at = target.indexOf('?')
  const [whole, query] = at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at)]
  if (!pathForm.test(whole) || !queryForm.test(query) || /%(?![\da-f]{2})/iu.test(whole))
    throw refused(400, 'input-invalid', 'The request’s target is no plain path.', targetHint)
  const path = entrance.kind === 'port' ? belowSecret(whole, entrance.path) : whole
  const segments = path.slice(1).split('/')
  // Only the last one may be empty: others could start the name of a host, or hide a segment.
  if (segments.slice(0, -1).includes('') || segments.some(isTreacherous))
    throw refused(400, 'input-invalid', 'The request’s path leads elsewhere when it is decoded.', targetHint)
  return { path, query }
}

/** Returns the path that follows the one that cannot be guessed. */
function belowSecret(path: string, secret: string): string {
  const end = secret.length
  if (
    path.length >= end &&
    timingSafeEqual(Buffer.from(path.slice(0, end)), Buffer.from(secret)) &&
    (path.length === end || path[end] === '/')
  )
    return path.slice(end) || '/'
  throw refused(404, 'call-refused', 'There is no local address at this path.', 'Use the address as Clavis shows it.')
}

/** How often a segment is decoded: programs on the way may decode it more than once. */
const maxDecodings = 4

/** Returns whether a segment of an address is, or has, a dot segment, a separator or a control character in any encoding. */
export function leadsElsewhere(address: string): boolean {
  const [path = ''] = address.split(/[?#]/u)
  return path.split('/').some(isTreacherous)
}

/** Returns whether a segment is, or has, a dot segment, a separator or a control character in any encoding. */
function isTreacherous(segment: string): boolean {
  let text = segment
  for (let round = 0; round <= maxDecodings; round += 1) {
    // Bytes C0 and C1 are in no UTF-8, but some decoders read `%c0%ae` as a dot.
    // Some servers take what follows a semicolon for parameters, and drop it.
    if (/^\.{1,2}(?:;|$)/u.test(text) || /[\\/\p{Cc}\u{c0}\u{c1}]/u.test(text)) return true
    const decoded = text.replaceAll(/%([\da-f]{2})/giu, (_escape, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
    if (decoded === text) return false
    text = decoded
  }
  return true
}
