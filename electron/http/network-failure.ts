import type { X509Certificate } from 'node:crypto'
import { ClavisError } from '../../shared/model/error.ts'
import { nameLine } from '../credentials/certificate.ts'
import type { Proxy } from '../proxy/proxy-choice.ts'
import { OpeningFailure } from './opening-failure.ts'

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

const selfSigned = 'DEPTH_ZERO_SELF_SIGNED_CERT'

const tlsReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that this computer does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate’s issuer is unknown to this computer',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate’s issuer is unknown to this computer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate’s issuer is unknown to this computer',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ERR_SSL_UNSUPPORTED_PROTOCOL: 'it offers no TLS version that is still safe (1.2 or newer)',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'it offers no TLS version that is still safe (1.2 or newer)',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS on this port',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it asks for a client certificate and got none',
  'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE': 'it does not accept the client certificate',
  'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_UNKNOWN': 'it does not accept the client certificate',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'it does not know the authority that issued the client certificate',
}

const trustCodes = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]

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

  // undici's parser gives no code in some cases, only its name.
  if ((error instanceof Error && error.name === 'HTTPParserError') || code?.startsWith('HPE_') === true)
    return fail(
      'network-interrupted',
      `${who} answered something that is not HTTP.`,
      'Check the address, above all its port and whether it begins with https.',
    )
  if (code !== undefined && isTls(code)) return tlsFailure(error, code, isProxys ? `the proxy ${host}` : host, address)
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
        hint: 'Enter them under “Network” in the profile’s settings; the password also by “clavis secret set PROFILE --proxy”.',
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
  return [...new Set(found)]
}

function isTls(code: string): boolean {
  return code in tlsReasons || /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|HOSTNAME_MISMATCH$|EPROTO$)/u.test(code)
}

function tlsFailure(error: unknown, code: string, host: string, address: string): ClavisError {
  const isDistrust = trustCodes.includes(code)
  const issuer = isDistrust && error instanceof OpeningFailure ? lastIssuer(error.certificates) : undefined
  const why =
    issuer === undefined || code === selfSigned
      ? (tlsReasons[code] ?? `TLS failed (${code})`)
      : `its certificate comes from “${issuer}”, an authority that this computer does not trust`
  return new ClavisError('network-tls', `No safe connection to ${host}: ${why}.`, {
    hint: isDistrust
      ? 'If your company’s own authority or proxy signs it, compare its fingerprint with your network’s operators and trust it for this profile: in the window by “Show the certificate…”, or by: clavis authority show PROFILE. Otherwise do not go on.'
      : 'Check the address. If it is right, the people who run the service must mend it.',
    details: { address, ...(issuer === undefined ? {} : { issuer }), cause: code },
    cause: error,
  })
}

/** Who issued the last of the certificates that came. */
function lastIssuer(certificates: readonly X509Certificate[]): string | undefined {
  const last = certificates.at(-1)
  return last === undefined ? undefined : nameLine(last.issuer)
}
