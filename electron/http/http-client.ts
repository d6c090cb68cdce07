import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher } from 'undici'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { isLoopbackUrl } from '../../shared/model/profile/profile.ts'
import type { ActivityLog } from '../activity/activity-log.ts'
import { isExcepted } from '../proxy/proxy-exceptions.ts'
import { proxyOfAddress, type Proxy } from '../proxy/proxy-choice.ts'
import type { ProxyPasswords } from '../proxy/proxy-passwords.ts'
import { hostPortOf, type TlsPeer } from './connection/connection-opening.ts'
import type { ServiceClocks } from './service-clocks.ts'
import type { Connections } from './connection/connections.ts'
import { timesOf } from './exchange-times.ts'
import type { HttpRequest, HttpResponse } from './message/http-message.ts'
import { mayPass, networkFailure } from './failures/network-failure.ts'
import { acceptedCodings, readBody } from './message/response-body.ts'
import { isPassing, pauseBefore, retryAfter, tries } from './retry.ts'
import { abortError, answerTooSlow, withTimeLimit } from './limits/until-aborted.ts'
import { redirected, shownAddress, addressOf } from './message/shown-address.ts'
import { standardLimits, type TimeLimits } from './limits/time-limits.ts'
import type { TlsEnvironment } from './tls/tls-environment.ts'

interface Options {
  /** The system's proxy for an address: its URL, or undefined for a direct connection. */
  readonly resolveProxy: (url: string) => Promise<string | undefined>
  readonly activity: Pick<ActivityLog, 'add'>
  readonly now: () => number
  /** Of profiles' own proxies; where it is left out there are none. */
  readonly proxyPasswords?: Pick<ProxyPasswords, 'of' | 'forget'>
  /** Told of each answer's `Date`. */
  readonly clocks?: ServiceClocks
  readonly limits?: TimeLimits
  /** What was set outside of Clavis; nothing where it is left out. */
  readonly tlsEnvironment?: TlsEnvironment
}

/** How one try ended. */
type Outcome =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  | {
      readonly kind: 'failed'
      readonly error: ClavisError
      /** Whether an answer began to come. */ readonly begun: boolean
    }

/**
 * The one HTTP client of Clavis: TLS 1.2 at least, proxies, limits of time and size, pauses and retries, one line of
 * activity for each try. It follows no redirect and speaks plain http to this computer only (design, section 3).
 */
export class HttpClient {
  readonly #resolveProxy: Options['resolveProxy']
  readonly #proxyPasswords: Options['proxyPasswords']
  readonly #activity: Options['activity']
  readonly #now: () => number
  readonly #clocks: ServiceClocks | undefined
  readonly #limits: TimeLimits
  readonly #isSystemStoreReplaced: boolean
  readonly #closing = new AbortController()
  #connections: Promise<Connections> | undefined

  constructor(options: Options) {
    const { resolveProxy, proxyPasswords, activity, now, clocks, limits = standardLimits, tlsEnvironment } = options
    this.#resolveProxy = resolveProxy
    this.#proxyPasswords = proxyPasswords
    this.#activity = activity
    this.#now = now
    this.#clocks = clocks
    this.#limits = limits
    this.#isSystemStoreReplaced = tlsEnvironment?.isSystemStoreReplaced === true
  }

