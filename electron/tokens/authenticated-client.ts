import { ClavisError } from '#shared/errors.ts'
import { urlBelow } from '#shared/profiles/address.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ApiResponse } from '#shared/requests/logged-request.ts'
import { Listeners } from '../events.ts'
import { proxyChoiceOf } from '../http/connection/proxy-choice.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { HttpResponse } from '../http/http-message.ts'
import type { StreamedRequest, StreamedResponse } from '../http/streamed-response.ts'
import { untilAborted } from '../http/time-limits.ts'
import type { Secret } from '../keychain/secret.ts'
import { isFailure, type RequestOutcome } from '../profiles/request-outcome.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { KnownSecrets, textWithoutToken } from './known-secrets.ts'
import { refusal } from './service-refusal.ts'
import { isOwnAddress, resolveCallUrl } from './service-url.ts'
import type { TokenService } from './token-service.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly tokens: TokenService
  readonly http: Pick<HttpClient, 'send' | 'stream'>
  /** Time limit of a call with its retries, milliseconds. */
  readonly callLimit?: number
}

export interface ServiceGet {
  readonly kind: 'call' | 'list'
  /** Displayed in the activity. */
  readonly what: string
  readonly headers?: Readonly<Record<string, string>>
  /** Called with the profile that the call uses; throws if it must not be used. */
  readonly checkProfile?: (profile: Profile) => void
  readonly signal?: AbortSignal
  /** Time limit of the request with its retries, milliseconds; default: none. */
  readonly timeLimit?: number
  /** How long attempts are started, milliseconds, however many. */
  readonly retryFor?: number
  /** Called before each pause with the time when it ends (ms since the epoch) and the reason. */
  readonly onWaiting?: (resumesAt: number, reason: string) => void
  /** Called when the token was refused and a new one is requested. */
  readonly onNewToken?: () => void
}

/** A request of another program, which gets the response as it comes. */
export interface ProgramRequest extends Pick<StreamedRequest, 'method' | 'headers' | 'body' | 'signal'> {
  /** Displayed in the activity. */
  readonly what: string
  /** Called with the profile before each attempt; throws if it must not be used. */
  readonly checkProfile: (profile: Profile) => void
}

/** A response, with what is needed to quote it. */
export interface ServiceResponse extends HttpResponse {
  /** Returns a text of the service without the token that was sent, which it may echo. */
  readonly withoutToken: (text: string) => string
}

interface RequestOptions {
  /** As what the outcome is reported; default: the kind that the activity shows. */
  readonly reportedAs?: RequestOutcome['kind']
  /** Whether a response with any status is a result (default: only 2xx). */
  readonly returnsAnyStatus?: boolean
}

/** A response that is still arriving, and the token that was sent. */
export interface StreamedWithToken {
  readonly response: StreamedResponse
  readonly token: Secret
}

interface ReceivedResponse {
  readonly response: HttpResponse
  readonly token: Secret
}

/** Maximum size of a body that is shown, bytes. */
const shownBody = 256 * 1024

/** How long a token that replaced a refused one is not replaced for a program's request, milliseconds. */
const renewalPause = 30_000

/** Makes authenticated calls to the service (service document, section 4.2). */
export class AuthenticatedClient {
  readonly #options: Options
  readonly #tokenErrors = new WeakSet<Error>()
  /** When a token replaced one that was refused, milliseconds of the process. */
  readonly #renewals = new WeakMap<Secret, number>()
  readonly #outcomes = new Listeners<[outcome: RequestOutcome]>()
  /** Reports how each call ended. Returns the unsubscribe function. */
  readonly onOutcome = this.#outcomes.add

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Sends a GET with the profile's token. After a 401 it retries once with a new token. Returns only 2xx.
   * @param url below one of the profile's base addresses: its token is sent nowhere else
   * @throws `service-…`, and errors of the token and the network
   */
  async send(profileId: string, url: string, options: ServiceGet): Promise<ServiceResponse> {
    const { response, token } = await this.#request(await this.#options.profiles.get(profileId), url, options)
    return { ...response, withoutToken: (text) => new KnownSecrets([token.text()]).mask(text) }
  }

