import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { proxyChoiceOf } from '../http/connection/proxy-choice.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { HttpResponse } from '../http/http-message.ts'
import { isOff, reportedOffset, type ServiceClocks } from '../http/service-clocks.ts'
import { responseTooSlow, untilAborted, withTimeLimit } from '../http/time-limits.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { KeyUseOutcome, KeyUses } from '../requests/key-uses.ts'
import { logEntryOf, secretsIn, type Ending, type MadeRequest } from './request-log/log-entry.ts'
import type { RequestLog } from './request-log/request-log.ts'
import { parseResponse } from './response-json.ts'
import { encodeForm, buildTokenRequest, type ClientProof, type TokenRequest } from './token-request.ts'
import { readTokenResponse, type GrantedToken } from './token-response.ts'

/** Maximum size of a token response, bytes; real ones have a few thousand. */
const responseLimit = 256 * 1024

export interface TokenRequesterOptions {
  readonly credentials: CredentialService
  readonly http: Pick<HttpClient, 'send' | 'requireAgreedHosts'>
  readonly clocks: ServiceClocks
  readonly requestLog: RequestLog
  readonly keyUses: KeyUses
  readonly now: () => number
  readonly newId: () => string
  /** Time limit of a request with its retries, milliseconds. */
  readonly requestLimit?: number | undefined
}

/** A token, and when it was requested, ms since the epoch. */
export type Grant = GrantedToken & { readonly requestedAt: number }

interface RequestOptions {
  /** Displayed in the activity. */
  readonly what: string
  readonly signal: AbortSignal
}

/** Sends token requests, logs each with its response, and parses the responses. Holds no token. */
export class TokenRequester {
  readonly #options: TokenRequesterOptions
  readonly #underWay = new Map<string, Set<AbortController>>()

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
   * Requests a token, until the time limit or a cancellation.
   * @param proof reads the profile's client authentication; waiting for the keychain doesn't count towards the limit
   * @param what displayed in the activity
   * @throws `token-…`, `network-…`, `response-…`, `service-…`, `host-not-agreed`, and what `proof` throws
   */
  async grant(profile: Profile, proof: () => Promise<ClientProof>, what: string): Promise<Grant> {
    const cancel = new AbortController()
    const underWay = this.#underWay.get(profile.id) ?? new Set()
    this.#underWay.set(profile.id, underWay.add(cancel))
    const { requestLimit: limit = 60_000 } = this.#options
    const tooLong = (): ClavisError => responseTooSlow(new URL(profile.tokenUrl).host, limit)
    try {
      const { signal } = cancel
      const { tokenUrl: url, id: profileId, name: profileName } = profile
      const purpose = { kind: 'token', what, agreement: 'token', profileId, profileName } as const
      // Before a secret is read, or an assertion signed, for a host that is not agreed to.
      await untilAborted(this.#options.http.requireAgreedHosts({ url, purpose, proxy: proxyChoiceOf(profile) }), signal)
      const given = await untilAborted(proof(), signal)
      return await withTimeLimit({ limit, tooLong, signal }, (ends) =>
        this.#grant(profile, given, { what, signal: ends }),
      )
    } finally {
      underWay.delete(cancel)
      if (underWay.size === 0) this.#underWay.delete(profile.id)
    }
  }

  /** Cancels all running requests of a profile: each fails with `token-cancelled`. */
  cancel(profileId: string): void {
    for (const each of this.#underWay.get(profileId) ?? []) each.abort(tokenCancelled())
  }

  /** Sends a request, and again if the refusal shows that the assertion had the wrong date. */
  async #grant(profile: Profile, proof: ClientProof, options: RequestOptions): Promise<Grant> {
    const followed = this.#followedOffset(profile)
    try {
      return await this.#send(profile, proof, options)
    } catch (error) {
      // The refusal contains the service's time: an assertion with the wrong date is created again, once.
      const wrong = Math.abs(this.#followedOffset(profile) - followed)
      if (wrong <= reportedOffset || !(error instanceof ClavisError) || error.code !== 'token-refused') throw error
      return this.#send(profile, proof, options)
    }
  }

  async #send(profile: Profile, proof: ClientProof, { what, signal }: RequestOptions): Promise<Grant> {
    const credential = 'signingKey' in proof ? proof.signingKey.credential : undefined
    let made: MadeRequest = {
      profile,
      credential,
      madeAt: this.#options.now(),
      request: await this.#build(profile, proof),
    }
    const { headers, clientCertificate } = made.request
    const log = (ending: Ending): void => this.#options.requestLog.add(profile.id, logEntryOf(made, what, ending))
    let isFirst = true
    // An assertion is valid for seconds, and its jti only once: a retry after a pause needs a new one.
    const body = async (): Promise<string> => {
      if (!isFirst && proof.kind === 'private_key_jwt')
        made = { ...made, madeAt: this.#options.now(), request: await this.#build(profile, proof) }
      isFirst = false
      return encodeForm(made.request.parameters)
    }
    const began = this.#options.now()
    let response: HttpResponse
    try {
      response = await this.#options.http.send({
        method: 'POST',
        url: profile.tokenUrl,
        headers,
        body,
        purpose: { kind: 'token', what, agreement: 'token', profileId: profile.id, profileName: profile.name },
        retry: 'only-without-response',
        signal,
        bodyLimit: responseLimit,
        authorities: profile.certificateAuthorities,
        proxy: proxyChoiceOf(profile),
        ...(clientCertificate === undefined ? {} : { clientCertificate }),
      })
    } catch (error) {
      const failure = tokenFailure(error)
      log({ error: failure.toValue() })
      // With TLS 1.3 the client's certificate may be refused after the handshake, as a reset.
      if (failure.code === 'network-tls' || failure.code === 'network-interrupted')
        this.#recordHandshake(profile, proof, { at: began, error: failure })
      throw error
    }
    const { timings, requestedAt } = response
    if (timings?.reused !== true)
      this.#recordHandshake(profile, proof, {
        at: requestedAt,
        ...(timings?.tlsMs === undefined ? {} : { durationMs: timings.tlsMs }),
      })
    const parsed = parseResponse(response, secretsIn(made.request))
    try {
      const granted = readTokenResponse(parsed)
      log({ response: parsed, refusal: undefined })
      return { ...granted, requestedAt }
    } catch (error) {
      log({ response: parsed, refusal: tokenFailure(error).toValue() })
      throw error
    }
  }

  /** Builds the request. Signing an assertion is recorded as a use of the key. */
  #build(profile: Profile, proof: ClientProof): Promise<TokenRequest> {
    const build = (): Promise<TokenRequest> =>
      buildTokenRequest(profile, proof, { now: this.assertionTime(profile), newId: this.#options.newId })
    return proof.kind === 'private_key_jwt'
      ? this.#options.keyUses.during(
          { what: 'Assertion signed', profile, credential: proof.signingKey.credential },
          build,
        )
      : build()
  }

  /** With mutual TLS the handshake signs with the key: once per connection, however many requests use it. */
  #recordHandshake(profile: Profile, proof: ClientProof, outcome: KeyUseOutcome): void {
    if (proof.kind !== 'tls_client_auth') return
    const { credential } = proof.signingKey
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
