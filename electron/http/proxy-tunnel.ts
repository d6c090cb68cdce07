import { request } from 'node:http'
import type { SecureContext } from 'node:tls'
import { hostPortOf, openTcp, startTls, type HostPort, type OpenedConnection } from './connection-opening.ts'
import { proxyFailure } from './network-failure.ts'

export interface Tunnel {
  /** The proxy's address; user and password in it are sent to it (RFC 7617). */
  readonly proxy: string
  readonly target: HostPort
  /** What a proxy that is spoken to over TLS is checked with. */
  readonly secureContext: SecureContext
  /** Milliseconds for each step. */
  readonly limit: number
}

/**
 * Opens a way through a proxy (RFC 9110 §9.3.6): what is sent afterwards reaches the target alone.
 * @throws `network-proxy` where the proxy refuses, else the system's or OpenSSL's error
 */
export async function openTunnel({ proxy, target, secureContext, limit }: Tunnel): Promise<OpenedConnection> {
  const address = new URL(proxy)
  const { host, port } = hostPortOf(address)
  const { socket: tcp, times } = await openTcp({ host, port }, limit)
  const began = performance.now()
  const toProxy = address.protocol === 'https:' ? await startTls(tcp, { secureContext, host }, limit) : tcp
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  const authorization = basicAuthorization(address)
  const socket = await new Promise<typeof tcp>((resolve, reject) => {
    const asked = request({
      ...{ method: 'CONNECT', path: authority, createConnection: () => toProxy, setHost: false },
      headers: {
        host: authority,
        'user-agent': 'Clavis',
        ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
      },
    })
    const timer = setTimeout(() => {
      asked.destroy(Object.assign(new Error('The proxy took too long to answer.'), { code: 'ETIMEDOUT' }))
    }, limit)
    asked.once('connect', ({ statusCode = 0 }, tunnel, head) => {
      clearTimeout(timer)
      if (statusCode < 200 || statusCode > 299) {
        tunnel.destroy()
        reject(proxyFailure(statusCode, proxy, authority))
        return
      }
      if (head.length > 0) tunnel.unshift(head)
      resolve(toProxy)
    })
    asked.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    asked.end()
  })
  return { socket, times: { ...times, connectMs: (times.connectMs ?? 0) + performance.now() - began } }
}

/** The credentials of a proxy's address as Basic (RFC 7617 §2); undefined where there are none. */
function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}