  /**
   * Makes the hello-world check.
   * @throws `input-invalid` if the profile has no API base address; what {@link send} throws
   */
  async testConnection(profileId: string): Promise<ApiResponse> {
    const stored = await this.#options.profiles.get(profileId)
    const { profile } = stored
    if (profile.apiBaseUrl === '')
      throw new ClavisError('input-invalid', 'The profile has no API base address to test.', {
        hint: 'Enter it in the profile’s settings.',
      })
    const url = urlBelow(profile.apiBaseUrl, profile.helloPath)
    return callResult(await this.#request(stored, url, this.#call('Connection test'), { reportedAs: 'connection' }))
  }

  /**
   * Sends a GET to a path or address below one of the profile's base addresses; any response is a result.
   * @throws `input-invalid`, and errors of the token and the network
   */
  async get(profileId: string, path: string): Promise<ApiResponse> {
    const stored = await this.#options.profiles.get(profileId)
    const url = resolveCallUrl(path, stored.profile)
    return callResult(await this.#request(stored, url, this.#call('Call'), { returnsAnyStatus: true }))
  }

  /** Sends a GET to a path below the profile's API base address, or to an address below one of its base addresses. */
  async call(profileId: string, path: string): Promise<ApiResponse> {
    const stored = await this.#options.profiles.get(profileId)
    return callResult(await this.#request(stored, resolveCallUrl(path, stored.profile), this.#call('Call')))
  }

  /**
   * Sends a request of another program with the profile's token, after a 401 once more with a new one, and returns the response,
   * with any status, while its body arrives.
   * @param url below one of the profile's base addresses
   */
  async stream(stored: StoredProfile, url: string, request: ProgramRequest): Promise<StreamedWithToken> {
    const { what, signal } = request
    const kind = 'call'
    try {
      let received = await this.#streamWithToken(stored, url, request)
      if (received.response.status === 401 && this.#mayRenew(received.token)) {
        received.response.drop()
        const current = await this.#options.profiles.get(stored.profile.id)
        received = await this.#streamWithToken(current, url, request, received.token)
        this.#renewals.set(received.token, performance.now())
      }
      this.#outcomes.notify({ stored, kind, what })
      return received
    } catch (error) {
      if (isFailure(error) && !signal.aborted && !this.#tokenErrors.has(error))
        this.#outcomes.notify({ stored, kind, what, error })
      throw error
    }
  }

  /** A path that always answers 401 must not cost a token for each request of a program. */
  #mayRenew(token: Secret): boolean {
    const renewedAt = this.#renewals.get(token)
    return renewedAt === undefined || performance.now() - renewedAt > renewalPause
  }

  async #streamWithToken(
    stored: StoredProfile,
    url: string,
    { what, headers, checkProfile, ...request }: ProgramRequest,
    refused?: Secret,
  ): Promise<StreamedWithToken> {
    checkProfile(stored.profile)
    const token = await this.#tokenFor(stored, url, request.signal, refused)
    const response = await this.#options.http
      .stream({
        ...request,
        url,
        headers: { ...headers, authorization: `Bearer ${token.text()}` },
        ...routeOf(stored.profile, 'call', what),
      })
      .catch((error: unknown) => {
        if (!(error instanceof ClavisError)) throw error
        // It may quote an address in which the service repeats the token.
        const secrets = new KnownSecrets([token.text()])
        const { hint, ...value } = error.toValue()
        throw ClavisError.fromValue({
          ...value,
          message: secrets.mask(value.message),
          ...(hint === undefined ? {} : { hint: secrets.mask(hint) }),
        })
      })
    return { response, token }
  }

  #call(what: string): ServiceGet {
    return { kind: 'call', what, timeLimit: this.#options.callLimit ?? 120_000 }
  }

  /** Sends a GET, after a 401 once more with a new token, and reports how it ended. */
  async #request(
    stored: StoredProfile,
    url: string,
    options: ServiceGet,
    { reportedAs: kind = options.kind, returnsAnyStatus = false }: RequestOptions = {},
  ): Promise<ReceivedResponse> {
    const { what, signal } = options
    try {
      let received = await this.#sendWithToken(stored, url, options)
      if (received.response.status === 401) {
        options.onNewToken?.()
        const current = await this.#options.profiles.get(stored.profile.id)
        received = await this.#sendWithToken(current, url, options, received.token)
      }
      const { status } = received.response
      if (!returnsAnyStatus && (status < 200 || status > 299))
        throw refusal(received.response, received.token, stored.profile)
      this.#outcomes.notify({ stored, kind, what })
      return received
    } catch (error) {
      // That there was no token is reported by the request for it.
      if (isFailure(error) && signal?.aborted !== true && !this.#tokenErrors.has(error))
        this.#outcomes.notify({ stored, kind, what, error })
      throw error
    }
  }

  /** @param refused the token of the attempt that got a 401 */
  async #sendWithToken(
    stored: StoredProfile,
    url: string,
    options: ServiceGet,
    refused?: Secret,
  ): Promise<ReceivedResponse> {
    const { profile } = stored
    options.checkProfile?.(profile)
    const token = await this.#tokenFor(stored, url, options.signal, refused)
    const response = await this.#options.http.send({
      method: 'GET',
      url,
      headers: { accept: 'application/json', ...options.headers, authorization: `Bearer ${token.text()}` },
      ...routeOf(profile, options.kind, options.what),
      retry: 'safe',
      ...(options.timeLimit === undefined ? {} : { timeLimit: options.timeLimit }),
      ...(options.retryFor === undefined ? {} : { retryFor: options.retryFor }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.onWaiting === undefined ? {} : { onWaiting: options.onWaiting }),
    })
    return { response, token }
  }

  /** Returns the token for a request to one of the profile's own addresses. */
  async #tokenFor(
    stored: StoredProfile,
    url: string,
    signal: AbortSignal | undefined,
    refused: Secret | undefined,
  ): Promise<Secret> {
    if (!isOwnAddress(url, stored.profile))
      throw new ClavisError('input-invalid', 'This address is not below the profile’s base addresses.', {
        hint: 'A profile’s token is sent only to its own API and reporting addresses.',
      })
    // The request for it continues for other callers when this one is cancelled.
    return untilAborted(this.#options.tokens.accessTokenOf(stored, refused), signal).catch((error: unknown) => {
      if (error instanceof Error) this.#tokenErrors.add(error)
      throw error
    })
  }
}

/** Returns what a request is for, and the route of its connection. */
function routeOf(
  profile: Profile,
  kind: 'call' | 'list',
  what: string,
): Pick<StreamedRequest, 'purpose' | 'authorities' | 'proxy'> {
  return {
    purpose: { kind, what, agreement: 'api', profileId: profile.id, profileName: profile.name },
    authorities: profile.certificateAuthorities,
    proxy: proxyChoiceOf(profile),
  }
}

function callResult({ response, token }: ReceivedResponse): ApiResponse {
  const { url, status, headers, body, durationMs } = response
  const secrets = new KnownSecrets([token.text()])
  return {
    url,
    status,
    headers: [...headers]
      .filter(([name]) => name !== 'set-cookie')
      // A service may echo the token.
      .map(([name, value]) => ({ name, value: secrets.maskValues(value) })),
    body: textWithoutToken(body, token, shownBody),
    cut: body.size > shownBody,
    durationMs,
    size: body.size,
  }
}
