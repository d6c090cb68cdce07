import type { Credential } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { StartKeychainProcess } from '../../keychain/keychain-process-start.ts'
import { clientSecretAccount, proxyPasswordAccount, type Keychain } from '../../keychain/keychain.ts'
import type { Database, Transaction } from '../../store/database.ts'
import { isSameTokenHost, outdatedSecrets } from '../outdated-secrets.ts'
import { hostsOf, isAgreed as isAgreedHost } from './profile-hosts.ts'

const accounts = { 'client secret': clientSecretAccount, 'proxy password': proxyPasswordAccount }

interface Bound {
  readonly profile: Profile
  readonly credentials: readonly Pick<Credential, 'id'>[]
}

/** Deletes secrets whose host changes: they were given to the old one. Loads the keychain on first use. */
export class HostSecrets {
  readonly #database: Database
  readonly #startKeychain: StartKeychainProcess | undefined
  #keychain: Promise<Keychain> | undefined

  constructor(database: Database, startKeychain: StartKeychainProcess | undefined) {
    this.#database = database
    this.#startKeychain = startKeychain
  }

  /**
   * Deletes the secrets that a change of settings outdates. Called last in that change: if its end fails, a secret is
   * missing, never at the wrong host.
   * @throws `keychain-…`: then the settings must not change either
   */
  async removeOutdated(before: Profile, after: Profile, within: Transaction): Promise<void> {
    for (const secret of outdatedSecrets(before, after))
      await (await this.#loaded()).remove(accounts[secret](after.id), within)
  }

  /**
   * Binds the keys of a profile to its new environment, and to its new token host if the person agreed to that.
   * @param before the profile as it was
   * @param isTyped whether a person typed what it is now
   */
  async bindKeys(
    before: Profile,
    { profile, credentials }: Bound,
    isTyped: boolean,
    within: Transaction,
  ): Promise<void> {
    const isSame = before.environment === profile.environment && before.practice === profile.practice
    if (isSame && isSameTokenHost(before, profile)) return
    const isAgreed = hostsOf({ tokenUrl: profile.tokenUrl }).every((use) => isAgreedHost(within.sql, profile.id, use))
    for (const { id } of credentials) {
      const { KeyBindings } = await import('./key-bindings.ts')
      const bindings = new KeyBindings(await this.#loaded())
      await (isTyped
        ? bindings.bind(id, profile, within)
        : bindings.followChange(id, before, profile, isAgreed, within))
    }
  }

  #loaded(): Promise<Keychain> {
    return (this.#keychain ??= import('../../keychain/os-keychain.ts').then(
      ({ OsKeychain }) => new OsKeychain({ database: this.#database, startProcess: this.#startKeychain }),
    ))
  }
}
