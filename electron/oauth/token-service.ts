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

/** How long a renewal that failed is left alone, milliseconds: the token is good meanwhile. */
const renewalPause = 30_000

/**
 * Access tokens, in this process's memory only: one for each profile, kept until shortly before its `expires_in` runs
 * out, with one request under way however many ask.
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
   * Cancels the token requests of a profile that are under way: whoever waits for one gets `token-cancelled`. A token that
   * is held stays.
   */
  cancel(profileId: string): void {
    this.#requester.cancel(profileId)
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
    const proof = (): Promise<ClientProof> => Promise.resolve({ kind: method, signingKey })
    const { accessToken } = await this.#requester.grant(profile, proof, 'Token request to try a new key')
    accessToken.wipe()
  }

  /**
   * Asks for a token with a jti in the assertion, whatever the settings say, and lets it go: to see whether that is what
   * the service misses.
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
   * The token itself: only where the person asked to see or copy it.
   * @param confirm asks for a Production profile
   * @throws what {@link accessToken} and `confirm` throw
   */
  async reveal(profileId: string, how: 'show' | 'copy', confirm: Confirm = refuseConfirmation): Promise<string> {
    const { profile } = await this.#profiles.get(profileId)
    await confirmInProduction(profile, confirm, revealTokenQuestion(profile, how))
    return (await this.accessToken(profileId)).text()
  }

  /** What would be sent, against the rules, without sending it. Touches no key. */
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
      const failure = tokenFailure(result.reason)
      this.#forget(profileId)
      // What a person cancelled is no failure.
      if (failure.code === 'token-cancelled') this.#tell(profileId, { kind: 'none' })
      else this.#tell(profileId, { kind: 'failed', error: failure.toValue(), failedAt: this.#instant() })
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

  async #exchange(profile: Profile, basis: string): Promise<HeldToken> {
    return heldToken(await this.#requester.grant(profile, () => this.#requester.proof(profile), 'Token request'), basis)
  }

  /** Lets tokens go that were made for other settings or another credential, or for profiles that are gone. */
  async #dropUnfit(profileIds: readonly string[]): Promise<void> {
    for (const profileId of profileIds) {
      const stored = await this.#profiles.get(profileId).catch((error: unknown) => tokenFailure(error))
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
