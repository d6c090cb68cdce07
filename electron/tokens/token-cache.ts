import { ClavisError } from '#shared/errors.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { Listeners } from '../events.ts'
import type { Secret } from '../keychain/secret.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { type Grant, tokenFailure } from './token-requester.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly request: (stored: StoredProfile) => Promise<Grant>
  readonly now: () => number
}

type HeldState = Extract<TokenState, { kind: 'held' }>

/** A token that is held until shortly before it expires. */
interface HeldToken {
  readonly accessToken: Secret
  readonly state: HeldState
  /** What the request depended on: a token for other settings is not used. */
  readonly dependencies: string
  /** From then on a new one is requested while this one is in use, ms since the epoch. */
  readonly renewFrom: number
  /** From then on this one is not used any more, ms since the epoch. */
  readonly usableUntil: number
}

interface PendingToken {
  readonly dependencies: string
  readonly promise: Promise<HeldToken>
}

/** Pause after a failed renewal, milliseconds: the token is still valid meanwhile. */
const renewalPause = 30_000

/** A token in use is renewed after this part of its life, milliseconds for each second of it. */
const renewedAfter = 800

/**
 * Holds one access token per profile, in memory only, until shortly before it expires. However many callers ask, one request
 * per profile is in flight. A token is discarded when the settings or the credential that it was requested with change.
 */
export class TokenCache {
  readonly #profiles: ProfileStore
  readonly #grant: Options['request']
  readonly #now: () => number
  readonly #dependencies = new WeakMap<StoredProfile, string>()
  readonly #held = new Map<string, HeldToken>()
  readonly #pending = new Map<string, PendingToken>()
  readonly #noRenewalBefore = new Map<string, number>()
  readonly #states = new Map<string, TokenState>()
  readonly #changes = new Listeners<[profileId: string, state: TokenState]>()

