import { X509Certificate } from 'node:crypto'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import {
  connect as connectTls,
  type ConnectionOptions,
  type DetailedPeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls'
import { weakChain, weaknessOf } from '../tls/chain-strength.ts'
import { OpeningFailure } from '../failures/opening-failure.ts'

/** How long each step of opening a connection took, milliseconds; a step that was not needed is left out. */
export interface OpeningTimes {
  /** Finding the name's addresses. */
  readonly resolveMs?: number
  /** TCP, and with a proxy its answer too. */
  readonly connectMs?: number
  readonly tlsMs?: number
}

/** An open connection, and how long it took to open. */
export interface OpenedConnection {
  readonly socket: Socket
  readonly times: OpeningTimes
}

/** Where a connection goes: a host's name or address (without brackets), and its port. */
export interface HostPort {
  readonly host: string
  readonly port: number
}

/** The host and port of a URL, the port by its scheme where it is not written. */
export function hostPortOf({ hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>): HostPort {
  const standard = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[|\]$/gu, ''), port: port === '' ? standard : Number(port) }
}

/** What TLS is made with. */
export interface TlsNeeds {
  readonly secureContext: SecureContext
  /** The host that the certificate must be for. */
  readonly host: string
  /** Whose TLS it is. */
  readonly place: OpeningFailure['place']
}

/** What a TLS server shows of itself. */
export interface TlsPeer {
  /** For example `TLSv1.3`. */
  readonly protocol: string
  /** From the server's own certificate to its last issuer that came or is known. */
  readonly certificates: readonly X509Certificate[]
  /** Why it is not trusted, as OpenSSL's code; undefined where it is. */
  readonly distrust: string | undefined
  /** Whether it asks for a client certificate; undefined where that cannot be told. */
  readonly asksForCertificate: boolean | undefined
}

/**
 * Opens TCP. A name with IPv6 and IPv4 addresses is tried in turn, each a moment after the one before (RFC 8305).
 * @param limit milliseconds for finding the name and connecting
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
  // Where the host is an address there is nothing to find, though Node tells of it.
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
  // Before Node judges what came: where it is refused, the socket has forgotten it by the time that the error is told.
  secured.prependOnceListener('secure', () => (certificates = chainOf(secured)))
  try {
    await ready(secured, 'secureConnect', limit)
  } catch (error) {
    throw new OpeningFailure(needs.place, error, certificates)
  }
  const weakness = weaknessOf(certificates)
  if (weakness === undefined) return secured
  secured.destroy()
  throw new OpeningFailure(needs.place, Object.assign(new Error(weakness), { code: weakChain }), certificates)
}

/**
 * Looks at a TLS server's certificates, also where they are not trusted, and ends the connection: nothing is sent.
 * @param limit milliseconds for the handshake
 * @throws {@link OpeningFailure} where there is no TLS to look at
 */
export async function lookAtTls(socket: Socket, needs: TlsNeeds, limit: number): Promise<TlsPeer> {
  // The one connection whose certificate may be anything: it is looked at, and no byte of a request goes over it.
  const secured = connectTls({ ...tlsOptions(socket, needs), rejectUnauthorized: false })
  try {
    await ready(secured, 'secureConnect', limit)
    const certificates = chainOf(secured)
    const weak = weaknessOf(certificates) === undefined ? undefined : weakChain
    return {
      protocol: secured.getProtocol() ?? 'unknown',
      certificates,
      distrust: secured.authorized ? weak : distrustOf(secured.authorizationError),
      // Who asks for a certificate names the signatures that it takes. Electron's BoringSSL does not tell them.
      asksForCertificate: secured.getSharedSigalgs().length > 0 || ('electron' in process.versions ? undefined : false),
    }
  } catch (error) {
    throw new OpeningFailure(needs.place, error)
  } finally {
    secured.destroy()
  }
}

function tlsOptions(socket: Socket, { secureContext, host }: TlsNeeds): ConnectionOptions {
  return {
    ...{ socket, secureContext, host },
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
    // Given for each connection: otherwise variables and options of the process decide (decision 058).
    ...{ rejectUnauthorized: true, enableTrace: false },
  }
}

/** Not by `getPeerX509Certificate`: that takes the certificates from the connection, which is to judge them yet. */
function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  const seen = new Set<object>()
  // Where none came there is an empty object; a root is its own issuer.
  let link: Partial<DetailedPeerCertificate> | undefined = socket.getPeerCertificate(true)
  while (link?.raw !== undefined && !seen.has(link)) {
    seen.add(link)
    chain.push(new X509Certificate(link.raw))
    link = link.issuerCertificate
  }
  return chain
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
    // Stays: until its next owner listens, an error has to be heard by someone.
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
