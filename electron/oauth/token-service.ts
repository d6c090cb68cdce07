import type { Profile } from '../../shared/model/profile/profile.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import type { TokenExchange, TokenRequestPreview } from '../../shared/model/oauth/exchange.ts'
import type { TokenState } from '../../shared/model/oauth/token.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { keyIdOf } from '../credentials/key-id.ts'
import type { Secret } from '../keychain/secret.ts'
import { confirmInProduction, refuseConfirmation, type Confirm } from '../profiles/confirmation.ts'
import { revealTokenQuestion } from '../profiles/confirmation-messages.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { StoredProfile } from '../profiles/stored-profile.ts'
import type { ExchangeJournal } from './exchange/exchange-journal.ts'
import { previewOf } from './exchange/record-exchange.ts'
import { basisOf, heldToken, type HeldToken } from './held-token.ts'
import { tokenFailure } from './token-failure.ts'
import { unsentTokenRequest, type ClientProof } from './token-request.ts'
import { TokenRequester, type TokenRequesterOptions } from './token-requester.ts'

interface Options extends TokenRequesterOptions {
  readonly profiles: ProfileStore
}

interface PendingToken {
  readonly basis: string
  readonly promise: Promise<HeldToken>
}

/** Pause after a failed renewal, milliseconds: the token is still valid meanwhile. */
const renewalPause = 30_000

/**
 * Holds access tokens in this process's memory only: one per profile, until shortly before it expires (`expires_in`),
 * with a single request however many callers wait for it.
 */
export class TokenService {
  readonly #profiles: ProfileStore
  readonly #credentials: CredentialService
  readonly #requester: TokenRequester
  readonly #exchanges: ExchangeJournal
  readonly #now: () => number
  readonly #newId: () => string
  readonly #bases = new WeakMap<StoredProfile, string>()
  readonly #held = new Map<string, HeldToken>()
  readonly #pending = new Map<string, PendingToken>()
  readonly #noRenewalBefore = new Map<string, number>()
  readonly #states = new Map<string, TokenState>()
  readonly #listeners = new Set<(profileId: string, state: TokenState) => void>()

