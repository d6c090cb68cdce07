import type { KeySize } from '../../shared/model/credential/credential.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import {
  replacementStep,
  type Replacement,
  type ReplacementStep,
  type ReplacementView,
} from '../../shared/model/credential/replacement.ts'
import type { TokenState } from '../../shared/model/oauth/token.ts'
import type { Confirm } from '../profiles/confirmation/confirmation.ts'
import type { TokenService } from '../oauth/token-service.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { suggestRequest, type RequestContent } from './request-suggestion.ts'
import { certificateOf } from '../../shared/model/credential/credential-parts.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  readonly tokens: TokenService
  readonly now: () => number
  readonly newId: () => string
}

/** Refusals that are about who asks (RFC 6749 §5.2): the new certificate may be what the service does not know. */
const namesClient: readonly unknown[] = ['invalid_client', 'unauthorized_client', 'invalid_grant']

/**
 * Replaces a profile's active credential without a gap: the old one signs until the new one was tried with a real token
 * request. Every step is kept with the profile before or as it is taken, so that it goes on after any crash.
 */
export class ReplacementService {
  readonly #options: Options
  /** The new keys that are being made, by profile. */
  readonly #makingKeys = new Map<string, Promise<ReplacementView>>()
  /** What tokens say about switched credentials, while it is being stored. */
  readonly #watching = new Set<Promise<void>>()

  constructor(options: Options) {
    this.#options = options
    options.tokens.onChange((profileId, state) => {
      const watching = this.#watch(profileId, state).finally(() => this.#watching.delete(watching))
      this.#watching.add(watching)
    })
  }

