import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls'

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
}

/**
 * Opens TCP. A name with IPv6 and IPv4 addresses is tried in turn, each a moment after the one before (RFC 8305).
 * @param limit milliseconds for finding the name and connecting
 * @throws the system's error; `ETIMEDOUT` after the limit
 */
export async function openTcp({ host, port }: HostPort, limit: number): Promise<OpenedConnection> {
  const began = performance.now()
  let resolved: number | undefined
  const socket = connectTcp({ host, port, autoSelectFamily: true, noDelay: true, keepAlive: true })
  // Where the host is an address there is nothing to find, though Node tells of it.
  if (isIP(host) === 0) socket.once('lookup', () => (resolved = performance.now()))
  await ready(socket, 'connect', limit)
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
 * @throws Node's or OpenSSL's error; `ETIMEDOUT` after the limit
 */
export async function startTls(socket: Socket, needs: TlsNeeds, limit: number): Promise<TLSSocket> {
  const { secureContext, host } = needs
  const secured = connectTls({
    ...{ socket, secureContext, host },
    servername: isIP(host) === 0 ? host : '',
    ALPNProtocols: ['http/1.1'],
  })
  await ready(secured, 'secureConnect', limit)
  return secured
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
