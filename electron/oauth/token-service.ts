import type { Profile } from '../../shared/model/profile.ts'
import { ClavisError } from '../../shared/model/error.ts'
import type { TokenExchange, TokenRequestPreview } from '../../shared/model/exchange.ts'
import type { TokenState } from '../../shared/model/token.ts'
import type { KeyUseOutcome, KeyUses } from '../activity/key-uses.ts'
import { keyIdOf, type CredentialService } from '../credentials/credential-service.ts'
import { isOff, tellingOffset, type ServiceClocks } from '../http/service-clocks.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { HttpResponse } from '../http/http-message.ts'
import type { Secret } from '../keychain/secret.ts'
import { proxyChoiceOf } from '../proxy/proxy-choice.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import { settingsOf, type StoredProfile } from '../profiles/stored-profile.ts'
import type { ExchangeJournal } from './exchange/exchange-journal.ts'
import { exchangeOf, previewOf, secretsIn, type Ending, type MadeRequest } from './exchange/record-exchange.ts'
import { encodeForm } from './form-encoding.ts'
import { buildTokenRequest, unsentTokenRequest, type ClientProof, type TokenRequest } from './token-request.ts'
import { readTokenResponse, type GrantedToken } from './token-response.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  readonly http: Pick<HttpClient, 'send'>
  readonly clocks: ServiceClocks
  readonly exchanges: ExchangeJournal
  readonly keyUses: KeyUses
  readonly now: () => number
  readonly newId: () => string
}

type HeldState = Extract<TokenState, { kind: 'held' }>

interface HeldToken {
  readonly accessToken: Secret
  readonly state: HeldState
  /** What the request depended on: a token for other settings is not used. */
  readonly basis: string
  /** From then on a new one is asked for while this one is in use, ms since the epoch. */
  readonly renewFrom: number
  /** From then on this one is not used any more, ms since the epoch. */
  readonly renewAt: number
}

interface PendingToken {
  readonly basis: string
  readonly promise: Promise<HeldToken>
}

/** A token in use is renewed after this part of its life, milliseconds for each second of it. */
const renewedAfter = 800

/** How long a renewal that failed is left alone, milliseconds: the token is good meanwhile. */
const renewalPause = 30_000

/** A token is not used in its last tenth, half a minute at most: it must still be good when it arrives. */
function margin(lifetimeSeconds: number): number {
  return Math.min(30_000, lifetimeSeconds * 100)
}

/**
 * Access tokens, in this process's memory only: one for each profile, kept until shortly before its `expires_in` runs
 * out, with one request under way however many ask.
 */
export class TokenService {
  readonly #profiles: ProfileStore
  readonly #credentials: CredentialService
  readonly #http: Options['http']
  readonly #clocks: ServiceClocks
  readonly #exchanges: ExchangeJournal
  readonly #keyUses: KeyUses
  readonly #now: () => number
  readonly #newId: () => string
  readonly #bases = new WeakMap<StoredProfile, string>()
  readonly #held = new Map<string, HeldToken>()
  readonly #pending = new Map<string, PendingToken>()
  readonly #noRenewalBefore = new Map<string, number>()
  readonly #states = new Map<string, TokenState>()
  readonly #listeners = new Set<(profileId: string, state: TokenState) => void>()

