import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { Listeners } from '../events.ts'
import { proxyChoiceOf } from '../http/connection/proxy-choice.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { HttpResponse, RequestSecrets } from '../http/http-message.ts'
import { isOff, reportedOffset, type ServiceClocks } from '../http/service-clocks.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { KeyUseOutcome, KeyUses } from '../requests/key-uses.ts'
import type { KnownSecrets } from './known-secrets.ts'
import { logEntryOf, secretsIn, type MadeRequest } from './request-log/log-entry.ts'
import type { RequestLog } from './request-log/request-log.ts'
import { parseResponse } from './response-json.ts'
import { encodeForm, buildTokenRequest, type ClientProof, type TokenRequest } from './token-request.ts'
import { readTokenResponse, type GrantedToken } from './token-response.ts'

/** Maximum size of a token response, bytes; real ones have a few thousand. */
const responseLimit = 256 * 1024

export interface TokenRequesterOptions {
  readonly credentials: CredentialService
  readonly http: Pick<HttpClient, 'send'>
  readonly clocks: ServiceClocks
  readonly requestLog: RequestLog
  readonly keyUses: KeyUses
  readonly now: () => number
  readonly newId: () => string
  /** Time limit of a token request with all attempts, milliseconds; default: a minute. */
  readonly requestLimit?: number | undefined
}

/** A token, and when it was requested, ms since the epoch. */
export type Grant = GrantedToken & { readonly requestedAt: number }

interface RequestOptions {
  /** Returns the profile's client authentication, which it reads once. */
  readonly proof: () => Promise<ClientProof>
  /** Displayed in the activity. */
  readonly what: string
  readonly signal: AbortSignal
  /** Milliseconds. */
  readonly timeLimit: number
}

/** Sends token requests, logs each with its response, and parses the responses. Holds no token. */
export class TokenRequester {
  readonly #options: TokenRequesterOptions
  readonly #underWay = new Map<string, Set<AbortController>>()
  readonly #secrets = new Listeners<[secrets: KnownSecrets]>()
  /** Reports the secrets of each token request and its response. Returns the unsubscribe function. */
  readonly onSecrets = this.#secrets.add

  constructor(options: TokenRequesterOptions) {
    this.#options = options
  }

  /** Reads the profile's client authentication from the keychain. @throws `no-…`, `certificate-…`, `keychain-…` */
  async proof(stored: StoredProfile): Promise<ClientProof> {
    const { profile } = stored
    switch (profile.clientAuthentication) {
      case 'client_secret_basic':
      case 'client_secret_post':
        return {
          kind: profile.clientAuthentication,
          clientSecret: await this.#options.credentials.clientSecrets.read(profile.id),
        }
      case 'private_key_jwt':
      case 'tls_client_auth':
        return {
          kind: profile.clientAuthentication,
          signingKey: await this.#options.credentials.signingKeys.active(stored),
        }
    }
  }

