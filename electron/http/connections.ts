import { createHash } from 'node:crypto'
import { createSecureContext, getCACertificates, rootCertificates, type SecureContext } from 'node:tls'
import { Agent, Pool, type Dispatcher } from 'undici'
import { ClavisError } from '../../shared/model/error.ts'
import { hostPortOf, openTcp, startTls, type OpenedConnection } from './connection-opening.ts'
import type { ClientCertificate } from './http-message.ts'
import { MeasuredClient, type OpenConnection } from './measured-client.ts'
import { openTunnel } from './proxy-tunnel.ts'
import type { TimeLimits } from './time-limits.ts'

/** How many differing connections are kept open at most; the one longest unused goes first. */
const capacity = 32

export interface ConnectionNeeds {
  readonly authorities: readonly string[]
  /** A proxy's address; undefined for a direct connection. */
  readonly proxy: string | undefined
  readonly clientCertificate: ClientCertificate | undefined
}

/**
 * Keeps connections alive, apart for each set of trusted authorities, proxy and client certificate, so that nothing
 * sent under one profile's trust ever goes over a connection that another's trust opened.
 */
export class Connections {
  readonly #dispatchers = new Map<string, Dispatcher>()
  readonly #limits: TimeLimits
  #systemAuthorities: readonly string[] | undefined

  constructor(limits: TimeLimits) {
    this.#limits = limits
  }

  dispatcher(needs: ConnectionNeeds): Dispatcher {
    const key = keyOf(needs)
    const dispatcher = this.#dispatchers.get(key) ?? this.#open(needs)
    this.#dispatchers.delete(key)
    this.#dispatchers.set(key, dispatcher)
    this.#closeOldest()
    return dispatcher
  }

  /** Ends all connections; requests under way fail. */
  async close(): Promise<void> {
    const dispatchers = [...this.#dispatchers.values()]
    this.#dispatchers.clear()
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()))
  }

  #closeOldest(): void {
    const [oldest] = this.#dispatchers.entries()
    if (this.#dispatchers.size <= capacity || oldest === undefined) return
    this.#dispatchers.delete(oldest[0])
    // Requests under way end in their own time; a failure in closing concerns nobody any more.
    void oldest[1].close().catch(() => undefined)
  }

  #open(needs: ConnectionNeeds): Dispatcher {
    const { headers: headersTimeout, body: bodyTimeout } = this.#limits
    const open = this.#opener(needs)
    return new Agent({
      ...{ headersTimeout, bodyTimeout, allowH2: false },
      factory: (address: string | URL, options: Pool.Options) =>
        new Pool(address, { ...options, factory: (origin, each) => new MeasuredClient(origin, each, open) }),
    })
  }

  #opener({ authorities, proxy, clientCertificate }: ConnectionNeeds): OpenConnection {
    const secureContext = this.#secureContext(authorities, clientCertificate)
    const proxyContext = clientCertificate === undefined ? secureContext : this.#secureContext(authorities, undefined)
    const limit = this.#limits.connect
    return async (origin): Promise<OpenedConnection> => {
      const target = hostPortOf(origin)
      const { socket, times } =
        proxy === undefined
          ? await openTcp(target, limit)
          : await openTunnel({ proxy, target, secureContext: proxyContext, limit })
      if (origin.protocol !== 'https:') return { socket, times }
      const began = performance.now()
      const secured = await startTls(socket, { secureContext, host: target.host }, limit)
      return { socket: secured, times: { ...times, tlsMs: performance.now() - began } }
    }
  }

  /** Made once for each set of connections: reading the system's authorities for each would take longer than the call. */
  #secureContext(authorities: readonly string[], clientCertificate: ClientCertificate | undefined): SecureContext {
    this.#systemAuthorities ??= [...new Set([...rootCertificates, ...getCACertificates('system')])]
    const common = { ca: [...this.#systemAuthorities, ...authorities], minVersion: 'TLSv1.2' as const }
    const key = clientCertificate?.privateKey.export({ type: 'pkcs8', format: 'pem' })
    try {
      return createSecureContext(
        clientCertificate === undefined || key === undefined
          ? common
          : { ...common, cert: clientCertificate.certificateChainPem, key },
      )
    } catch (error) {
      throw new ClavisError('network-tls', 'The certificates for this connection cannot be used.', {
        hint: 'Check the certificate authorities in the profile’s settings, and the credential’s certificate.',
        cause: error,
      })
    }
  }
}

function keyOf({ authorities, proxy, clientCertificate }: ConnectionNeeds): string {
  const hash = createHash('sha256')
  // The certificate names its key: two with the same certificate have the same key.
  for (const part of [proxy ?? '', clientCertificate?.certificateChainPem ?? '', ...authorities])
    hash.update(`${part.length}:${part}`)
  return hash.digest('base64url')
}
