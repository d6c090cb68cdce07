import { ClavisError } from '#shared/errors.ts'
import type { Keychain, KeychainDescription, StoredSecret } from './keychain.ts'
import type { Secret } from './secret.ts'

/**
 * Holds secrets in memory alone: those of a backup that stands in for the operating system's keychain. It is filled,
 * sealed, and wiped at the end.
 */
export class MemoryKeychain implements Keychain {
  readonly #secrets = new Map<string, Secret>()
  #isSealed = false

  read(account: string): Promise<Secret | undefined> {
    return Promise.resolve(this.#secrets.get(account)?.copy())
  }

  /** @throws `input-invalid` once it is sealed, as the other changes do */
  async write(account: string, secret: Secret): Promise<void> {
    await this.remove(account)
    this.#secrets.set(account, secret.copy())
  }

  replace(account: string, secret: Secret): Promise<void> {
    return this.write(account, secret)
  }

  remove(account: string): Promise<void> {
    if (this.#isSealed) return Promise.reject(sealed())
    this.#secrets.get(account)?.wipe()
    this.#secrets.delete(account)
    return Promise.resolve()
  }

  has(account: string): Promise<boolean> {
    return Promise.resolve(this.#secrets.has(account))
  }

  list(): Promise<StoredSecret[]> {
    return Promise.resolve([...this.#secrets.keys()].map((account) => ({ account, isComplete: true })))
  }

  describe(): Promise<KeychainDescription> {
    return Promise.resolve({ name: 'The backup in memory' })
  }

  /** Makes every later change fail. */
  seal(): void {
    this.#isSealed = true
  }

  /** Overwrites and forgets all secrets. */
  wipe(): void {
    for (const secret of this.#secrets.values()) secret.wipe()
    this.#secrets.clear()
  }
}

function sealed(): ClavisError {
  return new ClavisError('input-invalid', 'Secrets of a backup can’t be changed. Nothing was changed.', {
    hint: 'Change them where the profiles are kept, and create a new backup there.',
  })
}
