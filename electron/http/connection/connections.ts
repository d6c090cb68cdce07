import { createHash } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { Agent, Pool, type Dispatcher, Client } from 'undici'
import { ClavisError } from '#shared/errors.ts'
import type { ClientCertificate } from '../http-message.ts'
import { maxHeaderSize } from '../network-failure.ts'
import type { TimeLimits } from '../time-limits.ts'
import { explainFirstFailure } from './client-refusal.ts'
import {
  hostPortOf,
  inspectTls,
  openTcp,
  startTls,
  type OpenedConnection,
  type TlsPeer,
  type TlsTrust,
  type OpeningTimes,
} from './connection-opening.ts'
import { Departure } from './departure.ts'
import type { Proxy } from './proxy-choice.ts'
import { openTunnel } from './proxy-tunnel.ts'
import { commonAuthorities } from './system-authorities.ts'
import { refuseRecordedKeys, tlsSettings } from './tls-settings.ts'

/** Maximum number of different connections that are kept open; the least recently used is closed first. */
const capacity = 32

export interface ConnectionNeeds {
  readonly authorities: readonly string[]
  /** Undefined for a direct connection. */
  readonly proxy: Proxy | undefined
  readonly clientCertificate: ClientCertificate | undefined
}

/**
 * Keeps connections alive, separately for each set of trusted authorities, proxy and client certificate, so that no
 * request of one profile uses a connection that another's trust opened.
 */
export class Connections {
  readonly #dispatchers = new Map<string, Dispatcher>()
  readonly #limits: TimeLimits
  readonly #isSystemStoreReplaced: boolean
  #commonAuthorities: Promise<readonly string[]> | undefined

  /**
   * @param isSystemStoreReplaced see `TlsEnvironment`
   * @throws `network-keys-recorded`
   */
  constructor(limits: TimeLimits, isSystemStoreReplaced = false) {
    refuseRecordedKeys()
    this.#limits = limits
    this.#isSystemStoreReplaced = isSystemStoreReplaced
  }

