import type { KeytarCall, KeytarResults } from './keytar-call.ts'
import type { Entry, SystemKeychain } from './system-keychain.ts'

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
