import { release } from 'node:os'
import type * as Keytar from 'keytar'
import { ClavisError } from '#shared/errors.ts'
import { keychainFailure } from './keychain-failure.ts'
import { callKeytar, loadKeytar, type KeytarCall, type KeytarResults } from './keytar-call.ts'
import { KeytarKeychain } from './keytar-keychain.ts'

interface Options {
  readonly platform: 'darwin' | 'win32'
  /** How long one call may take, milliseconds, including a prompt to the user. */
  readonly limitMs: number
}

const names = { darwin: 'macOS Keychain', win32: 'Windows Credential Manager' } as const

/**
 * Reads and writes entries of the macOS Keychain and the Windows Credential Manager, with a time limit.
 *
 * A call of the native library occupies a thread of Node's small pool and cannot be cancelled. While one hangs, further
 * calls are refused instead of taking the next thread, which would stop file access too.
 */
export class NativeKeychain extends KeytarKeychain {
  readonly name: string
  readonly version = release()
  readonly asksForEach: boolean
  /** Windows takes 2,560 bytes for an entry (`CRED_MAX_CREDENTIAL_BLOB_SIZE`). */
  readonly maxLength?: number
  readonly #options: Options
  #library: Promise<typeof Keytar> | undefined
  #hanging: Promise<unknown> | undefined

  constructor(options: Options) {
    super()
    this.#options = options
    this.name = names[options.platform]
    this.asksForEach = options.platform === 'darwin'
    if (options.platform === 'win32') this.maxLength = 2560
  }

  /** Does nothing: both are parts of their system. */
  check(): Promise<void> {
    return Promise.resolve()
  }

  async has(account: string): Promise<boolean | undefined> {
    // macOS may ask the person before it answers.
    return this.asksForEach ? undefined : (await this.get(account)) !== undefined
  }

  protected async call<Name extends keyof KeytarResults>(keytarCall: KeytarCall): Promise<KeytarResults[Name]> {
    const { platform, limitMs } = this.#options
    if (this.#hanging !== undefined)
      throw new ClavisError('keychain-locked', 'The keychain is still busy with an earlier request.', {
        hint: 'Answer the keychain’s prompt, which may be behind other windows, and try again.',
      })
    this.#library ??= loadKeytar().catch((error: unknown) => {
      this.#library = undefined
      throw new ClavisError('keychain-unavailable', 'The keychain library could not be loaded.', {
        hint: 'Reinstall Clavis.',
        cause: error,
      })
    })
    const call = callKeytar(await this.#library, keytarCall).catch((error: unknown) => {
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
    }, limitMs)
    try {
      return (await Promise.race([call, late])) as KeytarResults[Name]
    } finally {
      clearTimeout(timer)
    }
  }
}
