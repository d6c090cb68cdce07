import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential, KeySize } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { validityOf, type Validity } from '#shared/expiry/expiry.ts'
import type { ReplacementStep } from '#shared/replacements/replacement-steps.ts'
import { replacementStep, type Replacement, type ReplacementView } from '#shared/replacements/replacement.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import type { Confirm } from '../confirmation.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { missingInRequest } from '../credentials/request-suggestion.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { TokenService } from '../tokens/token-service.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  readonly tokens: TokenService
  readonly now: () => number
  readonly newId: () => string
}

/** Refusals of the client (RFC 6749 §5.2): the service may not know the new certificate. */
const namesClient: readonly unknown[] = ['invalid_client', 'unauthorized_client', 'invalid_grant']

/**
 * Replaces a profile's active credential without a gap: the old one signs until the new one was tried with a real token
 * request. Every step is kept with the profile before or as it is taken, so that it resumes after any crash.
 */
export class ReplacementService {
  readonly #options: Options
  /** Keys that are being created, by profile. */
  readonly #makingKeys = new Map<string, Promise<ReplacementView>>()
  /** Results of switches that are being stored. */
  readonly #watching = new Set<Promise<void>>()

  constructor(options: Options) {
    this.#options = options
    options.tokens.onChange((profileId, state) => {
      const watching = this.#watch(profileId, state).finally(() => this.#watching.delete(watching))
      this.#watching.add(watching)
    })
  }

  /** Lists the replacements in progress. */
  async list(): Promise<ReplacementView[]> {
    return (await this.#options.profiles.list()).flatMap((stored) => viewOf(stored) ?? [])
  }

  /**
   * Starts a replacement and creates the new key next to the active one. Continues one in progress.
   * @throws `no-active-credential`, `keychain-…`
   */
  async start(profileId: string, keySize: KeySize): Promise<ReplacementView> {
    const { profile, credentials } = await this.#options.profiles.get(profileId)
    const active = credentials.find(({ state }) => state === 'active')
    await this.#options.profiles.changeReplacement(profileId, (current) => {
      if (current !== undefined) return current
      if (active === undefined)
        throw new ClavisError('no-active-credential', `“${profile.name}” has no active credential to replace.`, {
          hint: 'Create a key and a CSR on its Credentials page instead.',
        })
      // Stores the new id first, so that a key that is created afterwards is found again after a crash.
      return {
        startedAt: this.#instant(),
        oldCredentialId: active.id,
        newCredentialId: this.#options.newId(),
      }
    })
    return this.makeKey(profileId, keySize)
  }

  /** Creates the new key if there is none yet; only once for calls at the same time. @throws `keychain-…` */
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

  /** Creates the CSR with the same content as before. @throws `keychain-…` */
  async repeatRequest(profileId: string): Promise<ReplacementView> {
    const { newCredentialId: id } = (await this.#viewAt(profileId, ['make-request'])).replacement
    const { credentials } = this.#options
    const { subject, subjectAlternativeNames } = await credentials.suggestRequest(profileId, id)
    await credentials.createRequest(profileId, id, subject, subjectAlternativeNames)
    return this.#view(profileId)
  }

  /** Notes that a certificate was saved to a file, if a replacement in progress waits for that. */
  async noteCertificateSaved(profileId: string, credentialId: string): Promise<void> {
    const { replacement } = await this.#options.profiles.get(profileId)
    if (replacement?.newCredentialId !== credentialId || replacement.certificateSavedAt !== undefined) return
    await this.#options.profiles.changeReplacement(
      profileId,
      (current) => current && { ...current, certificateSavedAt: this.#instant() },
    )
  }

  /** Marks the new certificate as uploaded to the portal. */
  markUploaded(profileId: string): Promise<ReplacementView> {
    return this.#step(profileId, ['upload'], (current) => ({ ...current, uploadedAt: this.#instant() }))
  }

  /** Continues without the portal's thumbprint, if the portal shows none. */
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
      // A cancelled request says nothing about the key.
      if (!(error instanceof ClavisError) || error.code === 'token-cancelled') throw error
      trial = { kind: 'failed', at, code: error.code, message: error.message }
    }
    await this.#options.profiles.changeReplacement(profileId, (current) => current && { ...current, trial })
    return this.#view(profileId)
  }

  /**
   * Activates the new credential, which the service accepted in a test.
   * @param confirm asks for a Production profile
   * @throws `credential-state-wrong` if it was not tested; what activating throws
   */
  async switchOver(profileId: string, confirm?: Confirm): Promise<ReplacementView> {
    const { replacement } = await this.#viewAt(profileId, ['switch'])
    await this.#options.credentials.activate(profileId, replacement.newCredentialId, confirm, 'switch')
    return this.#view(profileId)
  }

  /**
   * Requests a token after the switch, and waits until the result is stored.
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
    await this.#options.credentials.activate(profileId, replacement.oldCredentialId, confirm, 'roll-back')
    await this.#options.profiles.changeReplacement(profileId, (current) => current && withoutOutcome(current))
    return this.#view(profileId)
  }

  /** Retires the old credential. Its key stays in the keychain. @param confirm asks for a Production profile */
  async retireOld(profileId: string, confirm?: Confirm): Promise<ReplacementView> {
    const { replacement } = await this.#viewAt(profileId, ['retire'])
    await this.#options.credentials.retire(profileId, replacement.oldCredentialId, confirm)
    return this.#view(profileId)
  }

  /** Notes that the old certificate was removed from the portal, the last step. */
  markRemoved(profileId: string): Promise<ReplacementView> {
    return this.#step(profileId, ['remove'], (current) => ({ ...current, removedAt: this.#instant() }))
  }

  /** Ends the replacement at any step; both credentials stay as they are. */
  async end(profileId: string): Promise<void> {
    await this.#options.profiles.changeReplacement(profileId, () => undefined)
  }

  /** After the switch, stores whether it worked: the first token, or the first refusal of the client. */
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
    throw new ClavisError('credential-state-wrong', 'The replacement is not at this step.', {
      hint: 'It continued in the meantime. Check its current step.',
    })
  }

  async #view(profileId: string): Promise<ReplacementView> {
    const view = viewOf(await this.#options.profiles.get(profileId))
    if (view === undefined)
      throw new ClavisError('credential-state-wrong', 'No replacement is in progress for this profile.', {
        hint: 'Start one first. It may have been cancelled in the meantime.',
      })
    return view
  }

  #instant(): string {
    return new Date(this.#options.now()).toISOString()
  }
}

