import { validateHeaderValue } from 'node:http'
import type { KnownSecrets } from '../tokens/known-secrets.ts'

/** Headers of one connection (RFC 9110 §7.6.1), which are not passed on. */
const ofConnection = new Set([
  ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'proxy-connection', 'expect'],
  'http2-settings',
])

/** What a caller must not send in its own name: Clavis sets it, or it is for this address alone. */
const ofCaller = new Set(['authorization', 'cookie', 'cookie2', 'host', 'content-length', 'forwarded', 'via'])

/** By these a server may take another method, path or caller than the request's own; some read `_` as `-`. */
const isOverride = /^x-(?:http-method|method-override|original-|rewrite-|real-ip)|_/u

/** What a service sends to the client that it authenticated: Clavis. */
const ofService = new Set(['set-cookie', 'set-cookie2', 'www-authenticate', 'authentication-info', 'alt-svc'])

function namedIn(connection: readonly string[]): Set<string> {
  return new Set(connection.flatMap((value) => value.split(',')).map((name) => name.trim().toLowerCase()))
}

/** Returns the headers of a caller that are passed on, by lower-case name, with `accept`. @param rawHeaders names and values in turn */
export function headersForService(rawHeaders: readonly string[]): Record<string, string> {
  const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
  )
  const named = namedIn(pairs.filter(([name]) => name === 'connection').map(([, value]) => value))
  const passed = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (ofConnection.has(name) || ofCaller.has(name) || named.has(name)) continue
    if (/^(?:proxy-|sec-|x-forwarded-|access-control-)/u.test(name) || isOverride.test(name)) continue
    const before = passed.get(name)
    passed.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  // The service may insist on it; a caller that takes anything, as curl does, takes JSON.
  if ((passed.get('accept') ?? '*/*') === '*/*') passed.set('accept', 'application/json')
  return Object.fromEntries(passed)
}

/**
 * Returns the headers of a response that are passed on, names and values in turn.
 * @param secrets are masked: a service may echo the token
 */
export function headersForCaller(
  headers: ReadonlyMap<string, string | readonly string[]>,
  secrets: KnownSecrets,
): string[] {
  const named = namedIn([headers.get('connection') ?? []].flat())
  return [...headers].flatMap(([name, values]) => {
    if (ofConnection.has(name) || ofService.has(name) || named.has(name)) return []
    if (/^(?:proxy-|access-control-)/u.test(name)) return []
    return [values].flat().flatMap((value) => {
      const masked = secrets.maskValues(value).replaceAll('…', '...')
      return isValid(name, masked) ? [name, masked] : []
    })
  })
}

function isValid(name: string, value: string): boolean {
  try {
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}