  /**
   * Reads the authorities that every profile trusts, once: with the first connection that needs them, or ahead of it. PEM.
   */
  authorities(): Promise<readonly string[]> {
    return (this.#commonAuthorities ??= commonAuthorities(this.#isSystemStoreReplaced).catch((error: unknown) => {
      // The next connection tries again.
      this.#commonAuthorities = undefined
      throw error
    }))
  }

  dispatcher(needs: ConnectionNeeds): Dispatcher {
    const key = keyOf(needs)
    const dispatcher = this.#dispatchers.get(key) ?? this.#open(needs)
    this.#dispatchers.delete(key)
    this.#dispatchers.set(key, dispatcher)
    this.#closeOldest()
    return dispatcher
  }

  /**
   * Reads what a server presents over TLS; sends nothing to it.
   * @throws `network-proxy…`, {@link OpeningFailure}
   */
  async inspectTls(origin: URL, needs: Pick<ConnectionNeeds, 'authorities' | 'proxy'>): Promise<TlsPeer> {
    const without = { ...needs, clientCertificate: undefined }
    const { socket } = await this.#reacher(without)(origin)
    const trust = await this.#trust(needs.authorities, undefined)
    return inspectTls(socket, { ...trust, host: hostPortOf(origin).host, place: 'service' }, this.#limits.connect)
  }

  /** Closes all connections; running requests fail. */
  async close(): Promise<void> {
    const dispatchers = [...this.#dispatchers.values()]
    this.#dispatchers.clear()
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()))
  }

  #closeOldest(): void {
    const [oldest] = this.#dispatchers.entries()
    if (this.#dispatchers.size <= capacity || oldest === undefined) return
    this.#dispatchers.delete(oldest[0])
    // Lets running requests finish; a failure to close doesn't matter.
    void oldest[1].close().catch(() => undefined)
  }

  #open(needs: ConnectionNeeds): Dispatcher {
    const { headers: headersTimeout, body: bodyTimeout } = this.#limits
    const open = this.#opener(needs)
    return new Agent({
      headersTimeout,
      bodyTimeout,
      maxHeaderSize,
      allowH2: false,
      factory: (address: string | URL, options: Pool.Options) =>
        new Pool(address, { ...options, factory: (origin, each) => new MeasuredClient(origin, each, open) }),
    })
  }

  #opener(needs: ConnectionNeeds): OpenConnection {
    const reach = this.#reacher(needs)
    let trust: TlsTrust | undefined
    const limit = this.#limits.connect
    return async (origin): Promise<OpenedConnection> => {
      if (origin.protocol !== 'https:') return reach(origin)
      const { host } = hostPortOf(origin)
      // Created on first use, because that takes as long as many calls. Before the connection, which would end meanwhile.
      trust ??= await this.#trust(needs.authorities, needs.clientCertificate)
      const { socket, times } = await reach(origin)
      const began = performance.now()
      const secured = await startTls(socket, { ...trust, host, place: 'service' }, limit)
      const explain = explainFirstFailure(secured, trust.hasClientCertificate)
      return { socket: secured, times: { ...times, tlsMs: performance.now() - began }, explain }
    }
  }

  /** Returns a function that connects to an origin, without TLS. */
  #reacher({ authorities, proxy }: ConnectionNeeds): OpenConnection {
    const { connect: limit } = this.#limits
    if (proxy === undefined) return (origin) => openTcp(hostPortOf(origin), 'service', limit)
    // The client's certificate is for the service, not for the proxy.
    let trust: TlsTrust | undefined
    return async (origin) => {
      trust ??= await this.#trust(authorities, undefined)
      return openTunnel({ proxy, target: hostPortOf(origin), trust, limit })
    }
  }

  /** Created once per set of connections: it takes longer than a call. */
  async #trust(own: readonly string[], clientCertificate: ClientCertificate | undefined): Promise<TlsTrust> {
    const authorities = [...(await this.authorities()), ...own]
    const common = tlsSettings(authorities)
    const key = clientCertificate?.privateKey.export({ type: 'pkcs8', format: 'pem' })
    try {
      const secureContext = createSecureContext(
        clientCertificate === undefined || key === undefined
          ? common
          : { ...common, cert: clientCertificate.certificateChainPem, key },
      )
      return { secureContext, authorities, hasClientCertificate: clientCertificate !== undefined }
    } catch (error) {
      throw new ClavisError('network-tls', 'The certificates for this connection cannot be used.', {
        hint: 'Check the certificate authorities in the profile’s settings and the credential’s certificate.',
        cause: error,
      })
    }
  }
}

function keyOf({ authorities, proxy, clientCertificate }: ConnectionNeeds): string {
  const hash = createHash('sha256')
  const { address = '', login } = proxy ?? {}
  // The certificate identifies its key, which therefore isn't part of the cache key.
  for (const part of [
    address,
    login?.user ?? '',
    login?.password?.text() ?? '',
    clientCertificate?.certificateChainPem ?? '',
    ...authorities,
  ])
    hash.update(`${part.length}:${part}`)
  return hash.digest('base64url')
}

type OpenConnection = (origin: URL) => Promise<OpenedConnection>

/**
 * An undici client with one connection at a time, which returns a {@link Departure} as the `context` of each response.
 */
class MeasuredClient extends Client {
  /** Of the current connection, until its first request is sent. */
  #opening: OpeningTimes | undefined
  /** Of the current connection, until its first response. */
  #explain: OpenedConnection['explain']

  constructor(origin: URL, options: Client.Options, open: OpenConnection) {
    super(origin, {
      ...options,
      connect: (_target, callback) => {
        open(origin).then(
          ({ socket, times, explain }) => {
            this.#opening = times
            this.#explain = explain
            callback(null, socket)
          },
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
        )
      },
    })
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return super.dispatch(options, {
      onRequestStart: (controller) => {
        const departure = new Departure(this.#opening)
        this.#opening = undefined
        handler.onRequestStart?.(controller, departure)
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => {
        this.#explain = undefined
        handler.onResponseStart?.(...given)
      },
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (controller, error) => handler.onResponseError?.(controller, this.#explain?.(error) ?? error),
    })
  }
}
