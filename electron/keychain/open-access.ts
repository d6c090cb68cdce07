import { platformKeychainNames } from './keychain-failure.ts'
import type { KeychainAccess } from './keychain-access.ts'
import type { KeychainDescription } from './keychain.ts'

/** macOS and Windows: their own calls say whether an entry is missing or locked, so nothing is asked before. */
export class OpenAccess implements KeychainAccess {
  readonly #description: Omit<KeychainDescription, 'notice'>

  /** @param systemVersion the operating system's version: their keychains have none of their own */
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
