import { setTimeout as wait } from 'node:timers/promises'
import { ClavisError } from '#shared/errors.ts'
import { isLoopbackUrl } from '#shared/profiles/plain-http.ts'
import type { HostGuard } from '../profiles/guards/host-guard.ts'
import type { ActivityLog } from '../requests/activity-log.ts'
import { activityOf, commonActivity, sendOnce, type Outcome } from './attempt.ts'
import { hostPortOf, type TlsPeer } from './connection/connection-opening.ts'
import type { Connections } from './connection/connections.ts'
import { proxyOfAddress, type Proxy, type ProxyChoice } from './connection/proxy-choice.ts'
import { isExcepted } from './connection/proxy-exceptions.ts'
import type { ProxyPasswords } from './connection/proxy-passwords.ts'
import type { TlsEnvironment } from './connection/tls-environment.ts'
import type { Destination, HttpRequest, HttpResponse, RequestWatcher } from './http-message.ts'
import { networkFailure } from './network-failure.ts'
import { pauseAfter } from './retry.ts'
import type { ServiceClocks } from './service-clocks.ts'
import { shownAddress, addressOf } from './shown-address.ts'
import { sendStreamed, type StreamedRequest, type StreamedResponse } from './streamed-response.ts'
import {
  abortError,
  responseTooSlow,
  standardLimits,
  untilAborted,
  withTimeLimit,
  type TimeLimits,
} from './time-limits.ts'

interface Options {
  /** Returns the system's proxy for an address; undefined for a direct connection. */
  readonly resolveProxy: (url: string) => Promise<Proxy | undefined>
  readonly activity: Pick<ActivityLog, 'add'>
  /** Asks before the first connection to a host; default: none, as on the command line. */
  readonly hosts?: Pick<HostGuard, 'requireAgreement'>
  readonly now: () => number
  /** Passwords of profiles' own proxies; default: none. */
  readonly proxyPasswords?: Pick<ProxyPasswords, 'of' | 'forget'>
  /** Receives the `Date` header of each response. */
  readonly clocks?: ServiceClocks
  readonly limits?: TimeLimits
  /** Time limit of a request without one of its own, with its retries, milliseconds; default: none. */
  readonly timeLimit?: number | undefined
  readonly watcher?: RequestWatcher | undefined
  /** Returns what to do if this computer refuses a connection; undefined if there is nothing special about the address. */
  readonly refusalHint?: (url: string) => Promise<string | undefined>
  /** TLS settings of the process; default: none. */
  readonly tlsEnvironment?: TlsEnvironment
}

type OwnProxy = Extract<ProxyChoice, { readonly kind: 'own' }>

/**
 * The only HTTP client of Clavis: at least TLS 1.2, proxies, limits for time and size, pauses and retries, one activity
 * entry per attempt. It follows no redirects and allows plain http only to this computer.
 */
