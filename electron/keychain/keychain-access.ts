import type { KeychainDescription } from './keychain.ts'

/** What a keychain is about to be asked for; `write` needs a place for new entries too. */
export type AccessPurpose = 'read' | 'write' | 'remove'

/**
 * Makes sure, before its entries are accessed, that the keychain is there and unlocked. Where a plain look-up tells
 * these cases apart by itself (macOS, Windows) there is nothing to do.
 */
export interface KeychainAccess {
  /**
   * Unlocks what is needed, asking the person where the system does so.
   * @param account undefined: all of Clavis's entries
   * @returns whether there is an entry under the account; `unknown` where only the look-up itself can tell
   * @throws `keychain-unavailable`, `keychain-locked`
   */
  prepare(account: string | undefined, purpose: AccessPurpose): Promise<'present' | 'absent' | 'unknown'>
  /** What the keychain is and how it stands, without asking for a password. */
  describe(): Promise<Omit<KeychainDescription, 'notice'>>
}