function viewOf({ profile, credentials, replacement }: StoredProfile): ReplacementView | undefined {
  if (replacement === undefined) return undefined
  const [old, successor] = [replacement.oldCredentialId, replacement.newCredentialId].map((wanted) =>
    credentials.find(({ id }) => id === wanted),
  )
  const { notAfter: oldNotAfter, expiringIssuer: oldExpiringIssuer } = validityIn(old)
  const { notAfter: newNotAfter, expiringIssuer: newExpiringIssuer } = validityIn(successor)
  const missing = missingInRequest(old, successor?.request)
  return {
    profileId: profile.id,
    profileName: profile.name,
    environment: profile.environment,
    practice: profile.practice,
    replacement,
    step: replacementStep(replacement, credentials),
    ...(oldNotAfter === undefined ? {} : { oldNotAfter }),
    ...(oldExpiringIssuer === undefined ? {} : { oldExpiringIssuer }),
    ...(newNotAfter === undefined ? {} : { newNotAfter }),
    ...(newExpiringIssuer === undefined ? {} : { newExpiringIssuer }),
    ...(missing.length === 0 ? {} : { missingInRequest: missing }),
  }
}

function validityIn(credential: Credential | undefined): Partial<Validity> {
  const certificate = certificateOf(credential)
  return certificate === undefined ? {} : validityOf(certificate)
}

function withoutRefusal({ refusal, ...rest }: Replacement): Replacement {
  return rest
}

/** Removes the results of the test and the switch. The refusal stays, for the person to read. */
function withoutOutcome({ trial, acceptedAt, ...rest }: Replacement): Replacement {
  return rest
}
