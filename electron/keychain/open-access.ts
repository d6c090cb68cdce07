import { platformKeychainNames } from './keychain-failure.ts'
import type { KeychainAccess } from './keychain-access.ts'
import type { KeychainDescription } from './keychain.ts'

/** Prepares nothing: macOS and Windows report by themselves whether an entry is missing or locked. */
export class OpenAccess implements KeychainAccess {
  readonly #description: Omit<KeychainDescription, 'notice'>

  /** @param systemVersion the operating system's version: the keychains have none */
  constructor(platform: NodeJS.Platform, systemVersion: string) {
    this.#description = { name: platformKeychainNames[platform] ?? platform, version: systemVersion, state: 'ready' }
  }

  prepare(): Promise<'unknown'> {
    return Promise.resolve('unknown')
  }

  describe(): Promise<Omit<KeychainDescription, 'notice'>> {
    return Promise.resolve(this.#description)
  }
}
