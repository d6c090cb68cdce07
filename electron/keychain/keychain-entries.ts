/** Accesses the entries of Clavis in the system's keychain, each a short text under an account. */
export interface KeychainEntries {
  /** Reads an entry; undefined if there is none. */
  get(account: string): Promise<string | undefined>
  /** Stores an entry, replacing an existing one. */
  set(account: string, text: string): Promise<void>
  /** Removes an entry and returns whether there was one. */
  remove(account: string): Promise<boolean>
  /** Lists the accounts of all entries. The system may ask the user for permission. */
  accounts(): Promise<string[]>
}
