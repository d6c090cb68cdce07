import { request } from 'node:http'
import { proxyFailure, maxHeaderSize } from '../network-failure.ts'
import { OpeningFailure } from '../tls-failure.ts'
import {
  hostPortOf,
  openTcp,
  startTls,
  type HostPort,
  type OpenedConnection,
  type TlsTrust,
} from './connection-opening.ts'
import type { Proxy, ProxyLogin } from './proxy-choice.ts'

export interface Tunnel {
  readonly proxy: Proxy
  readonly target: HostPort
  readonly trust: TlsTrust
  /** Milliseconds for each step. */
  readonly limit: number
}

/**
 * Opens a tunnel through a proxy (RFC 9110 §9.3.6): what is sent afterwards reaches only the target. Sends the proxy's
 * login, if there is one with a password (RFC 7617).
 * @throws `network-proxy…` if the proxy refuses; {@link OpeningFailure} if it can't be reached or closes the connection
 */
export async function openTunnel({ proxy, target, trust, limit }: Tunnel): Promise<OpenedConnection> {
  const address = new URL(proxy.address)
  const { host, port } = hostPortOf(address)
  const { socket: tcp, times } = await openTcp({ host, port }, 'proxy', limit)
  const began = performance.now()
  const toProxy = address.protocol === 'https:' ? await startTls(tcp, { ...trust, host, place: 'proxy' }, limit) : tcp
  const authority = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`
  const authorization = basicAuthorization(proxy.login)
  const socket = await new Promise<typeof tcp>((resolve, reject) => {
    const asked = request({
      method: 'CONNECT',
      path: authority,
      createConnection: () => toProxy,
      setHost: false,
      maxHeaderSize,
      insecureHTTPParser: false,
      headers: {
        host: authority,
        'user-agent': 'Clavis',
        ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
      },
    })
    const timer = setTimeout(() => {
      asked.destroy(Object.assign(new Error('The proxy took too long to answer.'), { code: 'ETIMEDOUT' }))
    }, limit)
    asked.once('connect', ({ statusCode = 0, headers }, tunnel, head) => {
      clearTimeout(timer)
      if (statusCode < 200 || statusCode > 299) {
        tunnel.destroy()
        reject(proxyFailure(statusCode, proxy, authority, headers['proxy-authenticate']))
        return
      }
      if (head.length > 0) tunnel.unshift(head)
      resolve(toProxy)
    })
    asked.on('error', (error) => {
      clearTimeout(timer)
      reject(new OpeningFailure('proxy', error))
    })
    asked.end()
  })
  return { socket, times: { ...times, connectMs: (times.connectMs ?? 0) + performance.now() - began } }
}

/** Formats a login for Basic authentication (RFC 7617 §2); undefined if there is no password. */
function basicAuthorization(login: ProxyLogin | undefined): string | undefined {
  if (login?.password === undefined) return undefined
  return `Basic ${Buffer.from(`${login.user}:${login.password.text()}`, 'utf8').toString('base64')}`
}
