import type { KeychainDescription } from './keychain.ts'

/** The operation that follows. `write` also needs a collection for new entries. */
export type AccessPurpose = 'read' | 'write' | 'remove'

/**
 * Makes sure that the keychain is available and unlocked before its entries are accessed. There is nothing to do if a
 * lookup itself reports these cases (macOS, Windows).
 */
export interface KeychainAccess {
  /**
   * Unlocks what is needed; the system may ask the user for a password.
   * @param account undefined: all entries of Clavis
   * @returns whether the account has an entry; `unknown` if only a lookup can find out
   * @throws `keychain-unavailable`, `keychain-locked`
   */
  prepare(account: string | undefined, purpose: AccessPurpose): Promise<'present' | 'absent' | 'unknown'>
  /** Describes the keychain and its state without asking for a password. */
  describe(): Promise<Omit<KeychainDescription, 'notice'>>
}
