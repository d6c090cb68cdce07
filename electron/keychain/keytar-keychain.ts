import type { KeytarCall, KeytarResults } from './keytar-call.ts'

/** An entry of Clavis in the system's keychain, a short text under an account. */
export interface Entry {
  readonly account: string
  readonly text: string
}

/** Accesses the entries of Clavis in the system's keychain. The system may ask the user for a password each time. */
export interface SystemKeychain {
  readonly name: string
  /** Version of the system, if the keychain is a part of it. */
  readonly version?: string
  /** Whether reading all entries asks the person for each, as on macOS. */
  readonly asksForEach?: boolean
  /** Longest text of an entry, in characters; undefined if there is no limit that a secret reaches. */
  readonly maxLength?: number
  /** Checks that there is a keychain, without asking for a password. @throws `keychain-unavailable` */
  check(): Promise<void>
  /** Reads an entry; undefined if there is none, or if the keychain is locked and shows none. */
  get(account: string): Promise<string | undefined>
  /** Returns whether there is an entry; undefined if it is locked. Missing if the system may prompt for that. */
  has?(account: string): Promise<boolean | undefined>
  /** Stores an entry, replacing an existing one. */
  set(account: string, text: string): Promise<void>
  /** Removes an entry and returns whether there was one. */
  remove(account: string): Promise<boolean>
  /** Reads all entries. @throws `keychain-locked` if the keychain shows entries without their texts */
  entries(): Promise<readonly Entry[]>
}

/** Reads and writes entries with keytar; each system calls it in its own way. */
export abstract class KeytarKeychain implements SystemKeychain {
  abstract readonly name: string
  abstract check(): Promise<void>

  async get(account: string): Promise<string | undefined> {
    return (await this.call<'getPassword'>(['getPassword', account])) ?? undefined
  }

  async set(account: string, text: string): Promise<void> {
    await this.call<'setPassword'>(['setPassword', account, text])
  }

  remove(account: string): Promise<boolean> {
    return this.call<'deletePassword'>(['deletePassword', account])
  }

  async entries(): Promise<readonly Entry[]> {
    const found = await this.call<'findCredentials'>(['findCredentials'])
    return found.map(({ account, password }) => ({ account, text: password }))
  }

  /** Makes a call. @throws `keychain-…` */
  protected abstract call<Name extends keyof KeytarResults>(call: KeytarCall): Promise<KeytarResults[Name]>
}
