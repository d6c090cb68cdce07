import { connect as connectTcp } from 'node:net'
import { connect as connectTls, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'

/** What a TLS server shows of itself. */
export interface TlsPeer {
  /** For example `TLSv1.3`. */
  readonly protocol: string
  /** From the server's own certificate to its last issuer, one line each. */
  readonly chain: readonly string[]
  /** Whether this computer, with the profile's authorities, trusts it; else why not, as OpenSSL's code. */
  readonly distrust: string | undefined
  /** The issuer of the last certificate in the chain. */
  readonly lastIssuer: string
}

const patience = 10_000

/** Opens and closes a TCP connection. @returns the address that answered. @throws the system's error */
export function reach(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host, port, autoSelectFamily: true, timeout: patience })
    socket.once('connect', () => {
      const { remoteAddress = host } = socket
      socket.destroy()
      resolve(remoteAddress)
    })
    socket.once('timeout', () => {
      socket.destroy(Object.assign(new Error(`${host} did not answer.`), { code: 'ETIMEDOUT' }))
    })
    socket.once('error', reject)
  })
}

/**
 * Looks at a TLS server's certificate, also where it is not trusted: nothing is sent to it.
 * @param authorities what is trusted, PEM
 * @throws the handshake's error where there is no TLS to look at
 */
export function lookAtTls(host: string, port: number, authorities: readonly string[]): Promise<TlsPeer> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connectTls({
      host,
      port,
      servername: /^[\d.]+$|:/u.test(host) ? '' : host,
      ca: [...authorities],
      minVersion: 'TLSv1.2',
      timeout: patience,
      // The certificate is looked at, not relied on: no byte of a request goes over this connection.
      rejectUnauthorized: false,
    })
    socket.once('secureConnect', () => {
      const chain = chainOf(socket.getPeerCertificate(true))
      const last = chain.at(-1)
      const error: unknown = socket.authorizationError
      resolve({
        protocol: socket.getProtocol() ?? 'unknown',
        chain: chain.map(({ subject }) => nameOf(subject)),
        lastIssuer: last === undefined ? '' : nameOf(last.issuer),
        distrust: socket.authorized ? undefined : distrustOf(error),
      })
      socket.destroy()
    })
    socket.once('timeout', () => {
      socket.destroy(Object.assign(new Error(`${host} did not answer.`), { code: 'ETIMEDOUT' }))
    })
    socket.once('error', reject)
  })
}

function distrustOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (error instanceof Error) return 'code' in error && typeof error.code === 'string' ? error.code : error.message
  return 'not trusted'
}

function chainOf(first: DetailedPeerCertificate): DetailedPeerCertificate[] {
  // A server without a certificate gives an empty object; a root is its own issuer.
  const chain: DetailedPeerCertificate[] = []
  let link: Partial<DetailedPeerCertificate> = first
  while (isCertificate(link) && !chain.includes(link)) {
    chain.push(link)
    link = link.issuerCertificate
  }
  return chain
}

function isCertificate(link: Partial<DetailedPeerCertificate> | undefined): link is DetailedPeerCertificate {
  return link?.subject !== undefined
}

function nameOf(name: object): string {
  return Object.entries(name)
    .map(([key, value]) => `${key}=${Array.isArray(value) ? value.join('+') : String(value)}`)
    .toReversed()
    .join(', ')
}