  constructor(options: Options) {
    const { profiles, credentials, exchanges, now, newId } = options
    this.#profiles = profiles
    this.#credentials = credentials
    this.#requester = new TokenRequester(options)
    this.#exchanges = exchanges
    this.#now = now
    this.#newId = newId
    profiles.onChange((profileIds) => void this.#dropUnfit(profileIds))
  }

  /** Returns the state of a profile's token. */
  state(profileId: string): TokenState {
    return this.#states.get(profileId) ?? { kind: 'none' }
  }

  /**
   * Requests a token, or returns the held one if it is still valid.
   * @param options `renew`: discards the held one and requests a new one
   * @throws what {@link accessToken} throws
   */
  async get(profileId: string, { renew }: { readonly renew: boolean }): Promise<TokenState> {
    if (renew) this.#forget(profileId)
    return (await this.#good(await this.#profiles.get(profileId))).state
  }

  /**
   * Returns a valid token.
   * @throws `token-…`, `no-active-credential`, `no-client-secret`, `certificate-…`, `keychain-…`, `network-…`,
   *   `response-…`, `service-…`
   */
  async accessToken(profileId: string): Promise<Secret> {
    return this.accessTokenOf(await this.#profiles.get(profileId))
  }

  /**
   * Does the same for a profile that was just read, because a list of many pages calls it for each.
   * @throws as {@link accessToken}
   */
  async accessTokenOf(stored: StoredProfile): Promise<Secret> {
    return (await this.#good(stored)).accessToken
  }

  /** Discards a profile's token. @param onlyIf only if this is the held one */
  drop(profileId: string, onlyIf?: Secret): void {
    const held = this.#held.get(profileId)
    if (onlyIf !== undefined && held?.accessToken !== onlyIf) return
    this.#forget(profileId)
    if (!this.#pending.has(profileId)) this.#publish(profileId, { kind: 'none' })
  }

  /** Cancels the running token requests of a profile: those who wait get `token-cancelled`. A held token stays. */
  cancel(profileId: string): void {
    this.#requester.cancel(profileId)
  }

  /**
   * Requests a real token with a credential, active or not, and discards it: the held token stays.
   * @throws what {@link accessToken} throws, `credential-not-found`
   */
  async tryCredential(profileId: string, credentialId: string): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    const signingKey = await this.#credentials.signingKeyOf(profileId, credentialId)
    const method = profile.clientAuthentication
    if (method !== 'private_key_jwt' && method !== 'tls_client_auth')
      throw new ClavisError('credential-state-wrong', `“${profile.name}” uses a client secret, not a key.`, {
        hint: 'There is no certificate to test.',
      })
    const proof = (): Promise<ClientProof> => Promise.resolve({ kind: method, signingKey })
    const { accessToken } = await this.#requester.grant(profile, proof, 'Token request to try a new key')
    accessToken.wipe()
  }

  /**
   * Requests a token with a jti in the assertion regardless of the settings, and discards it: to check whether the
   * service requires one.
   * @throws what {@link accessToken} throws
   */
  async tryWithJti(profileId: string): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    const proof = (): Promise<ClientProof> => this.#requester.proof(profile)
    const asked = { ...profile, includeJti: true }
    const { accessToken } = await this.#requester.grant(asked, proof, 'Token request to try a jti')
    accessToken.wipe()
  }

  /**
   * Returns the token itself: only if the person asked to see or copy it.
   * @param confirm asks for a Production profile
   * @throws what {@link accessToken} and `confirm` throw
   */
  async reveal(profileId: string, how: 'show' | 'copy', confirm: Confirm = refuseConfirmation): Promise<string> {
    const { profile } = await this.#profiles.get(profileId)
    await confirmInProduction(profile, confirm, revealTokenQuestion(profile, how))
    return (await this.accessToken(profileId)).text()
  }

  /** Returns what would be sent and its checks, without sending it. Reads no key. */
  async preview(profileId: string): Promise<TokenRequestPreview> {
    const { profile, credentials } = await this.#profiles.get(profileId)
    const active = credentials.find((each) => each.state === 'active')
    const kid = active === undefined ? profile.kid || undefined : keyIdOf(profile.kid, active, credentials)
    const request = unsentTokenRequest(profile, kid, {
      now: this.#requester.assertionTime(profile),
      newId: this.#newId,
    })
    return previewOf({ profile, request, credential: active, madeAt: this.#now() })
  }

  /** Returns the profile's token requests of this session with their responses, newest first, without secrets. */
  exchanges(profileId: string): TokenExchange[] {
    return this.#exchanges.list(profileId)
  }

  /** Calls a listener on each change of a profile's token. Returns the unsubscribe function. */
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

  /** Requests the next token in the background while the held one is still valid. */
  #renewAhead(profile: Profile, held: HeldToken): void {
    const { id } = profile
    const notBefore = Math.max(held.renewFrom, this.#noRenewalBefore.get(id) ?? 0)
    if (this.#now() < notBefore || this.#pending.has(id)) return
    this.#noRenewalBefore.set(id, this.#now() + renewalPause)
    // A failure is reported when the held one has expired and the next caller needs one.
    this.#begin(profile, held.basis).catch(() => undefined)
  }

  #request(profile: Profile, basis: string): Promise<HeldToken> {
    this.#publish(profile.id, { kind: 'requesting', since: this.#instant() })
    return this.#begin(profile, basis)
  }

  /** Requests a token; callers get it once it is held and published. */
  #begin(profile: Profile, basis: string): Promise<HeldToken> {
    const before = this.#held.get(profile.id)
    const outcome = this.#exchange(profile, basis)
    const pending: PendingToken = { basis, promise: this.#settle(profile.id, outcome, () => pending, before) }
    this.#pending.set(profile.id, pending)
    return pending.promise
  }

  /**
   * Holds and publishes the result of a request, if it is still current: settings and credential may have changed
   * meanwhile, and then only its callers get it.
   * @param before the token held when it started: if that is valid for longer, a failure is not published
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
      if (held === undefined) this.#publish(profileId, { kind: 'none' })
    } else if (result.status === 'fulfilled') {
      this.#held.set(profileId, result.value)
      this.#publish(profileId, result.value.state)
    } else if (held === undefined || held !== before || this.#now() >= held.renewAt) {
      const failure = tokenFailure(result.reason)
      this.#forget(profileId)
      // A cancellation by the person is no failure.
      if (failure.code === 'token-cancelled') this.#publish(profileId, { kind: 'none' })
      else this.#publish(profileId, { kind: 'failed', error: failure.toValue(), failedAt: this.#instant() })
    }
    return outcome
  }

  /** Returns whether the profile would still request a token on this basis. */
  async #isWanted(profileId: string, basis: string): Promise<boolean> {
    try {
      return this.#basisOf(await this.#profiles.get(profileId)) === basis
    } catch (error) {
      // A profile that can't be read now is checked when its token is requested.
      return !(error instanceof ClavisError && error.code === 'profile-not-found')
    }
  }

  async #exchange(profile: Profile, basis: string): Promise<HeldToken> {
    return heldToken(await this.#requester.grant(profile, () => this.#requester.proof(profile), 'Token request'), basis)
  }

  /** Discards tokens of other settings or credentials, or of deleted profiles. */
  async #dropUnfit(profileIds: readonly string[]): Promise<void> {
    for (const profileId of profileIds) {
      const stored = await this.#profiles.get(profileId).catch((error: unknown) => tokenFailure(error))
      if (stored instanceof ClavisError && stored.code === 'profile-not-found') this.#exchanges.forget(profileId)
      const held = this.#held.get(profileId)
      if (held === undefined) continue
      // A profile that can't be read now is checked when its token is requested.
      if (stored instanceof ClavisError || this.#basisOf(stored) !== held.basis) this.drop(profileId, held.accessToken)
    }
  }

  /** Returns {@link basisOf}, cached per state of a profile: a long list calls it with every page. */
  #basisOf(stored: StoredProfile): string {
    const known = this.#bases.get(stored)
    if (known !== undefined) return known
    const basis = basisOf(stored)
    this.#bases.set(stored, basis)
    return basis
  }

  /** Not wiped, because callers may still be sending it. */
  #forget(profileId: string): void {
    this.#held.delete(profileId)
  }

  #publish(profileId: string, state: TokenState): void {
    this.#states.set(profileId, state)
    for (const listener of this.#listeners) listener(profileId, state)
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
}
