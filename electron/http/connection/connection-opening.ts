import { X509Certificate } from 'node:crypto'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import {
  connect as connectTls,
  type ConnectionOptions,
  type DetailedPeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import { OpeningFailure } from '../tls-failure.ts'
import { verifiedPath, weakChain, weaknessOf } from './chain-strength.ts'
import { watchRefusal } from './client-refusal.ts'
import { hasSecurityLevels } from './tls-settings.ts'

/** How long each step of opening a connection took, milliseconds; skipped steps are left out. */
export interface OpeningTimes {
  /** DNS lookup. */
  readonly resolveMs?: number
  /** TCP, and the response of a proxy. */
  readonly connectMs?: number
  readonly tlsMs?: number
}

/** An open connection, and how long it took to open. */
export interface OpenedConnection {
  readonly socket: Socket
  readonly times: OpeningTimes
  /** Returns what a failure of the first request means, given the server’s last alert. */
  readonly explain?: (failure: Error) => Error
}

/** Target of a connection: a host name or address (without brackets), and a port. */
export interface HostPort {
  readonly host: string
  readonly port: number
}

/**
 * Returns the host and port of a URL, e.g. `::1` and 443 of `https://[::1]/`; the port defaults to that of the scheme.
 */
export function hostPortOf({ hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>): HostPort {
  const standard = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[|\]$/gu, ''), port: port === '' ? standard : Number(port) }
}

export interface TlsTrust {
  readonly secureContext: SecureContext
  /** The trusted authorities in it, PEM. */
  readonly authorities: readonly string[]
  readonly hasClientCertificate: boolean
}

export interface TlsNeeds extends TlsTrust {
  /** The host that the certificate must be valid for. */
  readonly host: string
  /** Whether it is with the service or with the proxy. */
  readonly place: OpeningFailure['place']
}

export interface TlsPeer {
  /** For example `TLSv1.3`. */
  readonly protocol: string
  /** From the server's own certificate to the last issuer that was sent or is known. */
  readonly certificates: readonly X509Certificate[]
  /** OpenSSL's code for why it is not trusted; undefined if it is. */
  readonly distrust: string | undefined
  /** Whether it requests a client certificate; undefined if unknown. */
  readonly asksForCertificate: boolean | undefined
}

/**
 * Opens a TCP connection. The IPv6 and IPv4 addresses of a name are tried in turn, each a moment after the one before
 * (RFC 8305).
 * @param limit milliseconds for DNS lookup and connecting
 * @param place what is connected to
 * @throws {@link OpeningFailure} with the system's error, or with `ETIMEDOUT` after the limit
 */
export async function openTcp(
  { host, port }: HostPort,
  place: OpeningFailure['place'],
  limit: number,
): Promise<OpenedConnection> {
  const began = performance.now()
  let resolved: number | undefined
  const socket = connectTcp({ host, port, autoSelectFamily: true, noDelay: true, keepAlive: true })
  // For an address there is no lookup, though Node emits the event.
  if (isIP(host) === 0) socket.once('lookup', () => (resolved = performance.now()))
  try {
    await ready(socket, 'connect', limit)
  } catch (error) {
    throw new OpeningFailure(place, error)
  }
  const connected = performance.now()
  return {
    socket,
    times: {
      ...(resolved === undefined ? {} : { resolveMs: resolved - began }),
      connectMs: connected - (resolved ?? began),
    },
  }
}

/**
 * Starts TLS on an open connection.
 * @param limit milliseconds for the handshake
 * @throws {@link OpeningFailure} with Node's or OpenSSL's error, or with `ETIMEDOUT` after the limit
 */
export async function startTls(socket: Socket, needs: TlsNeeds, limit: number): Promise<TLSSocket> {
  const secured = connectTls(tlsOptions(socket, needs))
  let certificates: readonly X509Certificate[] = []
  // Before Node verifies the certificates: if it rejects them, the socket has dropped them by the time the error is
  // emitted.
  secured.prependOnceListener('secure', () => (certificates = chainOf(secured)))
  const refused = watchRefusal(secured, needs.hasClientCertificate)
  try {
    await ready(secured, 'secureConnect', limit)
  } catch (error) {
    throw new OpeningFailure(needs.place, error, certificates, needs.place === 'service' ? refused() : undefined)
  }
  const weakness = verifiedWeakness(certificates, needs)
  if (weakness === undefined) return secured
  secured.destroy()
  throw new OpeningFailure(needs.place, Object.assign(new Error(weakness), { code: weakChain }), certificates)
}

/**
 * Reads a TLS server's certificates, even untrusted ones, and closes the connection without sending anything.
 * @param limit milliseconds for the handshake
 * @throws {@link OpeningFailure} if the server doesn't use TLS
 */
export async function inspectTls(socket: Socket, needs: TlsNeeds, limit: number): Promise<TlsPeer> {
  // The only connection with any certificate: it is just inspected, and no byte of a request is sent over it.
  const secured = connectTls({ ...tlsOptions(socket, needs), rejectUnauthorized: false })
  const refused = watchRefusal(secured, needs.hasClientCertificate)
  try {
    await ready(secured, 'secureConnect', limit)
    const certificates = chainOf(secured)
    const weak = verifiedWeakness(certificates, needs) === undefined ? undefined : weakChain
    return {
      protocol: secured.getProtocol() ?? 'unknown',
      certificates,
      distrust: secured.authorized ? weak : distrustOf(secured.authorizationError),
      // A server that requests a certificate lists the signatures it accepts. Electron's BoringSSL doesn't expose them.
      asksForCertificate: secured.getSharedSigalgs().length > 0 || ('electron' in process.versions ? undefined : false),
    }
  } catch (error) {
    throw new OpeningFailure(needs.place, error, [], refused())
  } finally {
    secured.destroy()
  }
}

function tlsOptions(socket: Socket, { secureContext, host }: TlsNeeds): ConnectionOptions {
  return {
    socket,
    secureContext,
    host,
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // Set for each connection: otherwise variables and options of the process decide (decision 058).
    rejectUnauthorized: true,
    enableTrace: false,
  }
}

/**
 * Reads the chain. Not with `getPeerX509Certificate`, which takes the certificates from the connection before it has
 * verified them.
 */
function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  const seen = new Set<object>()
  // An empty object if there is none; a root is its own issuer.
  let link: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true)
  while (link?.raw !== undefined && !seen.has(link)) {
    seen.add(link)
    chain.push(new X509Certificate(link.raw))
    link = link.issuerCertificate
  }
  return chain
}

/** Describes what is too weak in a path that the TLS library accepted, if the library does not judge that itself. */
function verifiedWeakness(sent: readonly X509Certificate[], { authorities }: TlsTrust): string | undefined {
  if (hasSecurityLevels || weaknessOf(sent) === undefined) return undefined
  return weaknessOf(verifiedPath(sent, authorities))
}

function distrustOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.message
  return 'not trusted'
}

function ready(socket: Socket, event: 'connect' | 'secureConnect', limit: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('The connection took too long.'), { code: 'ETIMEDOUT' }))
    }, limit)
    socket.once(event, () => {
      clearTimeout(timer)
      resolve()
    })
    // Stays registered: until the next owner listens, errors must be handled.
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.once('close', () => {
      clearTimeout(timer)
      reject(Object.assign(new Error('The connection was closed while it was opened.'), { code: 'ECONNRESET' }))
    })
  })
}
