import { ClavisError } from '#shared/errors.ts'
import type { Proxy } from './connection/proxy-choice.ts'
import { clientHints, isTlsCode, tlsFailure, OpeningFailure } from './tls-failure.ts'

/** Maximum size of a response's headers, bytes. Set for each connection: Node's own limit is set for a whole process. */
export const maxHeaderSize = 16 * 1024

/**
 * Returns the error code of Node, OpenSSL or undici. If several addresses were tried, it is the code of one that could be
 * reached, if there is one.
 */
export function failureCode(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const codes = error.errors.map(failureCode)
    // Many networks have no IPv6, so an unreachable IPv6 address says nothing about the service.
    return codes.find((code) => code !== undefined && !unreachable.includes(code)) ?? codes[0]
  }
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? undefined : failureCode(error.cause)
}

const timeouts = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const names = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL', 'EAI_NONAME']
const unreachable = ['ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']

/** Returns whether the same request may succeed a moment later. DNS and TLS problems don't resolve in seconds. */
export function mayPass(error: ClavisError): boolean {
  return ['network-refused', 'network-timeout', 'network-interrupted', 'network-unreachable'].includes(error.code)
}

/**
 * Converts a failed request to one of the `network-…` errors.
 * @param address the address without its query, or only the host
 */
export function networkFailure(error: unknown, address: string, proxy: Proxy | undefined): ClavisError {
  if (error instanceof ClavisError) return error
  const code = failureCode(error)
  const isProxys = error instanceof OpeningFailure && error.place === 'proxy' && proxy !== undefined
  const refused = error instanceof OpeningFailure ? error.refused : undefined
  // What failed: the proxy itself, or the service behind it.
  const { host, hostname } = new URL(isProxys ? proxy.address : address)
  const who = isProxys ? `The proxy ${host}` : host
  const through = proxy === undefined || isProxys ? '' : ` through the proxy ${new URL(proxy.address).host}`
  const fail = (
    kind:
      | 'network-name-not-found'
      | 'network-refused'
      | 'network-timeout'
      | 'network-unreachable'
      | 'network-interrupted',
    message: string,
    hint: string,
  ): ClavisError =>
    new ClavisError(kind, message, {
      hint,
      details: {
        address,
        ...(isProxys ? { proxy: host } : {}),
        ...(refused === undefined ? {} : { refused }),
        ...(code === undefined ? {} : { cause: code }),
      },
      cause: error,
    })

  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW')
    return new ClavisError('response-too-large', `The response headers of ${who} exceed ${maxHeaderSize / 1024} KiB.`, {
      hint: 'Check the address. If it is right, contact the service operator.',
      details: { address, limitBytes: maxHeaderSize, cause: code },
      cause: error,
    })
  // Some errors of undici's parser have no code; their name identifies them.
  if ((error instanceof Error && error.name === 'HTTPParserError') || code?.startsWith('HPE_') === true)
    return fail(
      'network-interrupted',
      `${who} sent a response that is not HTTP.`,
      'Check the address, especially its port and whether it starts with https.',
    )
  if (code !== undefined && isTlsCode(code))
    return tlsFailure(error, code, isProxys ? `the proxy ${host}` : host, address)
  if (code === undefined)
    return fail('network-interrupted', `The connection to ${host}${through} was interrupted.`, 'Try again.')
  if (names.includes(code))
    return fail(
      'network-name-not-found',
      `Host ${hostname} not found${through}.`,
      isProxys
        ? 'This is the proxy’s name: check it in the profile’s or the system’s settings.'
        : 'Check the address for typos, the network connection, and whether you need a VPN.',
    )
  if (code === 'ECONNREFUSED')
    return fail(
      'network-refused',
      `Connection refused${through}: nothing is listening on ${isProxys ? `proxy ${host}` : host}.`,
      isProxys
        ? 'Start the proxy or check its address and port in the profile’s or the system’s settings.'
        : 'Start the service or check the address and port.',
    )
  if (timeouts.includes(code))
    return fail(
      'network-timeout',
      `${who} did not respond in time${through}.`,
      'Try again. If it happens again, check the network, and whether you need a VPN or proxy.',
    )
  if (unreachable.includes(code))
    return fail(
      'network-unreachable',
      `${who} can’t be reached from this network${through}.`,
      'Check the network connection, and whether you need a VPN or proxy.',
    )
  return fail(
    'network-interrupted',
    `The connection to ${host}${through} was closed before the response was complete.`,
    refused === undefined
      ? 'Try again. If it happens again, check for a proxy or firewall in between.'
      : `Some servers close the connection to refuse a client. ${clientHints[refused]}`,
  )
}

/**
 * Converts the refusal of a proxy to an error.
 * @param target host and port of the request
 * @param challenge its `Proxy-Authenticate` (RFC 9110 §11.7.1)
 */
export function proxyFailure(
  status: number,
  { address, login }: Proxy,
  target: string,
  challenge: string | readonly string[] | undefined,
): ClavisError {
  const { host } = new URL(address)
  const details = { status, proxy: host }
  if (status !== 407)
    return new ClavisError('network-proxy', `The proxy ${host} refused to connect to ${target} (status ${status}).`, {
      hint: 'Choose another proxy for this profile, or ask the proxy’s administrator to allow this address.',
      details,
    })
  const schemes = schemesOf(challenge)
  if (schemes.length > 0 && !schemes.some((scheme) => scheme.toLowerCase() === 'basic'))
    return new ClavisError(
      'network-proxy',
      `The proxy ${host} requires ${schemes.join(' or ')} authentication; Clavis supports only user name and password (Basic).`,
      {
        hint: 'Ask the proxy’s administrator to allow this computer or address, or use a local proxy that authenticates.',
        details: { ...details, schemes },
      },
    )
  if (login?.password === undefined)
    return new ClavisError(
      'network-proxy-login-missing',
      login === undefined
        ? `The proxy ${host} requires a user name and password, but the profile has none.`
        : `The proxy ${host} requires the password of “${login.user}”, but the keychain has none.`,
      {
        hint: 'Enter them under “Network” in the profile’s settings.',
        details,
      },
    )
  return new ClavisError(
    'network-proxy-login-refused',
    `The proxy ${host} rejected the user name “${login.user}” with this password.`,
    {
      hint: 'Check the user name and enter the password again under “Network” in the profile’s settings.',
      details,
    },
  )
}

/** Returns the schemes of a challenge: each first word at the start or after a comma that is not a parameter. */
function schemesOf(challenge: string | readonly string[] | undefined): string[] {
  const texts = typeof challenge === 'string' ? [challenge] : (challenge ?? [])
  const found = texts.flatMap((text) =>
    [...text.matchAll(/(?:^|,)\s*(?<scheme>[\w-]+)(?=\s*(?:,|$)|\s+[^\s=])/gu)].map(
      ({ groups }) => groups?.['scheme'] ?? '',
    ),
  )
  // Real proxies send a few; a hostile one may send thousands.
  return [...new Set(found)].slice(0, 5).map((scheme) => scheme.slice(0, 40))
}
