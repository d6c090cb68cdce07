/** The single entries of the system's keychain under Clavis's service, each a short text under an account. */
export interface KeychainEntries {
  /** Reads an entry; undefined where there is none. */
  get(account: string): Promise<string | undefined>
  /** Stores an entry in place of the one before. */
  set(account: string, text: string): Promise<void>
  /** Removes an entry. Answers whether there was one. */
  remove(account: string): Promise<boolean>
  /** Lists the accounts of all entries. The system may ask the person for permission. */
  accounts(): Promise<string[]>
}
