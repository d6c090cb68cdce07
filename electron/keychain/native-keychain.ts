import { ClavisError } from '../../shared/model/errors/error.ts'
import type { KeychainEntries } from './keychain-entries.ts'

/** The calls of the native keychain library that Clavis uses. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
  findCredentials(service: string): Promise<{ account: string; password: string }[]>
}

/** The library, loaded at its first use: a start of Clavis that needs no key does not touch it. */
export async function loadKeychainLibrary(): Promise<KeychainLibrary> {
  try {
    const { default: library } = await import('keytar')
    return library
  } catch (error) {
    throw new ClavisError(
      'keychain-unavailable',
      'The part of Clavis that talks to the keychain could not be loaded.',
      {
        hint: 'Install Clavis again.',
        cause: error,
      },
    )
  }
}

/**
 * Entries of the macOS Keychain and the Windows Credential Manager.
 *
 * Calls the native library with a time limit. Each of its calls occupies a thread of Node's small pool until the
 * keychain answers and cannot be cancelled; so while one hangs, further ones are refused at once instead of taking the
 * next thread, which would stop file access too.
 */
export class NativeKeychain implements KeychainEntries {
  readonly #load: () => Promise<KeychainLibrary>
  readonly #service: string
  readonly #limit: number
  readonly #translate: (error: unknown) => ClavisError
  #library: Promise<KeychainLibrary> | undefined
  #hanging: Promise<unknown> | undefined

  /**
   * @param options `limit`: how long one call may take, milliseconds; a person may have to answer a prompt in it.
   *   `translate`: what an error of the library means
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

  /** Answers whether there was one. */
  remove(account: string): Promise<boolean> {
    return this.#call((library) => library.deletePassword(this.#service, account))
  }

  async accounts(): Promise<string[]> {
    // The library hands out the texts with them; nothing here keeps those.
    return (await this.#call((library) => library.findCredentials(this.#service))).map(({ account }) => account)
  }

  async #call<T>(use: (library: KeychainLibrary) => Promise<T>): Promise<T> {
    if (this.#hanging !== undefined)
      throw new ClavisError('keychain-locked', 'The keychain has not answered an earlier request yet.', {
        hint: 'Look for the keychain’s own window, which may be behind others, answer it, and try again.',
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
        new ClavisError('keychain-locked', 'The keychain did not answer in time.', {
          hint: 'It may be waiting for a password in a window of its own: look for it, answer it, and try again.',
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
