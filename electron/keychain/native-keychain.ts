import { release } from 'node:os'
import type * as Keytar from 'keytar'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { keychainFailure } from './keychain-failure.ts'
import type { KeychainDescription } from './keychain.ts'
import type { SystemKeychain } from './system-keychain.ts'

interface Options {
  readonly service: string
  readonly platform: 'darwin' | 'win32'
  /** How long one call may take, milliseconds, including a prompt to the user. */
  readonly limit: number
}

const names = { darwin: 'macOS Keychain', win32: 'Windows Credential Manager' } as const

/**
 * Reads and writes entries of the macOS Keychain and the Windows Credential Manager, with a time limit.
 *
 * A call of the native library occupies a thread of Node's small pool and cannot be cancelled. While one hangs, further
 * calls are refused instead of taking the next thread, which would stop file access too.
 */
export class NativeKeychain implements SystemKeychain {
  readonly #options: Options
  #library: Promise<typeof Keytar> | undefined
  #hanging: Promise<unknown> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Does nothing: macOS and Windows report whether an entry is missing or locked. */
  prepare(): Promise<'unknown'> {
    return Promise.resolve('unknown')
  }

  /** Returns the name of the keychain, with the operating system's version: the keychains have none. */
  describe(): Promise<Omit<KeychainDescription, 'notice'>> {
    return Promise.resolve({ name: names[this.#options.platform], version: release(), state: 'ready' })
  }

  async get(account: string): Promise<string | undefined> {
    return (await this.#call((library, service) => library.getPassword(service, account))) ?? undefined
  }

  async set(account: string, text: string): Promise<void> {
    await this.#call((library, service) => library.setPassword(service, account, text))
  }

  remove(account: string): Promise<boolean> {
    return this.#call((library, service) => library.deletePassword(service, account))
  }

  async accounts(): Promise<string[]> {
    // The library returns the secrets too; they are dropped here.
    return (await this.#call((library, service) => library.findCredentials(service))).map(({ account }) => account)
  }

  async #call<T>(use: (library: typeof Keytar, service: string) => Promise<T>): Promise<T> {
    const { service, platform, limit } = this.#options
    if (this.#hanging !== undefined)
      throw new ClavisError('keychain-locked', 'The keychain is still busy with an earlier request.', {
        hint: 'Answer the keychain’s prompt, which may be behind other windows, and try again.',
      })
    this.#library ??= loadLibrary().catch((error: unknown) => {
      this.#library = undefined
      throw error
    })
    const call = use(await this.#library, service).catch((error: unknown) => {
      throw keychainFailure(error, platform)
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
    }, limit)
    try {
      return await Promise.race([call, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Loads the native library. @throws `keychain-unavailable` */
async function loadLibrary(): Promise<typeof Keytar> {
  try {
    return (await import('keytar')).default
  } catch (error) {
    throw new ClavisError('keychain-unavailable', 'The keychain library could not be loaded.', {
      hint: 'Reinstall Clavis.',
      cause: error,
    })
  }
}