  constructor({ profiles, request, now }: Options) {
    this.#profiles = profiles
    this.#grant = request
    this.#now = now
    profiles.onChange((profileIds) => void this.#dropUnfit(profileIds))
  }

  state(profileId: string): TokenState {
    return this.#states.get(profileId) ?? { kind: 'none' }
  }

  /** Reports each change of a profile's token. Returns the unsubscribe. */
  readonly onChange = this.#changes.add

  drop(profileId: string): void {
    // Callers that have the secret may still be sending it, so it is not wiped.
    this.#held.delete(profileId)
    if (!this.#pending.has(profileId)) this.#publish(profileId, { kind: 'none' })
  }

  /** Returns a token that is valid now: the held one, the one in flight, or a new one. */
  async get(stored: StoredProfile): Promise<HeldToken> {
    const profileId = stored.profile.id
    const dependencies = this.#dependenciesOf(stored)
    const held = this.#held.get(profileId)
    if (held?.dependencies === dependencies && this.#now() < held.usableUntil) {
      this.#renewAhead(stored, held)
      return held
    }
    return this.renew(stored)
  }

  /**
   * Returns a new token, or the one in flight. The held one stays in use until then, also if this fails.
   * @param refused the token that the service refused: if another one is held by now, that is returned
   */
  async renew(stored: StoredProfile, refused?: Secret): Promise<HeldToken> {
    const { profile } = stored
    const held = this.#held.get(profile.id)
    if (refused !== undefined && held !== undefined && held.accessToken !== refused) return this.get(stored)
    const dependencies = this.#dependenciesOf(stored)
    const pending = this.#pending.get(profile.id)
    if (pending?.dependencies === dependencies) return pending.promise
    this.#publish(profile.id, { kind: 'requesting', since: this.#instant() })
    return this.#begin(stored, dependencies)
  }

  /** Requests the next token in the background while the held one is still valid. */
  #renewAhead(stored: StoredProfile, held: HeldToken): void {
    const { id } = stored.profile
    const notBefore = Math.max(held.renewFrom, this.#noRenewalBefore.get(id) ?? 0)
    if (this.#now() < notBefore || this.#pending.has(id)) return
    this.#noRenewalBefore.set(id, this.#now() + renewalPause)
    // A failure is reported when the held one has expired and the next caller needs one.
    this.#begin(stored, held.dependencies).catch(() => undefined)
  }

  /** Requests a token; callers get it once it is held and published. */
  #begin(stored: StoredProfile, dependencies: string): Promise<HeldToken> {
    const { id } = stored.profile
    const outcome = this.#grant(stored).then((grant) => heldToken(grant, dependencies))
    const pending: PendingToken = { dependencies, promise: this.#settle(id, outcome, () => pending) }
    this.#pending.set(id, pending)
    return pending.promise
  }

  /**
   * Holds and publishes the result of a request, unless {@link #dropUnfit} gave it up meanwhile: then only its callers
   * get it. A failure is published only if no valid token is held.
   */
  async #settle(profileId: string, outcome: Promise<HeldToken>, pending: () => PendingToken): Promise<HeldToken> {
    const [result] = await Promise.allSettled([outcome])
    const { dependencies } = pending()
    if (this.#pending.get(profileId) !== pending()) return outcome
    this.#pending.delete(profileId)
    const held = this.#held.get(profileId)
    if (result.status === 'fulfilled') {
      this.#held.set(profileId, result.value)
      this.#publish(profileId, result.value.state)
    } else if (held?.dependencies === dependencies && this.#now() < held.usableUntil) {
      if (this.state(profileId).kind === 'requesting') this.#publish(profileId, held.state)
    } else {
      const failure = tokenFailure(result.reason)
      this.#held.delete(profileId)
      // A cancellation by the person is no failure.
      if (failure.code === 'token-cancelled') this.#publish(profileId, { kind: 'none' })
      else this.#publish(profileId, { kind: 'failed', error: failure.toValue(), failedAt: this.#instant() })
    }
    return outcome
  }

  /** Discards the tokens, held or requested, of other settings or credentials, or of deleted profiles. */
  async #dropUnfit(profileIds: readonly string[]): Promise<void> {
    for (const profileId of profileIds) {
      const stored = await this.#profiles.get(profileId).catch((error: unknown) => tokenFailure(error))
      const [held, pending] = [this.#held.get(profileId), this.#pending.get(profileId)]
      // A profile that can't be read now is checked when its token is requested.
      const dependencies = stored instanceof ClavisError ? undefined : this.#dependenciesOf(stored)
      const isUnread = stored instanceof ClavisError && stored.code !== 'profile-not-found'
      if (pending !== undefined && pending.dependencies !== dependencies && !isUnread) this.#pending.delete(profileId)
      else if (held === undefined || held.dependencies === dependencies) continue
      if (held === undefined || held.dependencies !== dependencies) this.drop(profileId)
      else this.#publish(profileId, held.state)
    }
  }

  /** Returns {@link tokenDependencies}, cached per state of a profile: a long list calls it with every page. */
  #dependenciesOf(stored: StoredProfile): string {
    const known = this.#dependencies.get(stored)
    if (known !== undefined) return known
    const dependencies = tokenDependencies(stored)
    this.#dependencies.set(stored, dependencies)
    return dependencies
  }

  #publish(profileId: string, state: TokenState): void {
    this.#states.set(profileId, state)
    this.#changes.notify(profileId, state)
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
}

/**
 * Time before the expiry at which a token is no longer used: its last tenth, at most half a minute, so that it is still
 * valid when it arrives.
 */
function margin(lifetimeSeconds: number): number {
  return Math.min(30_000, lifetimeSeconds * 100)
}

/** Returns a granted token as it is held. @param dependencies {@link tokenDependencies} at the time of the request */
function heldToken(grant: Grant, dependencies: string): HeldToken {
  const { accessToken, lifetimeSeconds, tokenType, scopes, claims, notice, requestedAt } = grant
  // Counted from the sending: the service's clock started after that, so this errs on the safe side.
  const expiresAt = requestedAt + lifetimeSeconds * 1000
  return {
    accessToken,
    dependencies,
    renewFrom: requestedAt + lifetimeSeconds * renewedAfter,
    usableUntil: expiresAt - margin(lifetimeSeconds),
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

/** Everything that a token depends on: two requests with the same dependencies get the same kind of token. */
function tokenDependencies({ profile, credentials }: StoredProfile): string {
  const { name: _name, recordMembers: _members, revision: _revision, updatedAt: _updatedAt, ...settings } = profile
  const active = credentials.find((each) => each.state === 'active')
  return JSON.stringify([Object.entries(settings).toSorted(), active?.id, active?.confirmation?.thumbprint])
}
