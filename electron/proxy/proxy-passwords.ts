import { proxyPasswordAccount, type Keychain } from '../keychain/keychain.ts'
import type { Secret } from '../keychain/secret.ts'
import { refuseConfirmation, type Confirm } from '../profiles/confirmation.ts'
import { deleteSecretQuestion, replaceSecretQuestion } from '../profiles/confirmation-messages.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'

interface Options {
  readonly profiles: Pick<ProfileStore, 'get' | 'onChange'>
  readonly keychain: Keychain
}

/** The passwords of profiles' own proxies, in the keychain. */
export class ProxyPasswords {
  readonly #profiles: Options['profiles']
  readonly #keychain: Keychain
  /** Read once: the keychain is slow and asking it may prompt. By profile id; `undefined`: there is none. */
  readonly #known = new Map<string, Secret | undefined>()

  constructor({ profiles, keychain }: Options) {
    this.#profiles = profiles
    this.#keychain = keychain
    // Another process may have changed one: what is known is let go whenever something changed.
    profiles.onChange(() => this.#known.clear())
  }

  /**
   * Keeps a profile's password in place of the one before.
   * @param confirm asks before that of a Production profile is replaced
   * @throws `profile-not-found`, `keychain-…`; what `confirm` throws
   */
  async set(profileId: string, password: Secret, confirm: Confirm = refuseConfirmation): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.environment === 'production' && (await this.of(profileId)) !== undefined)
      await confirm(replaceSecretQuestion(profile, 'proxy password'))
    this.#known.delete(profileId)
    await this.#keychain.write(proxyPasswordAccount(profileId), password)
  }

  /**
   * Destroys a profile's password; nothing happens where there is none.
   * @param confirm asks for a Production profile
   * @throws `profile-not-found`, `keychain-…`; what `confirm` throws
   */
  async remove(profileId: string, confirm: Confirm = refuseConfirmation): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.environment === 'production' && (await this.of(profileId)) !== undefined)
      await confirm(deleteSecretQuestion(profile, 'proxy password'))
    this.#known.delete(profileId)
    await this.#keychain.remove(proxyPasswordAccount(profileId))
  }

  /** Reads it anew the next time. */
  forget(profileId: string): void {
    this.#known.delete(profileId)
  }

  /** A profile's password; `undefined` where the keychain holds none. It is not the caller's to wipe. @throws `keychain-…` */
  async of(profileId: string): Promise<Secret | undefined> {
    if (!this.#known.has(profileId))
      this.#known.set(profileId, await this.#keychain.read(proxyPasswordAccount(profileId)))
    return this.#known.get(profileId)
  }
}
