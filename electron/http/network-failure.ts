import { ClavisError } from '../../shared/model/error.ts'

/** The error code that Node, OpenSSL or undici gave; of several tried addresses the first one's. */
export function failureCode(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return failureCode(error.errors[0])
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? undefined : failureCode(error.cause)
}

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
export function networkFailure(error: unknown, address: string, proxy: string | undefined): ClavisError {
  if (error instanceof ClavisError) return error
  const code = failureCode(error)
  const { host } = new URL(address)
  const through = proxy === undefined ? '' : ` through the proxy ${new URL(proxy).host}`
  const fail = (
    kind:
      'network-name-not-found' | 'network-refused' | 'network-timeout' | 'network-unreachable' | 'network-interrupted',
    message: string,
    hint: string,
  ): ClavisError =>
    new ClavisError(kind, message, {
      hint,
      details: { address, ...(code === undefined ? {} : { cause: code }) },
      cause: error,
    })

  // undici's parser gives no code in some cases, only its name.
  if ((error instanceof Error && error.name === 'HTTPParserError') || code?.startsWith('HPE_') === true)
    return fail(
      'network-interrupted',
      `${host} answered something that is not HTTP.`,
      'Check the address, above all its port and whether it begins with https.',
    )
  if (code !== undefined && isTls(code)) return tlsFailure(error, code, host, address)
  // undici's words for a CONNECT that the proxy did not answer with 200 (RFC 9110 §9.3.6).
  const refusal = /Proxy response \((?<status>\d+)\)/u.exec(messages(error))?.groups?.['status']
  if (refusal !== undefined && proxy !== undefined) return proxyFailure(Number(refusal), proxy, host)
  if (code === undefined)
    return fail('network-interrupted', `The exchange with ${host}${through} broke off.`, 'Try again.')
  if (names.includes(code))
    return fail(
      'network-name-not-found',
      `The name ${new URL(address).hostname} could not be found${through}.`,
      'Check the address for typing errors, the network connection, and whether a VPN is needed.',
    )
  if (code === 'ECONNREFUSED')
    return fail(
      'network-refused',
      `${host} refused the connection${through}: nothing listens there.`,
      'Check the address and its port, and whether the service is running.',
    )
  if (timeouts.includes(code))
    return fail(
      'network-timeout',
      `${host} did not answer in time${through}.`,
      'Try again. If it stays so, check the network, a VPN, or a proxy that is needed.',
    )
  if (unreachable.includes(code))
    return fail(
      'network-unreachable',
      `${host} cannot be reached from this network${through}.`,
      'Check the network connection, and whether a VPN or proxy is needed.',
    )
  return fail(
    'network-interrupted',
    `The connection to ${host}${through} was cut before the whole answer came.`,
    'Try again. If it stays so, look for a proxy or firewall in between.',
  )
}

/** The refusal of a proxy, by its status. */
export function proxyFailure(status: number, proxy: string, host: string): ClavisError {
  return new ClavisError(
    'network-proxy',
    status === 407
      ? `The proxy ${new URL(proxy).host} asks for a user name and password.`
      : `The proxy ${new URL(proxy).host} refused to connect to ${host} (status ${status}).`,
    {
      hint: 'Choose another proxy for this profile, or ask whoever runs it to let this address through.',
      details: { status, proxy: new URL(proxy).host },
    },
  )
}

function isTls(code: string): boolean {
  return code in tlsReasons || /^(?:ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|HOSTNAME_MISMATCH$|EPROTO$)/u.test(code)
}

function tlsFailure(error: unknown, code: string, host: string, address: string): ClavisError {
  return new ClavisError(
    'network-tls',
    `No safe connection to ${host}: ${tlsReasons[code] ?? `TLS failed (${code})`}.`,
    {
      hint: trustCodes.includes(code)
        ? 'If your company’s own authority or proxy signs it, add that authority’s certificate to the profile. Otherwise do not go on.'
        : 'Check the address. If it is right, the people who run the service must mend it.',
      details: { address, cause: code },
      cause: error,
    },
  )
}

function messages(error: unknown): string {
  return error instanceof Error ? `${error.message} ${messages(error.cause)}` : ''
}
