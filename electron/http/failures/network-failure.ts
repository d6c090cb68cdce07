import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { Proxy } from '../../proxy/proxy-choice.ts'
import { maxHeaderSize } from '../limits/header-limit.ts'
import { OpeningFailure } from './opening-failure.ts'
import { isTlsCode, tlsFailure } from './tls-failure.ts'

/** The error code that Node, OpenSSL or undici gave; of several tried addresses that of the one that was reached best. */
export function failureCode(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) {
    const codes = error.errors.map(failureCode)
    // Many networks have no IPv6: that it cannot be reached there says nothing about the service.
    return codes.find((code) => code !== undefined && !unreachable.includes(code)) ?? codes[0]
  }
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? undefined : failureCode(error.cause)
}

const timeouts = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const names = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_FAIL', 'EAI_NONAME']
const unreachable = ['ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL']

/** Whether the same request may well succeed a moment later. Names and TLS do not mend themselves in seconds. */
export function mayPass(error: ClavisError): boolean {
  return ['network-refused', 'network-timeout', 'network-interrupted', 'network-unreachable'].includes(error.code)
}

/**
 * What a failed exchange means: one of the `network-…` codes.
 * @param address the address without its query, or the host alone
 */
export function networkFailure(error: unknown, address: string, proxy: Proxy | undefined): ClavisError {
  if (error instanceof ClavisError) return error
  const code = failureCode(error)
  const isProxys = error instanceof OpeningFailure && error.place === 'proxy' && proxy !== undefined
  // What is at fault is named: the proxy itself, or the service with the proxy before it.
  const { host, hostname } = new URL(isProxys ? proxy.address : address)
  const who = isProxys ? `The proxy ${host}` : host
  const through = proxy === undefined || isProxys ? '' : ` through the proxy ${new URL(proxy.address).host}`
  const fail = (
    kind:
      'network-name-not-found' | 'network-refused' | 'network-timeout' | 'network-unreachable' | 'network-interrupted',
    message: string,
    hint: string,
  ): ClavisError =>
    new ClavisError(kind, message, {
      hint,
      details: {
        address,
        ...(isProxys ? { proxy: host } : {}),
        ...(code === undefined ? {} : { cause: code }),
      },
      cause: error,
    })

  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW')
    return new ClavisError(
      'response-too-large',
      `The headers of the answer of ${who} are larger than ${maxHeaderSize / 1024} KiB.`,
      {
        hint: 'Check the address. If it is right, contact the service operator.',
        details: { address, limitBytes: maxHeaderSize, cause: code },
        cause: error,
      },
    )
  // undici's parser gives no code in some cases, only its name.
  if ((error instanceof Error && error.name === 'HTTPParserError') || code?.startsWith('HPE_') === true)
    return fail(
      'network-interrupted',
      `${who} answered something that is not HTTP.`,
      'Check the address, above all its port and whether it begins with https.',
    )
  if (code !== undefined && isTlsCode(code))
    return tlsFailure(error, code, isProxys ? `the proxy ${host}` : host, address)
  if (code === undefined)
    return fail('network-interrupted', `The exchange with ${host}${through} broke off.`, 'Try again.')
  if (names.includes(code))
    return fail(
      'network-name-not-found',
      `The name ${hostname} could not be found${through}.`,
      isProxys
        ? 'It is the proxy’s name: check it in the profile’s or the system’s settings.'
        : 'Check the address for typing errors, the network connection, and whether a VPN is needed.',
    )
  if (code === 'ECONNREFUSED')
    return fail(
      'network-refused',
      `${who} refused the connection${through}: nothing listens there.`,
      isProxys
        ? 'Check the proxy’s address and port in the profile’s or the system’s settings.'
        : 'Check the address and its port, and whether the service is running.',
    )
  if (timeouts.includes(code))
    return fail(
      'network-timeout',
      `${who} did not answer in time${through}.`,
      'Try again. If it stays so, check the network, a VPN, or a proxy that is needed.',
    )
  if (unreachable.includes(code))
    return fail(
      'network-unreachable',
      `${who} cannot be reached from this network${through}.`,
      'Check the network connection, and whether a VPN or proxy is needed.',
    )
  return fail(
    'network-interrupted',
    `The connection to ${host}${through} was cut before the whole answer came.`,
    'Try again. If it stays so, look for a proxy or firewall in between.',
  )
}

/**
 * The refusal of a proxy, by its status.
 * @param target host and port that were asked for
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
      hint: 'Choose another proxy for this profile, or ask whoever runs it to let this address through.',
      details,
    })
  const schemes = schemesOf(challenge)
  if (schemes.length > 0 && !schemes.some((scheme) => scheme.toLowerCase() === 'basic'))
    return new ClavisError(
      'network-proxy',
      `The proxy ${host} wants to be signed in to by ${schemes.join(' or ')}; Clavis knows user name and password (Basic) alone.`,
      {
        hint: 'Ask whoever runs it to let this computer or address through, or put a local proxy in between that signs in.',
        details: { ...details, schemes },
      },
    )
  if (login?.password === undefined)
    return new ClavisError(
      'network-proxy-login-missing',
      login === undefined
        ? `The proxy ${host} asks for a user name and password, and the profile has none for it.`
        : `The proxy ${host} asks for the password of “${login.user}”, and the keychain holds none.`,
      {
        hint: 'Enter them under “Network” in the profile’s settings.',
        details,
      },
    )
  return new ClavisError(
    'network-proxy-login-refused',
    `The proxy ${host} does not accept the user name “${login.user}” with the password that was sent.`,
    {
      hint: 'Check the user name and enter the password anew under “Network” in the profile’s settings.',
      details,
    },
  )
}

/** The names of a challenge's schemes: each first word at the beginning or after a comma that is no parameter. */
function schemesOf(challenge: string | readonly string[] | undefined): string[] {
  const texts = typeof challenge === 'string' ? [challenge] : (challenge ?? [])
  const found = texts.flatMap((text) =>
    [...text.matchAll(/(?:^|,)\s*(?<scheme>[\w-]+)(?=\s*(?:,|$)|\s+[^\s=])/gu)].map(
      ({ groups }) => groups?.['scheme'] ?? '',
    ),
  )
  // A few say it; a hostile proxy has room for thousands.
  return [...new Set(found)].slice(0, 5).map((scheme) => scheme.slice(0, 40))
}