  /**
   * Requests a token, until the time limit or a cancellation, and once more if the refusal shows that the assertion had the
   * wrong date.
   * @param proof reads the profile's client authentication: called once the host is agreed to
   * @param what displayed in the activity
   * @throws `token-…`, `network-…`, `response-…`, `service-…`, `host-not-agreed`, and what `proof` throws
   */
  async grant(profile: Profile, proof: () => Promise<ClientProof>, what: string): Promise<Grant> {
    const cancel = new AbortController()
    const underWay = this.#underWay.get(profile.id) ?? new Set()
    this.#underWay.set(profile.id, underWay.add(cancel))
    const followed = this.#followedOffset(profile)
    const { requestLimit: timeLimit = 60_000 } = this.#options
    let read: Promise<ClientProof> | undefined
    let began = performance.now()
    // The time for the person's agreement and the keychain does not count.
    const readOnce = (): Promise<ClientProof> => (read ??= proof().finally(() => (began = performance.now())))
    const options: RequestOptions = { proof: readOnce, what, signal: cancel.signal, timeLimit }
    try {
      return await this.#send(profile, options)
    } catch (error) {
      // The refusal contains the service's time: an assertion with the wrong date is created again, once.
      const wrong = Math.abs(this.#followedOffset(profile) - followed)
      if (wrong <= reportedOffset || !(error instanceof ClavisError) || error.code !== 'token-refused') throw error
      const left = Math.max(1, timeLimit - (performance.now() - began))
      return await this.#send(profile, { ...options, timeLimit: left })
    } finally {
      underWay.delete(cancel)
      if (underWay.size === 0) this.#underWay.delete(profile.id)
    }
  }

  /** Cancels all running requests of a profile: each fails with `token-cancelled`. */
  cancel(profileId: string): void {
    for (const each of this.#underWay.get(profileId) ?? []) each.abort(tokenCancelled())
  }

  /** Sends a request, logs it with its response and reads that. */
  async #send(profile: Profile, { proof, what, signal, timeLimit }: RequestOptions): Promise<Grant> {
    /** As built for each attempt; empty if the host is not agreed to, or a secret is missing. */
    const built: MadeRequest[] = []
    const build = async (): Promise<MadeRequest> => {
      const made = await this.#build(profile, await proof())
      built.push(made)
      return made
    }
    const secrets = async (): Promise<RequestSecrets> => {
      let next: MadeRequest | undefined = await build()
      const { headers, clientCertificate } = next.request
      const body = async (): Promise<string> => {
        const made = next ?? (await build())
        // An assertion is valid for seconds, and its jti only once: a retry after a pause needs a new one.
        if (profile.clientAuthentication === 'private_key_jwt') next = undefined
        return encodeForm(made.request.parameters)
      }
      return { headers, body, ...(clientCertificate === undefined ? {} : { clientCertificate }) }
    }
    let response: HttpResponse
    try {
      response = await this.#options.http.send({
        method: 'POST',
        url: profile.tokenUrl,
        headers: {},
        secrets,
        purpose: { kind: 'token', what, agreement: 'token', profileId: profile.id, profileName: profile.name },
        retry: 'only-without-response',
        signal,
        timeLimit,
        bodyLimit: responseLimit,
        authorities: profile.certificateAuthorities,
        proxy: proxyChoiceOf(profile),
      })
    } catch (error) {
      const made = built.at(-1)
      if (made !== undefined) this.#recordFailure(made, what, tokenFailure(error))
      throw error
    }
    const made = built.at(-1)
    if (made === undefined) throw tokenFailure(undefined)
    return this.#read(made, response, what)
  }

  #recordFailure(made: MadeRequest, what: string, error: ClavisError): void {
    this.#secrets.notify(secretsIn(made.request))
    this.#options.requestLog.add(made.profile.id, logEntryOf(made, what, { error: error.toValue() }))
    // With TLS 1.3 the client's certificate may be refused after the handshake, as a reset.
    if (error.code === 'network-tls' || error.code === 'network-interrupted')
      this.#recordHandshake(made, { at: made.madeAt, error })
  }

  #read(made: MadeRequest, response: HttpResponse, what: string): Grant {
    const { timings, requestedAt } = response
    const parsed = parseResponse(response, secretsIn(made.request))
    this.#secrets.notify(parsed.secrets)
    const log = (refusal: ErrorValue | undefined): void =>
      this.#options.requestLog.add(made.profile.id, logEntryOf(made, what, { response: parsed, refusal }))
    if (timings?.reused !== true)
      this.#recordHandshake(made, {
        at: requestedAt,
        ...(timings?.tlsMs === undefined ? {} : { durationMs: timings.tlsMs }),
      })
    try {
      const granted = readTokenResponse(parsed)
      log(undefined)
      return { ...granted, requestedAt }
    } catch (error) {
      log(tokenFailure(error).toValue())
      throw error
    }
  }

  /** Builds the request. Signing an assertion is recorded as a use of the key. */
  async #build(profile: Profile, proof: ClientProof): Promise<MadeRequest> {
    const { keyUses, now, newId } = this.#options
    const credential = 'signingKey' in proof ? proof.signingKey.credential : undefined
    const madeAt = now()
    const build = (): Promise<TokenRequest> =>
      buildTokenRequest(profile, proof, { now: this.assertionTime(profile), newId })
    const request = await (credential !== undefined && proof.kind === 'private_key_jwt'
      ? keyUses.during({ what: 'Assertion signed', profile, credential }, build)
      : build())
    return { profile, credential, madeAt, request }
  }

  /** With mutual TLS the handshake signs with the key: once per connection, however many requests use it. */
  #recordHandshake({ profile, credential, request }: MadeRequest, outcome: KeyUseOutcome): void {
    if (credential === undefined || request.clientCertificate === undefined) return
    this.#options.keyUses.record({ what: 'Mutual TLS handshake', profile, credential }, outcome)
  }

  /** Returns the time for dates in assertions, ms since the epoch. */
  assertionTime(profile: Profile): number {
    return this.#options.now() + this.#followedOffset(profile)
  }

  /** Returns how far the service's clock is ahead of this computer's, milliseconds, if assertions follow it; else 0. */
  #followedOffset({ followServiceClock, tokenUrl }: Profile): number {
    const clock = followServiceClock ? this.#options.clocks.offset(tokenUrl) : undefined
    return clock !== undefined && isOff(clock) ? clock.offset : 0
  }
}

/** Returns an error of a token request; anything but a `ClavisError` is an internal error. */
export function tokenFailure(error: unknown): ClavisError {
  return error instanceof ClavisError
    ? error
    : new ClavisError('internal-fault', 'An internal error in Clavis prevented the token request.', {
        hint: 'Try again. If it happens again, report it.',
        cause: error,
      })
}

function tokenCancelled(): ClavisError {
  return new ClavisError('token-cancelled', 'The token request was cancelled.', {
    hint: 'Request the token again when you need it.',
  })
}