  /**
   * Sends a request and answers whatever status came, once retries are used up or of no use.
   * @throws `network-…`, `plain-http-refused`, `redirect-refused`, `response-too-large`, `list-cancelled`
   */
  async send(request: HttpRequest): Promise<HttpResponse> {
    if (new URL(request.url).protocol === 'http:' && !isLoopbackUrl(request.url))
      throw new ClavisError(
        'plain-http-refused',
        `${new URL(request.url).host} was not called: its address is plain http.`,
        {
          hint: 'Use https. Plain http would show tokens to everyone on the way; it is only for this computer.',
        },
      )
    const { timeLimit: limit, signal } = request
    if (limit === undefined) return this.#sendAll(request)
    const tooLong = (): ClavisError => answerTooSlow(new URL(request.url).host, limit)
    return withTimeLimit({ limit, tooLong, signal }, (either) => this.#sendAll({ ...request, signal: either }))
  }

  /** Sends a request until it is answered, or trying again is of no use. */
  async #sendAll(request: HttpRequest): Promise<HttpResponse> {
    const endsAt = performance.now() + (request.timeLimit ?? Number.POSITIVE_INFINITY)
    const proxy = await this.proxyFor(request)
    for (let failed = 0; ;) {
      const body = typeof request.body === 'function' ? await request.body() : request.body
      const outcome = await this.#try(request, body, proxy)
      failed += 1
      const pause = this.#pauseAfter(outcome, request, failed, endsAt - performance.now())
      this.#note(request, outcome, pause === undefined ? undefined : 'retried')
      if (pause === undefined) {
        if (outcome.kind === 'answered') return outcome.response
        throw outcome.error
      }
      request.onWaiting?.(this.#now() + pause.milliseconds, pause.reason)
      const ends = AbortSignal.any([this.#closing.signal, ...(request.signal === undefined ? [] : [request.signal])])
      try {
        await wait(pause.milliseconds, undefined, { signal: ends })
      } catch {
        throw abortError(ends)
      }
    }
  }

  /** Ends all connections; requests under way fail, and are not tried again. */
  async close(): Promise<void> {
    this.#closing.abort()
    // Connections that were refused leave nothing to close.
    const connections = await this.#connections?.catch(() => undefined)
    await connections?.close()
  }

  /** The proxy that a request goes through; undefined: it goes directly. */
  async proxyFor({ url, proxy }: Pick<HttpRequest, 'url' | 'proxy'>): Promise<Proxy | undefined> {
    // What this computer serves is never asked for elsewhere.
    if (proxy.kind === 'none' || isLoopbackUrl(url)) return undefined
    if (proxy.kind === 'system') {
      const address = await this.#resolveProxy(url)
      return address === undefined ? undefined : proxyOfAddress(address)
    }
    if (isExcepted(hostPortOf(new URL(url)), proxy.exceptions)) return undefined
    const { address, user, profileId } = proxy
    if (user === '') return { address }
    return { address, login: { user, password: await this.#proxyPasswords?.of(profileId) } }
  }

  /**
   * Looks at what a server shows of itself over TLS, trusted or not; nothing is sent to it.
   * @throws `network-…`, `keychain-…`
   */
  async look({ url, authorities, proxy }: Pick<HttpRequest, 'url' | 'authorities' | 'proxy'>): Promise<TlsPeer> {
    const way = await this.proxyFor({ url, proxy })
    try {
      return await (await this.#connected()).look(new URL(url), { authorities, proxy: way })
    } catch (error) {
      throw networkFailure(error, addressOf(url), way)
    }
  }

  async #try(request: HttpRequest, requestBody: string | undefined, proxy: Proxy | undefined): Promise<Outcome> {
    let begun = false
    const { host } = new URL(request.url)
    const limit = this.#limits.whole
    try {
      return await withTimeLimit(
        { limit, tooLong: () => answerTooSlow(host, limit), signal: request.signal },
        async (signal) => {
          const response = await this.#exchange({ ...request, signal }, requestBody, proxy, () => (begun = true))
          return { kind: 'answered', response }
        },
      )
    } catch (error) {
      // Pages are cancelled by the dozen, and that is no failure; where a reason is given, it is told.
      if (request.signal?.aborted === true && !(request.signal.reason instanceof ClavisError))
        throw abortError(request.signal)
      const failure = networkFailure(error, shownAddress(request), proxy)
      // It may have been replaced by another process: the next try reads it anew.
      if (failure.code === 'network-proxy-login-refused' && request.proxy.kind === 'own')
        this.#proxyPasswords?.forget(request.proxy.profileId)
      return { kind: 'failed', error: failure, begun }
    }
  }

  /** Sends a request once. @param onBegun told when an answer begins to come */
  async #exchange(
    request: HttpRequest,
    requestBody: string | undefined,
    proxy: Proxy | undefined,
    onBegun: () => void,
  ): Promise<HttpResponse> {
    const dispatcher = (await this.#connected()).dispatcher({
      authorities: request.authorities,
      proxy,
      clientCertificate: request.clientCertificate,
    })
    const requestedAt = this.#now()
    const began = performance.now()
    const { statusCode, headers, body, context } = await this.#send(request, requestBody, dispatcher)
    onBegun()
    const firstByteAt = performance.now()
    const received = readHeaders(headers)
    this.#clocks?.note(request.url, received.get('date'), requestedAt, firstByteAt - began)
    const { host } = new URL(request.url)
    if (statusCode >= 300 && statusCode < 400 && received.has('location')) {
      // What else comes is of no use, and may never end.
      body.on('error', () => undefined).destroy()
      throw redirected(request, statusCode, received.get('location') ?? '')
    }
    const content = await readBody(body, received.get('content-encoding'), host, request.bodyLimit)
    return {
      url: request.url,
      status: statusCode,
      headers: received,
      body: content,
      requestedAt,
      ...timesOf(context, began, firstByteAt),
    }
  }

  /** Where connections are kept. The library behind them is read at the first request: a start of Clavis makes none. */
  #connected(): Promise<Connections> {
    return (this.#connections ??= import('./connection/connections.ts').then(
      ({ Connections }) => new Connections(this.#limits, this.#isSystemStoreReplaced),
    ))
  }

  #send(request: HttpRequest, body: string | undefined, dispatcher: Dispatcher): Promise<Dispatcher.ResponseData> {
    const { origin, pathname, search } = new URL(request.url)
    return dispatcher.request({
      origin,
      path: pathname + search,
      method: request.method,
      headers: { 'accept-encoding': acceptedCodings, 'user-agent': 'Clavis', ...request.headers },
      body: body ?? null,
      signal: request.signal ?? null,
    })
  }

  /** The pause before the next try, or undefined where there is none. @param left of the request's time limit */
  #pauseAfter(
    outcome: Outcome,
    { retry, url, signal }: HttpRequest,
    failed: number,
    left: number,
  ): { milliseconds: number; reason: string } | undefined {
    if (failed >= tries || signal?.aborted === true || this.#closing.signal.aborted) return undefined
    const { host } = new URL(url)
    if (outcome.kind === 'failed') {
      const again = mayPass(outcome.error) && (retry === 'safe' || !outcome.begun)
      const milliseconds = again ? pauseBefore(failed, undefined, this.#limits.firstPause, Math.random()) : undefined
      return milliseconds === undefined || milliseconds > left
        ? undefined
        : { milliseconds, reason: outcome.error.message }
    }
    const { status, headers } = outcome.response
    if (retry !== 'safe' || !isPassing(status)) return undefined
    const asked = retryAfter(headers.get('retry-after'), this.#now())
    const milliseconds = pauseBefore(failed, asked, this.#limits.firstPause, Math.random())
    if (milliseconds === undefined || milliseconds > left) return undefined
    const reason =
      status === 429
        ? `${host} asks for a pause: too many requests.`
        : `${host} is not available now (status ${status}).`
    return { milliseconds, reason }
  }

  #note(request: HttpRequest, outcome: Outcome, retried: 'retried' | undefined): void {
    const { purpose, method } = request
    const { kind, what, profileId, profileName } = purpose
    const common = {
      kind,
      what,
      ...(profileId === undefined ? {} : { profileId }),
      ...(profileName === undefined ? {} : { profileName }),
      method,
      address: shownAddress(request),
    }
    if (outcome.kind === 'failed') {
      this.#activity.add({
        ...common,
        at: new Date(this.#now()).toISOString(),
        outcome: retried ?? 'failed',
        errorCode: outcome.error.code,
      })
      return
    }
    const { status, body, durationMs, timings, requestedAt } = outcome.response
    this.#activity.add({
      ...common,
      at: new Date(requestedAt).toISOString(),
      status,
      outcome: retried ?? (status < 400 ? 'ok' : 'failed'),
      durationMs,
      size: body.size,
      ...(timings === undefined ? {} : { timings }),
    })
  }
}

function readHeaders(headers: Record<string, string | string[] | undefined>): Map<string, string> {
  const received = new Map<string, string>()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) received.set(name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value)
  return received
}
