import type { Credential } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { Replacement } from '#shared/replacements/replacement.ts'
import {
  bindingAccount,
  clientSecretAccount,
  keyAccount,
  proxyPasswordAccount,
  type Keychain,
  type KeychainDescription,
  type StoredSecret,
} from '../../keychain/keychain.ts'
import type { Secret } from '../../keychain/secret.ts'
import type { Transaction } from '../../store/database.ts'
import { requireUsable } from './require-usable.ts'

interface Options {
  readonly keychain: Keychain
  readonly profiles: {
    readonly list: () => Promise<
      readonly {
        readonly profile: Profile
        readonly credentials: readonly Pick<Credential, 'id'>[]
        readonly replacement?: Pick<Replacement, 'newCredentialId'> | undefined
      }[]
    >
  }
}

/**
 * The keychain without the secrets of read-only profiles: they are neither read nor changed, whichever service asks. Their
 * names can be listed.
 */
export class ReadOnlyKeychain implements Keychain {
  readonly #keychain: Keychain
  readonly #profiles: Options['profiles']

  constructor({ keychain, profiles }: Options) {
    this.#keychain = keychain
    this.#profiles = profiles
  }

  /** @throws `production-read-only`, and as the keychain itself */
  async read(account: string): Promise<Secret | undefined> {
    await this.#requireUsable(account)
    return this.#keychain.read(account)
  }

  /** @throws `production-read-only`, and as the keychain itself */
  async write(account: string, secret: Secret, within?: Transaction): Promise<void> {
    await this.#requireUsable(account)
    await this.#keychain.write(account, secret, within)
  }

  /** @throws `production-read-only`, and as the keychain itself */
  async replace(account: string, secret: Secret, within?: Transaction): Promise<void> {
    await this.#requireUsable(account)
    await this.#keychain.replace(account, secret, within)
  }

  /** @throws `production-read-only`, and as the keychain itself */
  async remove(account: string, within?: Transaction): Promise<void> {
    await this.#requireUsable(account)
    await this.#keychain.remove(account, within)
  }

  has(account: string): Promise<boolean | undefined> {
    return this.#keychain.has(account)
  }

  list(): Promise<StoredSecret[]> {
    return this.#keychain.list()
  }

  describe(): Promise<KeychainDescription> {
    return this.#keychain.describe()
  }

  async #requireUsable(account: string): Promise<void> {
    const owners = (await this.#profiles.list()).filter(({ profile: { id }, credentials, replacement }) =>
      [
        clientSecretAccount(id),
        proxyPasswordAccount(id),
        ...credentials.flatMap((credential) => [keyAccount(credential.id), bindingAccount(credential.id)]),
        ...(replacement === undefined ? [] : [keyAccount(replacement.newCredentialId)]),
      ].includes(account),
    )
    requireUsable('read-only', owners)
  }
}
