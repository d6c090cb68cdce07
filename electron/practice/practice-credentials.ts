import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { withoutAsking } from '../confirmation.ts'
import type { CredentialService } from '../credentials/credential-service.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import { Secret } from '../keychain/secret.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { PortalTab, PracticePortal } from './portal/portal-client.ts'
import { practiceSubject, type Recipe } from './recipes.ts'

/** A practice profile and its recipe. */
export interface Target {
  readonly profile: Profile
  readonly recipe: Recipe
  readonly tab: PortalTab
}

/** Problems of a credential that a new one fixes; others (a locked keychain) are up to the person. */
const repairable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'no-active-credential',
  'no-client-secret',
  'certificate-expired',
  'certificate-not-yet-valid',
  'keychain-entry-missing',
  'keychain-entry-damaged',
])

/** Sets up the keys, certificates and client secrets of practice profiles with the practice portal. */
export class PracticeCredentials {
  readonly #profiles: Pick<ProfileStore, 'get'>
  readonly #credentials: CredentialService
  readonly #portal: PracticePortal

  constructor(profiles: Pick<ProfileStore, 'get'>, credentials: CredentialService, portal: PracticePortal) {
    this.#profiles = profiles
    this.#credentials = credentials
    this.#portal = portal
  }

  /** Gives a profile its client secret, or a key with a certificate that the portal knows, unless it works already. */
  async equip(target: Target): Promise<void> {
    const { profile, recipe, tab } = target
    if (await this.#isReady(target)) return
    if (recipe.days === undefined) {
      const secret = Secret.fromText(tab.clientSecret ?? '')
      await this.#credentials.clientSecrets.set(profile.id, secret, withoutAsking)
      secret.wipe()
      return
    }
    const former = (await this.#credentials.list(profile.id)).find(({ state }) => state === 'active')
    const { id: credentialId } = await this.#credentials.createKey(profile.id, 2048)
    try {
      await this.#certify(target, credentialId, recipe.days)
    } catch (error) {
      await this.#credentials.remove(profile.id, credentialId, true, withoutAsking).catch(() => undefined)
      throw error
    }
    if (former !== undefined) await this.#credentials.retire(profile.id, former.id, withoutAsking)
  }

  /** Sets up a credential: CSR, certificate, portal, confirmed, active (service document, sections 5.2, 5.3). */
  async #certify({ profile, recipe }: Target, credentialId: string, days: number): Promise<void> {
    const { id } = profile
    const { request } = await this.#credentials.createRequest(id, credentialId, practiceSubject(profile.name), [])
    const pem = request?.pem ?? ''
    const { certificate, chain, thumbprint, clientId } =
      recipe.tab === 'legacy'
        ? await this.#portal.requestLegacy(pem, days)
        : await this.#signAndUpload(recipe, pem, days)
    await this.#credentials.markRequestExported(id, credentialId)
    await this.#credentials.imports.import([contentOfText([certificate, ...chain].join(''))], {
      profileId: id,
      isThereOnly: true,
    })
    await this.#credentials.thumbprints.confirm(id, credentialId, thumbprint, clientId, withoutAsking)
    await this.#credentials.activate(id, credentialId, withoutAsking)
  }

  /** Returns whether the profile's credential or secret exists, works and is known to the portal. */
  async #isReady({ profile, recipe, tab }: Target): Promise<boolean> {
    try {
      if (recipe.days === undefined) {
        const secret = await this.#credentials.clientSecrets.read(profile.id)
        const isCurrent = secret.text() === tab.clientSecret
        secret.wipe()
        return isCurrent
      }
      const { kid } = await this.#credentials.signingKeys.active(await this.#profiles.get(profile.id))
      return tab.certificates.some(({ thumbprint }) => thumbprint === kid)
    } catch (error) {
      if (error instanceof ClavisError && repairable.has(error.code)) return false
      throw error
    }
  }

  async #signAndUpload(
    { tab }: Recipe,
    request: string,
    days: number,
  ): Promise<{ certificate: string; chain: string[]; thumbprint: string; clientId: string }> {
    const { certificate, chain } = await this.#portal.sign(request, days)
    const [shown] = await this.#portal.upload(tab, [certificate])
    if (shown === undefined) throw new Error('The practice portal shows no certificate for the upload.')
    return { certificate, chain, thumbprint: shown.thumbprint, clientId: shown.clientId }
  }
}