  /** Every replacement that is under way. */
  async list(): Promise<ReplacementView[]> {
    return (await this.#options.profiles.list()).flatMap((stored) => viewOf(stored) ?? [])
  }

  /**
   * Begins a replacement and makes the new key beside the active one. One that is under way goes on.
   * @throws `no-active-credential`, `keychain-…`
   */
  async start(profileId: string, keySize: KeySize): Promise<ReplacementView> {
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    const active = credentials.find(({ state }) => state === 'active')
    await this.#options.profiles.changeReplacement(profileId, (current) => {
      if (current !== undefined) return current
      if (active === undefined)
        throw new ClavisError('no-active-credential', `“${profile.name}” has no active credential to replace.`, {
          hint: 'Make a key and a CSR on its Credentials page instead.',
        })
      // The successor's id first: a key that is made after it is found again whatever happens in between.
      return {
        startedAt: this.#instant(),
        oldCredentialId: active.id,
        newCredentialId: this.#options.newId(),
      }
    })
    return this.makeKey(profileId, keySize)
  }

  /** Makes the new key where it is not there yet; one, however many ask at once. @throws `keychain-…` */
  makeKey(profileId: string, keySize: KeySize): Promise<ReplacementView> {
    // The key's id is decided: a second one would take the first one's place in the keychain.
    const underWay = this.#makingKeys.get(profileId)
    if (underWay !== undefined) return underWay
    const making = this.#makeKey(profileId, keySize).finally(() => this.#makingKeys.delete(profileId))
    this.#makingKeys.set(profileId, making)
    return making
  }

  async #makeKey(profileId: string, keySize: KeySize): Promise<ReplacementView> {
    const { replacement, step } = await this.#view(profileId)
    if (step === 'make-key') await this.#options.credentials.createKey(profileId, keySize, replacement.newCredentialId)
    return this.#view(profileId)
  }

  /** What the new CSR should ask for: the same as before. */
  async suggestRequest(profileId: string): Promise<RequestContent> {
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    const { replacement } = await this.#view(profileId)
    return suggestRequest(
      credentials.find(({ id }) => id === replacement.oldCredentialId),
      profile.clientId,
    )
  }

  /** Creates the CSR with the same content as before. @throws `keychain-…` */
  async repeatRequest(profileId: string): Promise<ReplacementView> {
    const { replacement } = await this.#viewAt(profileId, ['make-request'])
    const { subject, subjectAlternativeNames } = await this.suggestRequest(profileId)
    await this.#options.credentials.createRequest(
      profileId,
      replacement.newCredentialId,
      subject,
      subjectAlternativeNames,
    )
    return this.#view(profileId)
  }

  /** Notes that the new certificate is with the portal. */
  markUploaded(profileId: string): Promise<ReplacementView> {
    return this.#step(profileId, ['upload'], (current) => ({ ...current, uploadedAt: this.#instant() }))
  }

  /** Goes on without the portal's thumbprint: where the portal shows none. */
  skipConfirmation(profileId: string): Promise<ReplacementView> {
    return this.#step(profileId, ['confirm'], (current) => ({ ...current, confirmationSkippedAt: this.#instant() }))
  }

  /**
   * Requests a real token with the new key; the old one stays active and its token in use. A refusal doesn't fail this
   * call: it is stored and part of the view.
   */
  async tryOut(profileId: string): Promise<ReplacementView> {
    const { replacement } = await this.#viewAt(profileId, ['try', 'switch'])
    const at = this.#instant()
    let trial: NonNullable<Replacement['trial']>
    try {
      await this.#options.tokens.tryCredential(profileId, replacement.newCredentialId)
      trial = { kind: 'accepted', at }
    } catch (error) {
      // What a person cancelled says nothing about the key.
      if (!(error instanceof ClavisError) || error.code === 'token-cancelled') throw error
      trial = { kind: 'failed', at, code: error.code, message: error.message }
    }
    await this.#options.profiles.changeReplacement(profileId, (current) => current && { ...current, trial })
    return this.#view(profileId)
  }

  /**
   * Makes the new credential the one that signs, which the service has accepted in a trial.
   * @param confirm asks for a Production profile
   * @throws `credential-state-wrong` where it was not tried; what activating throws
   */
  async switchOver(profileId: string, confirm?: Confirm): Promise<ReplacementView> {
    const { replacement } = await this.#viewAt(profileId, ['switch'])
    await this.#options.credentials.activate(profileId, replacement.newCredentialId, confirm)
    return this.#view(profileId)
  }

  /**
   * Requests a token after the switch, and waits until it is noted whether that worked.
   * @throws `token-…`, and what else a token request throws
   */
  async verify(profileId: string): Promise<ReplacementView> {
    try {
      await this.#options.tokens.get(profileId, { renew: true })
    } finally {
      await Promise.allSettled(this.#watching)
    }
    return this.#view(profileId)
  }

  /**
   * Activates the old credential again; the new one must be tested again.
   * @param confirm asks for a Production profile
   */
  async goBack(profileId: string, confirm?: Confirm): Promise<ReplacementView> {
    const { replacement } = await this.#viewAt(profileId, ['watch', 'retire'])
    await this.#options.credentials.activate(profileId, replacement.oldCredentialId, confirm)
    await this.#options.profiles.changeReplacement(profileId, (current) => current && withoutOutcome(current))
    return this.#view(profileId)
  }

  /**
   * Takes the old credential out of use for good. Its key stays in the keychain.
   * @param confirm asks for a Production profile
   */
  async retireOld(profileId: string, confirm?: Confirm): Promise<ReplacementView> {
    const { replacement } = await this.#viewAt(profileId, ['retire'])
    await this.#options.credentials.retire(profileId, replacement.oldCredentialId, confirm)
    return this.#view(profileId)
  }

  /** Ends the replacement wherever it stands; both credentials stay as they are. */
  async end(profileId: string): Promise<void> {
    await this.#options.profiles.changeReplacement(profileId, () => undefined)
  }

  /** After the switch: the first token tells that it worked, the first refusal of the client that it may not have. */
  async #watch(profileId: string, state: TokenState): Promise<void> {
    if (state.kind !== 'held' && state.kind !== 'failed') return
    const refusal =
      state.kind === 'failed' && namesClient.includes(state.error.details?.['error'])
        ? { at: this.#instant(), code: state.error.code, message: state.error.message }
        : undefined
    if (state.kind === 'failed' && refusal === undefined) return
    const stored = (await this.#options.profiles.list()).find(({ profile }) => profile.id === profileId)
    if (stored === undefined || viewOf(stored)?.step !== 'watch') return
    await this.#options.profiles.changeReplacement(profileId, (current) => {
      if (current === undefined) return undefined
      if (refusal !== undefined) return { ...current, refusal: current.refusal ?? refusal }
      return { ...withoutRefusal(current), acceptedAt: this.#instant() }
    })
  }

  async #step(
    profileId: string,
    steps: readonly ReplacementStep[],
    change: (current: Replacement) => Replacement,
  ): Promise<ReplacementView> {
    await this.#viewAt(profileId, steps)
    await this.#options.profiles.changeReplacement(profileId, (current) => current && change(current))
    return this.#view(profileId)
  }

  async #viewAt(profileId: string, steps: readonly ReplacementStep[]): Promise<ReplacementView> {
    const view = await this.#view(profileId)
    if (steps.includes(view.step)) return view
    throw new ClavisError('credential-state-wrong', 'The replacement does not stand at this step.', {
      hint: 'It went on in the meantime. Look where it stands now.',
    })
  }

  async #view(profileId: string): Promise<ReplacementView> {
    const view = viewOf(await this.#options.profiles.get(profileId))
    if (view === undefined)
      throw new ClavisError('credential-state-wrong', 'No replacement is under way for this profile.', {
        hint: 'Begin one first; it may have been ended in the meantime.',
      })
    return view
  }

  #instant(): string {
    return new Date(this.#options.now()).toISOString()
  }
}

function viewOf({ profile, credentials, replacement }: StoredProfile): ReplacementView | undefined {
  if (replacement === undefined) return undefined
  const endOf = (credentialId: string): string | undefined =>
    certificateOf(credentials.find(({ id }) => id === credentialId))?.notAfter
  const oldNotAfter = endOf(replacement.oldCredentialId)
  const newNotAfter = endOf(replacement.newCredentialId)
  return {
    profileId: profile.id,
    profileName: profile.name,
    environment: profile.environment,
    replacement,
    step: replacementStep(replacement, credentials),
    ...(oldNotAfter === undefined ? {} : { oldNotAfter }),
    ...(newNotAfter === undefined ? {} : { newNotAfter }),
  }
}

function withoutRefusal({ refusal, ...rest }: Replacement): Replacement {
  return rest
}

/** Without what the trial and the switch brought: the refusal stays, to be read. */
function withoutOutcome({ trial, acceptedAt, ...rest }: Replacement): Replacement {
  return rest
}
