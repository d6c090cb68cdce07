import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential, ThumbprintEncoding, ThumbprintMatch } from '#shared/credentials/credential.ts'
import { keyIdOf, plainThumbprint, recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { ClavisError } from '#shared/errors.ts'
import { clientIdSchema } from '#shared/profiles/profile-settings.ts'
import { refuseConfirmation, type Confirm, confirmInProduction } from '../confirmation.ts'
import { keyIdQuestion } from '../profiles/guards/confirmation-messages.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import { confirmed } from './lifecycle.ts'
import { changeCredential, findCredential } from './stored-credentials.ts'

/** Recognizes and stores the thumbprints that the portal's Security page shows. */
export class PortalThumbprints {
  readonly #profiles: ProfileStore
  readonly #now: () => number

  constructor(profiles: ProfileStore, now: () => number) {
    this.#profiles = profiles
    this.#now = now
  }

  /** Finds the certificate with a pasted thumbprint, the profile's own first. */
  async match(profileId: string, thumbprint: string): Promise<ThumbprintMatch> {
    const { credentials: own } = await this.#profiles.get(profileId)
    const mine = recognizeAmong(own, thumbprint)
    if (mine !== undefined) return { kind: 'match', credentialId: mine.credentialId, encoding: mine.encoding }
    for (const { profile, credentials } of await this.#profiles.list()) {
      const other = recognizeAmong(credentials, thumbprint)
      if (other === undefined) continue
      const { subject, encoding } = other
      return { kind: 'elsewhere', profileId: profile.id, profileName: profile.name, subject, encoding }
    }
    return { kind: 'none' }
  }

  /**
   * Saves the portal's thumbprint with the credential, as it is spelled there, and its client ID with the profile.
   * @param confirm asks before the client ID of a Production profile changes, or the key ID that it sends
   * @throws `input-invalid` if the thumbprint is another certificate's, or the client ID none; what `confirm` throws
   */
  async confirm(
    profileId: string,
    credentialId: string,
    thumbprint: string,
    clientId?: string,
    confirm: Confirm = refuseConfirmation,
  ): Promise<Credential> {
    const pasted = plainThumbprint(thumbprint)
    const change = (current: Credential): Credential => {
      const after = confirmed(current, pasted, new Date(this.#now()).toISOString())
      const certificate = certificateOf(after)
      if (certificate === undefined || recognizeThumbprint(pasted, certificate.thumbprint) === undefined)
        throw new ClavisError('input-invalid', 'This thumbprint doesn’t match this certificate.', {
          hint: 'Copy the Thumbprint again from this environment’s tab of the portal’s Security page.',
        })
      return after
    }
    // A wrong thumbprint is refused before anything is asked, and nothing is saved if the person cancels.
    const { profile, credentials } = await this.#profiles.get(profileId)
    const current = findCredential(credentials, credentialId)
    const after = change(current)
    if (current.state === 'active' && after.state === 'active') {
      const [now, next] = [keyIdOf(profile.kid, current, credentials), keyIdOf(profile.kid, after, credentials)]
      if (now !== next) await confirmInProduction(profile, confirm, keyIdQuestion(profile, now, next))
    }
    if (clientId !== undefined && clientId.trim() !== '') {
      const id = clientIdSchema.safeParse(clientId)
      if (!id.success)
        throw new ClavisError('input-invalid', 'This is not a client ID.', { hint: id.error.issues[0]?.message ?? '' })
      await this.#profiles.changeSettings(profileId, (settings) => ({ ...settings, clientId: id.data }), confirm)
    }
    return changeCredential(this.#profiles, profileId, credentialId, change)
  }
}

/** The credential whose certificate has the thumbprint, and under which encoding. */
function recognizeAmong(
  credentials: readonly Credential[],
  thumbprint: string,
): { credentialId: string; subject: string; encoding: ThumbprintEncoding } | undefined {
  for (const credential of credentials) {
    const certificate = certificateOf(credential)
    const encoding = certificate && recognizeThumbprint(thumbprint, certificate.thumbprint)
    if (certificate !== undefined && encoding !== undefined)
      return { credentialId: credential.id, subject: certificate.subject, encoding }
  }
  return undefined
}
