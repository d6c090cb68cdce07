import { ClavisError } from '../../../shared/model/errors/error.ts'
import { clientSecretAccount, type Keychain } from '../../keychain/keychain.ts'
import type { Secret } from '../../keychain/secret.ts'
import { refuseConfirmation, type Confirm } from '../../profiles/confirmation/confirmation.ts'
import { replaceSecretQuestion } from '../../profiles/confirmation/confirmation-messages.ts'
import type { ProfileStore } from '../../profiles/store/profile-store.ts'

/** Stores and reads the profiles' client secrets in the keychain. */
export class ClientSecrets {
  readonly #profiles: ProfileStore
  readonly #keychain: Keychain

  constructor({ profiles, keychain }: { readonly profiles: ProfileStore; readonly keychain: Keychain }) {
    this.#profiles = profiles
    this.#keychain = keychain
  }

  /**
   * Stores a client secret in the keychain.
   * @param confirm asks before that of a Production profile is replaced
   * @throws `profile-not-found`, `keychain-…`; what `confirm` throws
   */
  async set(profileId: string, clientSecret: Secret, confirm: Confirm = refuseConfirmation): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.environment === 'production' && (await this.has(profileId)))
      await confirm(replaceSecretQuestion(profile, 'client secret'))
    await this.#keychain.write(clientSecretAccount(profileId), clientSecret)
  }

  /** @throws `no-client-secret`, `keychain-…` */
  async read(profileId: string): Promise<Secret> {
    const secret = await this.#keychain.read(clientSecretAccount(profileId))
    if (secret === undefined)
      throw new ClavisError('no-client-secret', 'The keychain has no client secret for this profile.', {
        hint: 'Enter the client secret from the portal.',
      })
    return secret
  }

  /** Returns whether the keychain has a client secret for the profile. */
  async has(profileId: string): Promise<boolean> {
    const secret = await this.#keychain.read(clientSecretAccount(profileId))
    secret?.wipe()
    return secret !== undefined
  }

  /** Deletes the client secret. This cannot be undone. */
  async delete(profileId: string): Promise<void> {
    await this.#keychain.remove(clientSecretAccount(profileId))
  }
}
