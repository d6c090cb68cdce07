import { ClavisError } from '#shared/errors.ts'
import { refuseConfirmation, type Confirm } from '../confirmation.ts'
import { Listeners } from '../events.ts'
import { clientSecretAccount, type Keychain } from '../keychain/keychain.ts'
import { secretStateOf, type SecretUse } from '../keychain/secret-use.ts'
import type { Secret } from '../keychain/secret.ts'
import { replaceSecretQuestion } from '../profiles/guards/confirmation-messages.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { Transaction } from '../store/database.ts'

export class ClientSecrets {
  readonly #profiles: ProfileStore
  readonly #keychain: Keychain
  readonly #set = new Listeners<[profileId: string]>()
  /** Calls a listener after a profile's client secret was stored. Returns the unsubscribe function. */
  readonly onSet = this.#set.add
  readonly #uses = new Listeners<[use: SecretUse]>()
  /** Calls a listener after a secret was stored, read, or not found. Returns the unsubscribe function. */
  readonly onUse = this.#uses.add

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
    await this.#keychain.replace(clientSecretAccount(profileId), clientSecret)
    this.#set.notify(profileId)
    this.#uses.notify({ profileId, state: 'found' })
  }

  /** @throws `no-client-secret`, `keychain-…` */
  async read(profileId: string): Promise<Secret> {
    try {
      const secret = await this.#keychain.read(clientSecretAccount(profileId))
      if (secret === undefined)
        throw new ClavisError('no-client-secret', 'The keychain has no client secret for this profile.', {
          hint: 'Enter the client secret from the portal.',
        })
      this.#uses.notify({ profileId, state: 'found' })
      return secret
    } catch (error) {
      const state = secretStateOf(error)
      if (state !== undefined) this.#uses.notify({ profileId, state })
      throw error
    }
  }

  /** Returns whether the keychain has a client secret for the profile, readable or not. */
  async has(profileId: string): Promise<boolean> {
    try {
      const secret = await this.read(profileId)
      secret.wipe()
      return true
    } catch (error) {
      if (!(error instanceof ClavisError)) throw error
      if (error.code === 'no-client-secret') return false
      if (error.code === 'keychain-entry-damaged') return true
      throw error
    }
  }

  /** Deletes the client secret. This cannot be undone. */
  async delete(profileId: string, within?: Transaction): Promise<void> {
    await this.#keychain.remove(clientSecretAccount(profileId), within)
  }
}
