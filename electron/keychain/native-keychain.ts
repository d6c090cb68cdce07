import { ClavisError } from '../../shared/model/errors/error.ts'
import type { KeychainEntries } from './keychain-entries.ts'

/** The part of the native keychain library that Clavis uses. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
  findCredentials(service: string): Promise<{ account: string; password: string }[]>
}

/** Loads the native library. @throws `keychain-unavailable` */
export async function loadKeychainLibrary(): Promise<KeychainLibrary> {
  try {
    const { default: library } = await import('keytar')
    return library
  } catch (error) {
    throw new ClavisError('keychain-unavailable', 'The keychain library could not be loaded.', {
      hint: 'Reinstall Clavis.',
      cause: error,
    })
  }
}

/**
 * Reads and writes entries of the macOS Keychain and the Windows Credential Manager, with a time limit.
 *
 * A call of the native library occupies a thread of Node's small pool and cannot be cancelled. While one hangs, further
 * calls are refused instead of taking the next thread, which would stop file access too.
 */
export class NativeKeychain implements KeychainEntries {
  readonly #load: () => Promise<KeychainLibrary>
  readonly #service: string
  readonly #limit: number
  readonly #translate: (error: unknown) => ClavisError
  #library: Promise<KeychainLibrary> | undefined
  #hanging: Promise<unknown> | undefined

  /**
   * @param options `limit`: how long one call may take, milliseconds, including a prompt to the user.
   *   `translate`: maps an error of the library
   */
  constructor(options: {
    readonly load: () => Promise<KeychainLibrary>
    readonly service: string
    readonly limit: number
    readonly translate: (error: unknown) => ClavisError
  }) {
    this.#load = options.load
    this.#service = options.service
    this.#limit = options.limit
    this.#translate = options.translate
  }

  async get(account: string): Promise<string | undefined> {
    return (await this.#call((library) => library.getPassword(this.#service, account))) ?? undefined
  }

  async set(account: string, text: string): Promise<void> {
    await this.#call((library) => library.setPassword(this.#service, account, text))
  }

  remove(account: string): Promise<boolean> {
    return this.#call((library) => library.deletePassword(this.#service, account))
  }

  async accounts(): Promise<string[]> {
    // The library returns the secrets too; they are dropped here.
    return (await this.#call((library) => library.findCredentials(this.#service))).map(({ account }) => account)
  }

  async #call<T>(use: (library: KeychainLibrary) => Promise<T>): Promise<T> {
    if (this.#hanging !== undefined)
      throw new ClavisError('keychain-locked', 'The keychain is still busy with an earlier request.', {
        hint: 'Answer the keychain’s prompt, which may be behind other windows, and try again.',
      })
    this.#library ??= this.#load().catch((error: unknown) => {
      this.#library = undefined
      throw error
    })
    const call = use(await this.#library).catch((error: unknown) => {
      throw this.#translate(error)
    })
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      this.#hanging = call
      const forget = (): void => {
        this.#hanging = undefined
      }
      call.then(forget, forget)
      reject(
        new ClavisError('keychain-locked', 'The keychain did not respond in time.', {
          hint: 'It may be waiting for a password. Answer its prompt, which may be behind other windows, and try again.',
        }),
      )
    }, this.#limit)
    try {
      return await Promise.race([call, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
