import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'

export interface ProxyServer {
  readonly address: string
  /** Host and port of each CONNECT. */
  readonly asked: readonly string[]
  /** `Proxy-Authorization` of each CONNECT; undefined if it was missing. */
  readonly authorizations: readonly (string | undefined)[]
  readonly end: () => Promise<void>
}

interface Conduct {
  /** `user:password` that it requires (RFC 7617). */
  readonly login?: string
  /** Its challenges; Basic by default. */
  readonly challenges?: readonly string[]
  /** The status with which it refuses every tunnel. */
  readonly refusal?: number
  /** Never responds. */
  readonly isMute?: true
  /** The local port that every tunnel leads to, whatever its name. By default the requested port. */
  readonly leadsTo?: number
  /** Uses TLS itself. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** Starts a real CONNECT proxy (RFC 9110 §9.3.6) on this computer; every name leads to this computer. */
export async function startProxyServer(conduct: Conduct = {}): Promise<ProxyServer> {
  const { login, challenges = ['Basic realm="Acme, proxies"'], refusal, isMute, leadsTo, tls } = conduct
  const asked: string[] = []
  const authorizations: (string | undefined)[] = []
  const sockets = new Set<Socket>()
  const server: Server = tls === undefined ? createServer() : createTlsServer(tls)
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login, 'utf8').toString('base64')}`
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push(url)
    authorizations.push(headers['proxy-authorization'])
    if (isMute === true) return
    if (refusal !== undefined || (wanted !== undefined && headers['proxy-authorization'] !== wanted)) {
      const lines = refusal === undefined ? challenges.map((each) => `proxy-authenticate: ${each}`) : []
      socket.end([`HTTP/1.1 ${refusal ?? 407} No`, ...lines, 'content-length: 0', '', ''].join('\r\n'))
      return
    }
    const onward = connect(leadsTo ?? Number(/\d+$/u.exec(url)?.[0]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const scheme = tls === undefined ? 'http' : 'https'
  return {
    address: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    authorizations,
    end: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
