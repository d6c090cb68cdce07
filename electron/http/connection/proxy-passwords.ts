import { removeProxyPasswordQuestion } from '#shared/questions.ts'
import { refuseConfirmation, type Confirm } from '../../confirmation.ts'
import { proxyPasswordAccount, type Keychain } from '../../keychain/keychain.ts'
import type { Secret } from '../../keychain/secret.ts'
import { replaceSecretQuestion } from '../../profiles/guards/confirmation-messages.ts'
import type { ProfileStore } from '../../profiles/store/profile-store.ts'

interface Options {
  readonly profiles: Pick<ProfileStore, 'get' | 'onChange'>
  readonly keychain: Keychain
}

/** Stores the passwords of profiles' own proxies in the keychain. */
export class ProxyPasswords {
  readonly #profiles: Options['profiles']
  readonly #keychain: Keychain
  /** Cached by profile id, because the keychain is slow and may prompt; `undefined`: there is none. */
  readonly #known = new Map<string, Secret | undefined>()

  constructor({ profiles, keychain }: Options) {
    this.#profiles = profiles
    this.#keychain = keychain
    // Another process may have changed one, so every change clears the cache.
    profiles.onChange(() => this.#known.clear())
  }

  /**
   * Stores a profile's password, replacing the old one.
   * @param confirm asks before that of a Production profile is replaced
   * @throws `profile-not-found`, `keychain-…`; what `confirm` throws
   */
  async set(profileId: string, password: Secret, confirm: Confirm = refuseConfirmation): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.environment === 'production' && (await this.of(profileId)) !== undefined)
      await confirm(replaceSecretQuestion(profile, 'proxy password'))
    this.#known.delete(profileId)
    await this.#keychain.replace(proxyPasswordAccount(profileId), password)
  }

  /**
   * Deletes a profile's password; does nothing if there is none.
   * @param confirm asks for a Production profile
   * @throws `profile-not-found`, `keychain-…`; what `confirm` throws
   */
  async remove(profileId: string, confirm: Confirm = refuseConfirmation): Promise<void> {
    const { profile } = await this.#profiles.get(profileId)
    if (profile.environment === 'production' && (await this.of(profileId)) !== undefined)
      await confirm(removeProxyPasswordQuestion(profile))
    this.#known.delete(profileId)
    await this.#keychain.remove(proxyPasswordAccount(profileId))
  }

  /** Clears a cached password, so that it is read again. */
  forget(profileId: string): void {
    this.#known.delete(profileId)
  }

  /**
   * Returns a profile's password; `undefined` if the keychain has none. The caller must not wipe it.
   * @throws `keychain-…`
   */
  async of(profileId: string): Promise<Secret | undefined> {
    if (!this.#known.has(profileId))
      this.#known.set(profileId, await this.#keychain.read(proxyPasswordAccount(profileId)))
    return this.#known.get(profileId)
  }
}
