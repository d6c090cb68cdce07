import { basename } from 'node:path'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { ClavisError } from '#shared/errors.ts'
import type { Confirmation } from '#shared/questions.ts'
import {
  replacementStep,
  type SharedStep,
  type StepOutcome,
  type ThumbprintOutcome,
} from '#shared/replacements/replacement.ts'
import { inLanes } from '../concurrency.ts'
import { refuseConfirmation, type Confirm } from '../confirmation.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { writeSeparateFiles } from '../files/separate-files.ts'
import { severalQuestion } from '../profiles/guards/confirmation-messages.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { TokenService } from '../tokens/token-service.ts'
import type { ReplacementService } from './replacement-service.ts'

interface Options {
  readonly profiles: ProfileStore
  readonly credentials: CredentialService
  readonly tokens: TokenService
  readonly replacements: ReplacementService
}

/** Files saved to a folder, one for each profile. */
export interface SavedFiles {
  readonly folderName: string
  readonly fileNames: string[]
}

/** Profiles that take a step at the same time: a token request mostly waits for the service. */
const maxAtOnce = 4

/** Takes several profiles' replacements a step further. A profile that fails stays where it was, and the others continue. */
export class SeveralReplacements {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Takes a step for each of several profiles. Returns an outcome for each, in the order of the profiles' list.
   * @param confirm asks once for all Production profiles before anything changes
   * @throws what `confirm` throws
   */
  async take(
    step: SharedStep,
    profileIds: readonly string[],
    confirm: Confirm = refuseConfirmation,
  ): Promise<StepOutcome[]> {
    const chosen = await this.#chosen(profileIds)
    const confirmed = step === 'switch' || step === 'retire' ? await confirmTogether(step, chosen, confirm) : confirm
    return inLanes(chosen, maxAtOnce, async ({ profile }) => {
      const outcome = { profileId: profile.id, profileName: profile.name }
      try {
        await this.#takeOne(step, profile.id, confirmed)
        return outcome
      } catch (error) {
        if (!(error instanceof ClavisError)) throw error
        return { ...outcome, error: error.toValue() }
      }
    })
  }

  /**
   * Saves the CSRs or new certificates of several profiles to a folder, one PEM file each. Existing files stay.
   * @param chooseFolder is called once it is known that there is something to save; returns undefined if the user cancelled
   * @throws `disk-…`
   */
  async save(
    what: 'request' | 'certificate',
    profileIds: readonly string[],
    chooseFolder: () => Promise<string | undefined>,
  ): Promise<SavedFiles | undefined> {
    const files = (await this.#chosen(profileIds)).flatMap((stored) => {
      const credential = successorOf(stored)
      const pem = what === 'request' ? credential?.request?.pem : certificateOf(credential)?.pem
      return credential === undefined || pem === undefined
        ? []
        : [{ profile: stored.profile, credentialId: credential.id, pem }]
    })
    if (files.length === 0) return undefined
    const folder = await chooseFolder()
    if (folder === undefined) return undefined
    const contents = files.map(({ profile, pem }) => ({ name: profile.name, content: pem }))
    const fileNames = await writeSeparateFiles(folder, contents, what === 'request' ? 'csr' : 'pem')
    for (const [place, { profile, credentialId }] of files.entries())
      if (what === 'request')
        await this.#options.credentials.markRequestExported(profile.id, credentialId, fileNames[place])
      else await this.#options.replacements.noteCertificateSaved(profile.id, credentialId)
    return { folderName: basename(folder), fileNames }
  }

  /**
   * Finds the thumbprints of new certificates in a pasted table and confirms them. A line may contain other columns.
   * @param text at most one thumbprint a line, as the portal's Security page shows it
   * @param confirm asks before the key ID changes that a Production profile sends
   */
  async confirmThumbprints(text: string, confirm: Confirm = refuseConfirmation): Promise<ThumbprintOutcome> {
    const waiting = (await this.#options.profiles.list()).filter(
      ({ replacement }) => replacement?.uploadedAt !== undefined,
    )
    const confirmed: string[] = []
    const unknownLines: string[] = []
    for (const line of text.split('\n').map((each) => each.trim())) {
      if (line === '') continue
      const found = thumbprintIn(line, waiting)
      if (found === undefined) unknownLines.push(line)
      else {
        const { profile, credentialId, thumbprint } = found
        await this.#options.credentials.thumbprints.confirm(profile.id, credentialId, thumbprint, undefined, confirm)
        confirmed.push(profile.name)
      }
    }
    return { confirmed, unknownLines }
  }

  async #takeOne(step: SharedStep, profileId: string, confirm: Confirm): Promise<void> {
    switch (step) {
      case 'make-request':
        await this.#options.replacements.repeatRequest(profileId)
        return
      case 'upload':
        await this.#options.replacements.markUploaded(profileId)
        return
      case 'try': {
        const { replacement } = await this.#options.replacements.tryOut(profileId)
        const { trial } = replacement
        if (trial?.kind === 'failed') throw new ClavisError(trial.code, trial.message)
        return
      }
      case 'switch':
        await this.#options.replacements.switchOver(profileId, confirm)
        return
      case 'watch':
        await this.#options.tokens.get(profileId, { renew: true })
        return
      case 'retire':
        await this.#options.replacements.retireOld(profileId, confirm)
        return
      case 'remove':
        await this.#options.replacements.markRemoved(profileId)
        return
      case 'done':
        await this.#options.replacements.end(profileId)
    }
  }

  async #chosen(profileIds: readonly string[]): Promise<StoredProfile[]> {
    const wanted = new Set(profileIds)
    return (await this.#options.profiles.list()).filter(({ profile }) => wanted.has(profile.id))
  }
}

/** Asks once for all Production profiles. Returns the confirmation of each: one that became Production since is refused. */
async function confirmTogether(
  step: 'switch' | 'retire',
  chosen: readonly StoredProfile[],
  confirm: Confirm,
): Promise<Confirm> {
  const names = chosen.flatMap(({ profile, credentials, replacement }) =>
    profile.environment === 'production' &&
    replacement !== undefined &&
    replacementStep(replacement, credentials) === step
      ? [profile.name]
      : [],
  )
  if (names.length === 0) return refuseConfirmation
  await confirm(severalQuestion(step, names))
  const confirmed = new Set(names)
  return (question: Confirmation) =>
    question.names.every((name) => confirmed.has(name)) ? Promise.resolve() : refuseConfirmation(question)
}

function successorOf({ credentials, replacement }: StoredProfile): Credential | undefined {
  return credentials.find(({ id }) => id === replacement?.newCredentialId)
}

/** Finds the thumbprint of a new certificate in a line: the whole line, one of its columns, or one of its words. */
function thumbprintIn(
  line: string,
  waiting: readonly StoredProfile[],
): { profile: StoredProfile['profile']; credentialId: string; thumbprint: string } | undefined {
  const candidates = [line, ...line.split(/[\t,;|]/u), ...line.split(/[\s,;|=]+/u)]
  for (const thumbprint of candidates)
    for (const stored of waiting) {
      const successor = successorOf(stored)
      const certificate = certificateOf(successor)
      if (successor === undefined || certificate === undefined) continue
      if (recognizeThumbprint(thumbprint, certificate.thumbprint) !== undefined)
        return { profile: stored.profile, credentialId: successor.id, thumbprint }
    }
  return undefined
}
