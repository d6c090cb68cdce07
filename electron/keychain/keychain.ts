import type { Transaction } from '../store/database.ts'
import type { Secret } from './secret.ts'

export interface KeychainDescription {
  /** `Secret Service`, `macOS Keychain`, `Windows Credential Manager`. */
  readonly name: string
  /** Version of the system, if the keychain is a part of it. */
  readonly version?: string
}

/** A secret in the keychain, without its content. */
export interface StoredSecret {
  readonly account: string
  /** Whether all of its entries are there and unchanged. Otherwise the secret is unreadable. */
  readonly isComplete: boolean
}

/**
 * Stores private keys, client secrets and proxy passwords in the operating system's keychain, their only place.
 * Every method throws a `ClavisError` with a `keychain-…` code and advice.
 */
export interface Keychain {
  /**
   * Reads a secret; undefined if the account has none.
   * @throws `keychain-entry-damaged` if an entry exists but is unreadable
   */
  read(account: string): Promise<Secret | undefined>
  /**
   * Stores a secret, replacing an existing one, reads it back and compares.
   * @param within the change that it belongs to; without one, it is a change of its own
   * @throws `keychain-entry-damaged` if the existing entry is unreadable: it is never overwritten
   */
  write(account: string, secret: Secret, within?: Transaction): Promise<void>
  /** Stores a secret as {@link write} does, also over a damaged one: for what a person enters again. */
  replace(account: string, secret: Secret, within?: Transaction): Promise<void>
  /** Removes a secret, even if it is damaged. Does nothing if there is none. */
  remove(account: string, within?: Transaction): Promise<void>
  /** Returns whether an account has a secret, without a prompt; undefined if the keychain can't say, as when it is locked. */
  has(account: string): Promise<boolean | undefined>
  /** Lists all secrets of Clavis. Touches every entry: macOS may ask for permission. */
  list(): Promise<StoredSecret[]>
  /** Describes the keychain without asking for a password. @throws `keychain-unavailable` */
  describe(): Promise<KeychainDescription>
}

/** Returns the account of a credential's private key (PKCS#8 DER). */
export function keyAccount(credentialId: string): string {
  return `key/${credentialId}`
}

/** Returns the account of what a credential's private key was stored for (decision 075). */
export function bindingAccount(credentialId: string): string {
  return `bound/${keyAccount(credentialId)}`
}

/** Removes a private key, and then what it was stored for. */
export async function removeKey(
  keychain: Pick<Keychain, 'remove'>,
  credentialId: string,
  within: Transaction,
): Promise<void> {
  await keychain.remove(keyAccount(credentialId), within)
  // Without its key it is for nothing: what is gone must not be called kept.
  await keychain.remove(bindingAccount(credentialId), within).catch(() => undefined)
}

/** Returns the credential whose private key an account is for; undefined for any other account. */
export function credentialIdOf(account: string): string | undefined {
  return account.startsWith('key/') ? account.slice('key/'.length) : undefined
}

/** Returns the account of a profile's client secret (UTF-8 text). */
export function clientSecretAccount(profileId: string): string {
  return `client-secret/${profileId}`
}

/** Returns the account of the password for a profile's custom proxy (UTF-8 text). */
export function proxyPasswordAccount(profileId: string): string {
  return `proxy-password/${profileId}`
}
