import type { Secret } from './secret.ts'

/** Which keychain the machine offers now. */
export interface KeychainDescription {
  /** In people's words, e.g. `GNOME Keyring`, `macOS Keychain`, `Windows Credential Manager`. */
  readonly name: string
  /** The backend's or the system's version where it can be told. */
  readonly version?: string
  /** `missing`: no keychain answers on this machine; `locked`: it will ask for its password at the next use. */
  readonly state: 'ready' | 'locked' | 'missing'
  /** Set where Clavis stored secrets in another keychain before: what that means and what to do. */
  readonly notice?: string
}

/** A secret that the keychain holds, without its content. */
export interface StoredSecret {
  readonly account: string
  /** Whether it has a manifest: without one, its writing or removal was interrupted and nothing can read it. */
  readonly isComplete: boolean
}

/**
 * The operating system's keychain: the only place where private keys, client secrets and proxies’ passwords are kept (design, section 5).
 * Every method throws a `ClavisError` with a `keychain-…` code that says what to do.
 */
export interface Keychain {
  /**
   * Reads a secret; `undefined` where there is none under that account.
   * @throws `keychain-entry-damaged` where something is there that cannot be trusted
   */
  read(account: string): Promise<Secret | undefined>
  /**
   * Stores a secret in place of the one before, reads it back and compares.
   * @throws `keychain-entry-damaged` where an unreadable entry is there already: it is never overwritten
   */
  write(account: string, secret: Secret): Promise<void>
  /** Removes a secret, a damaged one too; nothing happens where there is none. */
  remove(account: string): Promise<void>
  /** Lists everything that Clavis keeps in the keychain. Touches every entry: macOS may ask for permission. */
  list(): Promise<StoredSecret[]>
  /** Says what the keychain is, without asking for a password. */
  describe(): Promise<KeychainDescription>
}

/** Where a credential's private key is kept (PKCS#8 DER). */
export function keyAccount(credentialId: string): string {
  return `key/${credentialId}`
}

/** The credential whose private key an account is for; undefined where it is for something else. */
export function credentialIdOf(account: string): string | undefined {
  return account.startsWith('key/') ? account.slice('key/'.length) : undefined
}

/** Where a profile's client secret is kept (UTF-8 text). */
export function clientSecretAccount(profileId: string): string {
  return `client-secret/${profileId}`
}

/** Where the password for a profile's own proxy is kept (UTF-8 text). */
export function proxyPasswordAccount(profileId: string): string {
  return `proxy-password/${profileId}`
}