  constructor({ profiles, credentials, http, clocks, exchanges, keyUses, now, newId }: Options) {
    this.#profiles = profiles
    this.#credentials = credentials
    this.#http = http
    this.#clocks = clocks
    this.#exchanges = exchanges
    this.#keyUses = keyUses
    this.#now = now
    this.#newId = newId
    profiles.onChange((profileIds) => void this.#dropUnfit(profileIds))
  }

  /** Where a profile's token stands. */
  state(profileId: string): TokenState {
    return this.#states.get(profileId) ?? { kind: 'none' }
  }

  /**
   * Gets a token, or answers the held one where it is still good.
   * @param options `renew`: drop the held one and get a new one
   * @throws what {@link accessToken} throws
   */
  async get(profileId: string, { renew }: { readonly renew: boolean }): Promise<TokenState> {
    if (renew) this.#forget(profileId)
    return (await this.#good(await this.#profiles.get(profileId))).state
  }

  /**
   * A token that is good now.
   * @throws `token-…`, `no-active-credential`, `no-client-secret`, `certificate-…`, `keychain-…`, `network-…`,
   *   `response-…`, `service-…`
   */
  async accessToken(profileId: string): Promise<Secret> {
    return this.accessTokenOf(await this.#profiles.get(profileId))
  }

  /** The same for a profile that was read just now: a list of many pages asks for each. @throws as {@link accessToken} */
  async accessTokenOf(stored: StoredProfile): Promise<Secret> {
    return (await this.#good(stored)).accessToken
  }

  /** Forgets a profile's token. @param onlyIf forget only where this is the one that is held */
  drop(profileId: string, onlyIf?: Secret): void {
    const held = this.#held.get(profileId)
    if (onlyIf !== undefined && held?.accessToken !== onlyIf) return
    this.#forget(profileId)
    if (!this.#pending.has(profileId)) this.#tell(profileId, { kind: 'none' })
  }

  /**
   * Asks for a real token with one credential, whichever is active, and lets it go: the held token stays.
   * @throws what {@link accessToken} throws, `credential-not-found`
   */
  async tryCredential(profileId: string, credentialId: string): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    const signingKey = await this.#credentials.signingKeyOf(profileId, credentialId)
    const method = profile.clientAuthentication
    if (method !== 'private_key_jwt' && method !== 'tls_client_auth')
      throw new ClavisError('credential-state-wrong', `“${profile.name}” works with a client secret, not with a key.`, {
        hint: 'There is no certificate to try.',
      })
    const { accessToken } = await this.#grant(profile, { kind: method, signingKey }, 'Token request to try a new key')
    accessToken.wipe()
  }

  /**
   * Asks for a token with a jti in the assertion, whatever the settings say, and lets it go: to see whether that is what
   * the service misses.
   * @throws what {@link accessToken} throws
   */
  async tryWithJti(profileId: string): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    const proof = await this.#proof(profile)
    const { accessToken } = await this.#grant({ ...profile, includeJti: true }, proof, 'Token request to try a jti')
    accessToken.wipe()
  }

  /** The token itself: only where the person asked to see or copy it. */
  async reveal(profileId: string): Promise<string> {
    return (await this.accessToken(profileId)).text()
  }

  /** What would be sent, against the rules, without sending it. Touches no key. */
  async preview(profileId: string): Promise<TokenRequestPreview> {
    const { profile, credentials } = await this.#profiles.get(profileId)
    const active = credentials.find((each) => each.state === 'active')
    const kid = active === undefined ? profile.kid || undefined : keyIdOf(profile.kid, active, credentials)
    const request = unsentTokenRequest(profile, kid, { now: this.#assertionTime(profile), newId: this.#newId })
    return previewOf({ profile, request, credential: active, madeAt: this.#now() })
  }

  /** The profile's token requests of this session with their answers, newest first, without secrets. */
  exchanges(profileId: string): TokenExchange[] {
    return this.#exchanges.list(profileId)
  }

  /** Tells each change of a profile's token. Answers the unsubscribe. */
  onChange(listener: (profileId: string, state: TokenState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #good(stored: StoredProfile): Promise<HeldToken> {
    const profileId = stored.profile.id
    const basis = this.#basisOf(stored)
    const held = this.#held.get(profileId)
    if (held?.basis === basis && this.#now() < held.renewAt) {
      this.#renewAhead(stored.profile, held)
      return held
    }
    const pending = this.#pending.get(profileId)
    if (pending?.basis === basis) return pending.promise
    return this.#request(stored.profile, basis)
  }

  /** Asks for the next token in the background while the one that is held is still good. */
  #renewAhead(profile: Profile, held: HeldToken): void {
    const { id } = profile
    const notBefore = Math.max(held.renewFrom, this.#noRenewalBefore.get(id) ?? 0)
    if (this.#now() < notBefore || this.#pending.has(id)) return
    this.#noRenewalBefore.set(id, this.#now() + renewalPause)
    // A failure is told when the held one has ended and the next one asks.
    this.#begin(profile, held.basis).catch(() => undefined)
  }

  #request(profile: Profile, basis: string): Promise<HeldToken> {
    this.#tell(profile.id, { kind: 'requesting', since: this.#instant() })
    return this.#begin(profile, basis)
  }

  /** Asks for a token; whoever waits for it gets it once it is held and told. */
  #begin(profile: Profile, basis: string): Promise<HeldToken> {
    const before = this.#held.get(profile.id)
    const outcome = this.#exchange(profile, basis)
    const pending: PendingToken = { basis, promise: this.#settle(profile.id, outcome, () => pending, before) }
    this.#pending.set(profile.id, pending)
    return pending.promise
  }

  /**
   * Holds and tells what came of a request, where it is still the one that counts: settings and credential may have
   * changed under way, and then its outcome concerns only those who asked for it.
   * @param before what was held when it began: where that is good for longer, a failure is not told
   */
  async #settle(
    profileId: string,
    outcome: Promise<HeldToken>,
    pending: () => PendingToken,
    before: HeldToken | undefined,
  ): Promise<HeldToken> {
    const [result] = await Promise.allSettled([outcome])
    const isWanted = await this.#isWanted(profileId, pending().basis)
    if (this.#pending.get(profileId) !== pending()) return outcome
    this.#pending.delete(profileId)
    const held = this.#held.get(profileId)
    if (!isWanted) {
      if (held === undefined) this.#tell(profileId, { kind: 'none' })
    } else if (result.status === 'fulfilled') {
      this.#held.set(profileId, result.value)
      this.#tell(profileId, result.value.state)
    } else if (held === undefined || held !== before || this.#now() >= held.renewAt) {
      this.#forget(profileId)
      this.#tell(profileId, {
        kind: 'failed',
        error: asClavisError(result.reason).toValue(),
        failedAt: this.#instant(),
      })
    }
    return outcome
  }

  /** Whether a token that was asked for on this basis is what the profile would ask for now. */
  async #isWanted(profileId: string, basis: string): Promise<boolean> {
    try {
      return this.#basisOf(await this.#profiles.get(profileId)) === basis
    } catch (error) {
      // A profile that cannot be read now is judged when its token is asked for.
      return !(error instanceof ClavisError && error.code === 'profile-not-found')
    }
  }

  async #grant(
    profile: Profile,
    proof: ClientProof,
    what: string,
  ): Promise<GrantedToken & { readonly requestedAt: number }> {
    const followed = this.#followedOffset(profile)
    try {
      return await this.#send(profile, proof, what)
    } catch (error) {
      // The refusal itself tells the service's time: an assertion that was dated wrongly is made anew, once.
      const wrong = Math.abs(this.#followedOffset(profile) - followed)
      if (wrong <= tellingOffset || !(error instanceof ClavisError) || error.code !== 'token-refused') throw error
      return this.#send(profile, proof, what)
    }
  }

  async #send(
    profile: Profile,
    proof: ClientProof,
    what: string,
  ): Promise<GrantedToken & { readonly requestedAt: number }> {
    const credential = 'signingKey' in proof ? proof.signingKey.credential : undefined
    let made: MadeRequest = { profile, credential, madeAt: this.#now(), request: await this.#build(profile, proof) }
    const { headers, clientCertificate } = made.request
    const keep = (ending: Ending): void => this.#exchanges.keep(profile.id, exchangeOf(made, what, ending))
    let isFirst = true
    // An assertion lives for seconds and its jti is good once: a try after a pause needs a new one.
    const body = async (): Promise<string> => {
      if (!isFirst && proof.kind === 'private_key_jwt')
        made = { ...made, madeAt: this.#now(), request: await this.#build(profile, proof) }
      isFirst = false
      return encodeForm(made.request.parameters)
    }
    const began = this.#now()
    let response: HttpResponse
    try {
      response = await this.#http.send({
        method: 'POST',
        url: profile.tokenUrl,
        headers,
        body,
        purpose: { kind: 'token', what, profileId: profile.id, profileName: profile.name },
        retry: 'only-without-response',
        authorities: profile.certificateAuthorities,
        proxy: proxyChoiceOf(profile),
        ...(clientCertificate === undefined ? {} : { clientCertificate }),
      })
    } catch (error) {
      const failure = asClavisError(error)
      keep({ error: failure.toValue() })
      // TLS 1.3 lets the client's certificate be refused after the handshake, as a reset.
      if (failure.code === 'network-tls' || failure.code === 'network-interrupted')
        this.#tellHandshake(profile, proof, { at: began, error: failure })
      throw error
    }
    const { timings, requestedAt } = response
    if (timings?.reused !== true)
      this.#tellHandshake(profile, proof, {
        at: requestedAt,
        ...(timings?.tlsMs === undefined ? {} : { durationMs: timings.tlsMs }),
      })
    try {
      const granted = readTokenResponse(response, secretsIn(made.request))
      keep({ response, refusal: undefined })
      return { ...granted, requestedAt }
    } catch (error) {
      keep({ response, refusal: asClavisError(error).toValue() })
      throw error
    }
  }

  /** Makes the request; where that signs an assertion, it is told as a use of the key. */
  #build(profile: Profile, proof: ClientProof): Promise<TokenRequest> {
    const build = (): Promise<TokenRequest> =>
      buildTokenRequest(profile, proof, { now: this.#assertionTime(profile), newId: this.#newId })
    return proof.kind === 'private_key_jwt'
      ? this.#keyUses.during({ what: 'Assertion signed', profile, credential: proof.signingKey.credential }, build)
      : build()
  }

  /** In mutual TLS the handshake signs with the key: once for each connection, however many requests go over it. */
  #tellHandshake(profile: Profile, proof: ClientProof, outcome: KeyUseOutcome): void {
    if (proof.kind !== 'tls_client_auth') return
    const { credential } = proof.signingKey
    this.#keyUses.tell({ what: 'Mutual TLS handshake', profile, credential }, outcome)
  }

  /** By which time assertions are dated, ms since the epoch. */
  #assertionTime(profile: Profile): number {
    return this.#now() + this.#followedOffset(profile)
  }

  /** How far the service's clock that assertions follow is ahead of this computer's, milliseconds; 0 where they do not. */
  #followedOffset({ followServiceClock, tokenUrl }: Profile): number {
    const clock = followServiceClock ? this.#clocks.offset(tokenUrl) : undefined
    return clock !== undefined && isOff(clock) ? clock.offset : 0
  }

