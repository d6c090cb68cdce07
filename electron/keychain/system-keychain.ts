import type { KeychainDescription } from './keychain.ts'

/** The operation that follows. `write` also needs a collection for new entries. */
export type AccessPurpose = 'read' | 'write' | 'remove'

/** The keychain, and whether it has a place for new entries: false only if the system says so. */
export type SystemDescription = Omit<KeychainDescription, 'notice'> & { readonly hasCollection?: boolean }

/** Accesses the entries of Clavis in the system's keychain, each a short text under an account. */
export interface SystemKeychain {
  /**
   * Makes sure that the keychain is available and unlocked before entries are accessed. The system may ask the user for a
   * password.
   * @param account undefined: all entries of Clavis
   * @returns whether the account has an entry; `unknown` if only a lookup can find out
   * @throws `keychain-unavailable`, `keychain-locked`
   */
  prepare(account: string | undefined, purpose: AccessPurpose): Promise<'present' | 'absent' | 'unknown'>
  /** Describes the keychain and its state without asking for a password. */
  describe(): Promise<SystemDescription>
  /** Reads an entry; undefined if there is none. */
  get(account: string): Promise<string | undefined>
  /** Stores an entry, replacing an existing one. */
  set(account: string, text: string): Promise<void>
  /** Removes an entry and returns whether there was one. */
  remove(account: string): Promise<boolean>
  /** Lists the accounts of all entries. The system may ask the user for permission. */
  accounts(): Promise<string[]>
}