export class HttpClient {
  readonly #options: Options
  readonly #limits: TimeLimits
  readonly #closing = new AbortController()
  #connections: Promise<Connections> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#limits = options.limits ?? standardLimits
  }

  /**
   * Sends a request and returns the response with any status, after retries if they may help.
   * @throws `network-…`, `plain-http-refused`, `redirect-refused`, `response-too-large`, `cancelled`; what {@link requireAgreedHosts} and `secrets` throw
   */
  async send(asked: HttpRequest): Promise<HttpResponse> {
    if (this.#closing.signal.aborted) throw abortError(this.#closing.signal)
    requireTls(asked.url)
    // Both before the time limit starts: the person may take a while, and so may the keychain.
    await untilAborted(this.requireAgreedHosts(asked), asked.signal)
    const secrets = asked.secrets && (await untilAborted(asked.secrets(), asked.signal))
    const request = { ...asked, ...secrets }
    const { host } = new URL(request.url)
    const watched = this.#options.watcher?.begin(request.purpose.what, host)
    const onWaiting = (resumesAt: number, reason: string): void => {
      watched?.pause(resumesAt, reason)
      request.onWaiting?.(resumesAt, reason)
    }
    try {
      const { timeLimit: limit = this.#options.timeLimit, signal } = request
      if (limit === undefined) return await this.#sendWithRetries({ ...request, onWaiting })
      const tooLong = (): ClavisError => responseTooSlow(host, limit)
      return await withTimeLimit({ limit, tooLong, signal }, (either) =>
        this.#sendWithRetries({ ...request, onWaiting, timeLimit: limit, signal: either }),
      )
    } finally {
      watched?.end()
    }
  }

  /**
   * Sends a request once and returns its response, with any status, once the headers have arrived. There is no limit of size, and
   * none of time but those between pieces: the caller cancels it. Its activity entry is added when the body has ended.
   * @throws `network-…`, `plain-http-refused`, `redirect-refused`, `cancelled`; what {@link requireAgreedHosts} throws
   */
  async stream(request: StreamedRequest): Promise<StreamedResponse> {
    requireTls(request.url)
    const { signal, authorities } = request
    await untilAborted(this.requireAgreedHosts(request), signal)
    const proxy = await untilAborted(this.#proxyOf(request), signal)
    const { activity, now, clocks } = this.#options
    try {
      const connections = await this.#connected()
      const dispatcher = connections.dispatcher({ authorities, proxy, clientCertificate: undefined })
      return await sendStreamed(request, dispatcher, { now, clocks, onEnd: (entry) => activity.add(entry) })
    } catch (error) {
      const failure = signal.aborted ? abortError(signal) : await this.#failure(error, shownAddress(request), proxy)
      const at = new Date(now()).toISOString()
      activity.add({ ...commonActivity(request), at, outcome: 'failed', errorCode: failure.code })
      throw failure
    }
  }

  async #sendWithRetries(request: HttpRequest): Promise<HttpResponse> {
    const began = performance.now()
    const endsAt =
      began + Math.min(request.timeLimit ?? Number.POSITIVE_INFINITY, request.retryFor ?? Number.POSITIVE_INFINITY)
    const proxy = await this.#proxyOf(request)
    for (let failed = 0; ;) {
      const body = typeof request.body === 'function' ? await request.body() : request.body
      const outcome = await this.#attempt(request, body, proxy)
      failed += 1
      const isEnding = request.signal?.aborted === true || this.#closing.signal.aborted
      const now = this.#options.now()
      const left = endsAt - performance.now()
      const pause = isEnding
        ? undefined
        : pauseAfter(outcome, request, { failed, left, firstPause: this.#limits.firstPause, now })
      this.#options.activity.add(activityOf(request, outcome, pause !== undefined, now))
      if (pause === undefined) {
        if (outcome.kind === 'response') return outcome.response
        throw outcome.error
      }
      request.onWaiting?.(this.#options.now() + pause.milliseconds, pause.reason)
      const ends = AbortSignal.any([this.#closing.signal, ...(request.signal === undefined ? [] : [request.signal])])
      try {
        await wait(pause.milliseconds, undefined, { signal: ends })
      } catch {
        throw abortError(ends)
      }
    }
  }

  /**
   * Loads what the first connection needs ahead of it: the library, and the system's authorities, which can take long.
   * @throws `network-keys-recorded`
   */
  async prepare(): Promise<void> {
    await (await this.#connected()).authorities()
  }

  /** Closes all connections; running requests fail and are not retried. */
  async close(): Promise<void> {
    this.#closing.abort()
    // If connections were refused, there are none to close.
    const connections = await this.#connections?.catch(() => undefined)
    await connections?.close()
  }

  /**
   * Makes sure that the person agreed to the hosts of a connection. {@link send}, {@link inspectTls} and {@link proxyFor} do it
   * themselves.
   * @throws `host-not-agreed`, `call-refused`, `input-invalid`
   */
  async requireAgreedHosts({ url, purpose, proxy }: Destination): Promise<void> {
    const { agreement, profileId } = purpose
    if (agreement === undefined) return
    const own = ownProxy({ url, proxy })
    await this.#options.hosts?.requireAgreement(profileId, [
      { purpose: agreement, host: new URL(url).origin },
      ...(own === undefined ? [] : [{ purpose: 'proxy' as const, host: new URL(own.address).origin }]),
    ])
  }

  /**
   * Returns the proxy for a connection; undefined for a direct one. Nothing connects without it.
   * @throws what {@link requireAgreedHosts} throws, `keychain-…`, `input-invalid`, `network-proxy`
   */
  async proxyFor(destination: Destination): Promise<Proxy | undefined> {
    await this.requireAgreedHosts(destination)
    return this.#proxyOf(destination)
  }

  async #proxyOf(destination: Destination): Promise<Proxy | undefined> {
    const { url, proxy } = destination
    if (proxy.kind === 'system' && !isLoopbackUrl(url)) return this.#options.resolveProxy(url)
    const own = ownProxy(destination)
    if (own === undefined) return undefined
    const { address, user, profileId } = own
    if (user === '') return { address }
    return { address, login: { user, password: await this.#options.proxyPasswords?.of(profileId) } }
  }

  /**
   * Reads what a server presents over TLS, trusted or not; sends nothing to it.
   * @throws `network-…`, `keychain-…`; what {@link requireAgreedHosts} throws
   */
  async inspectTls(destination: Destination & Pick<HttpRequest, 'authorities'>): Promise<TlsPeer> {
    const { url, authorities } = destination
    const proxy = await this.proxyFor(destination)
    try {
      return await (await this.#connected()).inspectTls(new URL(url), { authorities, proxy })
    } catch (error) {
      throw await this.#failure(error, addressOf(url), proxy)
    }
  }

  async #failure(error: unknown, address: string, proxy: Proxy | undefined): Promise<ClavisError> {
    const failure = networkFailure(error, address, proxy)
    if (failure.code !== 'network-refused' || proxy !== undefined || !isLoopbackUrl(address)) return failure
    const hint = await this.#options.refusalHint?.(address)
    return hint === undefined ? failure : ClavisError.fromValue({ ...failure.toValue(), hint })
  }

  /** Sends a request once. Returns its failure, unless it was cancelled. */
  async #attempt(request: HttpRequest, body: string | undefined, proxy: Proxy | undefined): Promise<Outcome> {
    let hasStarted = false
    const { now, clocks } = this.#options
    const { host } = new URL(request.url)
    const limit = this.#limits.whole
    try {
      return await withTimeLimit(
        { limit, tooLong: () => responseTooSlow(host, limit), signal: request.signal },
        async (signal) => {
          const { authorities, clientCertificate } = request
          const dispatcher = (await this.#connected()).dispatcher({ authorities, proxy, clientCertificate })
          const response = await sendOnce({ ...request, signal }, body, dispatcher, {
            now,
            clocks,
            headersLimit: this.#limits.headers,
            onStarted: () => (hasStarted = true),
          })
          return { kind: 'response', response }
        },
      )
    } catch (error) {
      // Pages are often cancelled, and that is no failure; a given reason is reported.
      if (request.signal?.aborted === true && !(request.signal.reason instanceof ClavisError))
        throw abortError(request.signal)
      const failure = await this.#failure(error, shownAddress(request), proxy)
      // Another process may have replaced it: the next attempt reads it again.
      if (failure.code === 'network-proxy-login-refused' && request.proxy.kind === 'own')
        this.#options.proxyPasswords?.forget(request.proxy.profileId)
      return { kind: 'failed', error: failure, hasStarted }
    }
  }

  /** Returns the connections. Loads the library on the first request, because a start of Clavis makes none. */
  #connected(): Promise<Connections> {
    return (this.#connections ??= import('./connection/connections.ts').then(
      ({ Connections }) => new Connections(this.#limits, this.#options.tlsEnvironment?.isSystemStoreReplaced),
    ))
  }
}

/** Returns the profile's own proxy if a connection uses it. Services on this computer are always called directly. */
function ownProxy({ url, proxy }: Pick<Destination, 'url' | 'proxy'>): OwnProxy | undefined {
  if (proxy.kind !== 'own' || isLoopbackUrl(url)) return undefined
  if (isExcepted(hostPortOf(new URL(url)), proxy.exceptions)) return undefined
  return { ...proxy, ...proxyOfAddress(proxy.address, 'The profile’s proxy') }
}

/** @throws `plain-http-refused` unless an address uses https, or is on this computer */
function requireTls(url: string): void {
  const { protocol, host } = new URL(url)
  if (protocol !== 'http:' || isLoopbackUrl(url)) return
  throw new ClavisError('plain-http-refused', `The request to ${host} was not sent: its address uses plain http.`, {
    hint: 'Use https. Plain http would expose tokens to the network; Clavis allows it only for this computer.',
  })
}