  async #exchange(profile: Profile, basis: string): Promise<HeldToken> {
    const { accessToken, lifetimeSeconds, tokenType, scopes, claims, notice, requestedAt } = await this.#grant(
      profile,
      await this.#proof(profile),
      'Token request',
    )
    // Counted from the sending: the service's clock started after that, so this errs on the safe side.
    const expiresAt = requestedAt + lifetimeSeconds * 1000
    return {
      accessToken,
      basis,
      renewFrom: requestedAt + lifetimeSeconds * renewedAfter,
      renewAt: expiresAt - margin(lifetimeSeconds),
      state: {
        kind: 'held',
        obtainedAt: new Date(requestedAt).toISOString(),
        expiresAt: new Date(expiresAt).toISOString(),
        lifetimeSeconds,
        tokenType,
        ...(scopes === undefined ? {} : { scopes: [...scopes] }),
        ...(claims === undefined ? {} : { claims }),
        ...(notice === undefined ? {} : { notice }),
      },
    }
  }

  async #proof(profile: Profile): Promise<ClientProof> {
    switch (profile.clientAuthentication) {
      case 'client_secret_basic':
      case 'client_secret_post':
        return {
          kind: profile.clientAuthentication,
          clientSecret: await this.#credentials.clientSecret(profile.id),
        }
      case 'private_key_jwt':
      case 'tls_client_auth':
        return { kind: profile.clientAuthentication, signingKey: await this.#credentials.signingKey(profile.id) }
    }
  }

  /** Lets tokens go that were made for other settings or another credential, or for profiles that are gone. */
  async #dropUnfit(profileIds: readonly string[]): Promise<void> {
    for (const profileId of profileIds) {
      const stored = await this.#profiles.get(profileId).catch((error: unknown) => asClavisError(error))
      if (stored instanceof ClavisError && stored.code === 'profile-not-found') this.#exchanges.forget(profileId)
      const held = this.#held.get(profileId)
      if (held === undefined) continue
      // A profile that cannot be read now is judged when its token is asked for.
      if (stored instanceof ClavisError || this.#basisOf(stored) !== held.basis) this.drop(profileId, held.accessToken)
    }
  }

  /** What {@link basisOf} says, once for each state of a profile: a long list asks for it with every page. */
  #basisOf(stored: StoredProfile): string {
    const known = this.#bases.get(stored)
    if (known !== undefined) return known
    const basis = basisOf(stored)
    this.#bases.set(stored, basis)
    return basis
  }

  /** Callers that got the secret may still be sending it, so it is let go, not wiped. */
  #forget(profileId: string): void {
    this.#held.delete(profileId)
  }

  #tell(profileId: string, state: TokenState): void {
    this.#states.set(profileId, state)
    for (const listener of this.#listeners) listener(profileId, state)
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
}

/** Everything that a token depends on: two requests with the same basis get the same kind of token. */
function basisOf({ profile, credentials }: StoredProfile): string {
  const settings = { ...settingsOf(profile), name: '', recordMembers: {} }
  const active = credentials.find((each) => each.state === 'active')
  return JSON.stringify([settings, active?.id, active?.confirmation?.thumbprint])
}

function asClavisError(error: unknown): ClavisError {
  return error instanceof ClavisError
    ? error
    : new ClavisError('internal-fault', 'A fault in Clavis kept the token request from being made.', {
        hint: 'Try again. If it happens again, report it.',
        cause: error,
      })
}
