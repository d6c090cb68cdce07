import { keyIdOf } from '#shared/credentials/key-id.ts'
import { ClavisError } from '#shared/errors.ts'
import { nameLines } from '#shared/questions.ts'
import type { TokenRequestPreview } from '#shared/requests/logged-request.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { refuseConfirmation, type Confirm, confirmInProduction } from '../confirmation.ts'
import { Listeners } from '../events.ts'
import type { Secret } from '../keychain/secret.ts'
import { isFailure, type RequestOutcome } from '../profiles/request-outcome.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { previewOf } from './request-log/log-entry.ts'
import type { RequestLog } from './request-log/request-log.ts'
import { TokenCache } from './token-cache.ts'
import { unsentTokenRequest, type ClientProof } from './token-request.ts'
import { TokenRequester, type Grant, type TokenRequesterOptions } from './token-requester.ts'

interface Options extends TokenRequesterOptions {
  readonly profiles: ProfileStore
}

/** Requests, holds, tests and reveals access tokens. They are in this process's memory only. */
export class TokenService {
  /** Calls a listener on each change of a profile's token. Returns the unsubscribe function. */
  readonly onChange: TokenCache['onChange']
  /** Reports the secrets of each token request and its response. Returns the unsubscribe function. */
  readonly onSecrets: TokenRequester['onSecrets']
  /** The profiles' token requests of this session with their responses, without secrets. */
  readonly requestLog: RequestLog
  readonly #options: Options
  readonly #requester: TokenRequester
  readonly #cache: TokenCache
  readonly #outcomes = new Listeners<[outcome: RequestOutcome]>()
  /** Reports how each request for a token that is held ended. Returns the unsubscribe function. */
  readonly onOutcome = this.#outcomes.add

  constructor(options: Options) {
    const { profiles, now } = options
    this.#options = options
    this.requestLog = options.requestLog
    this.#requester = new TokenRequester(options)
    this.onSecrets = this.#requester.onSecrets
    const request = (stored: StoredProfile): Promise<Grant> => this.#request(stored)
    this.#cache = new TokenCache({ profiles, request, now })
    this.onChange = this.#cache.onChange
    profiles.onChange((profileIds) => void this.#forgetRemoved(profileIds))
  }

  state(profileId: string): TokenState {
    return this.#cache.state(profileId)
  }

  /**
   * Requests a token, or returns the held one if it is still valid.
   * @param options `renew`: requests a new one; if that fails, the held one stays
   * @throws what {@link accessToken} throws
   */
  async get(profileId: string, { renew }: { readonly renew: boolean }): Promise<TokenState> {
    const stored = await this.#options.profiles.get(profileId)
    return (await (renew ? this.#cache.renew(stored) : this.#cache.get(stored))).state
  }

  /**
   * Returns a valid token.
   * @throws `token-…`, `no-active-credential`, `no-client-secret`, `certificate-…`, `keychain-…`, `network-…`,
   *   `response-…`, `service-…`
   */
  async accessToken(profileId: string): Promise<Secret> {
    return this.accessTokenOf(await this.#options.profiles.get(profileId))
  }

  /**
   * Does the same for a profile that was just read, because a list of many pages calls it for each.
   * @param refused the token that the service refused: another one is returned
   * @throws as {@link accessToken}
   */
  async accessTokenOf(stored: StoredProfile, refused?: Secret): Promise<Secret> {
    const held = refused === undefined ? this.#cache.get(stored) : this.#cache.renew(stored, refused)
    return (await held).accessToken
  }

  drop(profileId: string): void {
    this.#cache.drop(profileId)
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
    const stored = await this.#options.profiles.get(profileId)
    const { profile } = stored
    const method = profile.clientAuthentication
    if (method !== 'private_key_jwt' && method !== 'tls_client_auth')
      throw new ClavisError('credential-state-wrong', `“${profile.name}” uses a client secret, not a key.`, {
        hint: 'There is no certificate to test.',
      })
    const proof = async (): Promise<ClientProof> => ({
      kind: method,
      signingKey: await this.#options.credentials.signingKeys.of(stored, credentialId),
    })
    const { accessToken } = await this.#requester.grant(profile, proof, 'Token request to try a new key')
    accessToken.wipe()
  }

  /**
   * Requests a token with a jti in the assertion regardless of the settings, and discards it: to check whether the
   * service requires one.
   * @throws what {@link accessToken} throws
   */
  async tryWithJti(profileId: string): Promise<void> {
    const stored = await this.#options.profiles.get(profileId)
    const proof = (): Promise<ClientProof> => this.#requester.proof(stored)
    const asked = { ...stored.profile, includeJti: true }
    const { accessToken } = await this.#requester.grant(asked, proof, 'Token request to try a jti')
    accessToken.wipe()
  }

  /**
   * Returns the token itself: only if the person asked to see or copy it.
   * @param confirm asks for a Production profile
   * @throws what {@link accessToken} and `confirm` throw
   */
  async reveal(profileId: string, how: 'show' | 'copy', confirm: Confirm = refuseConfirmation): Promise<string> {
    const stored = await this.#options.profiles.get(profileId)
    const [verb, { name }] = [how === 'show' ? 'Show' : 'Copy', stored.profile]
    await confirmInProduction(stored.profile, confirm, {
      names: [name],
      message: `${verb} an access token of a Production profile?`,
      details: [...nameLines([name]), 'Anyone with this token can act as this client until it expires.'],
      action: `${verb} token`,
    })
    return (await this.accessTokenOf(stored)).text()
  }

  /** Returns what would be sent and its checks, without sending it. Reads no key. */
  async preview(profileId: string): Promise<TokenRequestPreview> {
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    const active = credentials.find((each) => each.state === 'active')
    const kid = active === undefined ? profile.kid || undefined : keyIdOf(profile.kid, active, credentials)
    const request = unsentTokenRequest(profile, kid, {
      now: this.#requester.assertionTime(profile),
      newId: this.#options.newId,
    })
    return previewOf({ profile, request, credential: active, madeAt: this.#options.now() })
  }

  async #request(stored: StoredProfile): Promise<Grant> {
    const [kind, what] = ['token', 'Token request'] as const
    try {
      const grant = await this.#requester.grant(stored.profile, () => this.#requester.proof(stored), what)
      this.#outcomes.notify({ stored, kind, what })
      return grant
    } catch (error) {
      if (isFailure(error)) this.#outcomes.notify({ stored, kind, what, error })
      throw error
    }
  }

  /** Removes the requests of profiles that no longer exist from the request log. */
  async #forgetRemoved(profileIds: readonly string[]): Promise<void> {
    const profiles = await this.#options.profiles.list().catch(() => undefined)
    if (profiles === undefined) return
    for (const id of profileIds) if (!profiles.some(({ profile }) => profile.id === id)) this.requestLog.forget(id)
  }
}
