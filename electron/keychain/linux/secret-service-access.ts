import { ClavisError } from '../../../shared/model/error.ts'
import { BusCallError, BusTimeoutError, BusUnavailableError, SessionBus } from '../dbus/session-bus.ts'
import type { AccessPurpose, KeychainAccess } from '../keychain-access.ts'
import type { KeychainDescription } from '../keychain.ts'
import { backendOfProcess, type Backend } from './backend.ts'
import { desktopRemedy, type DesktopRemedy } from './desktop-remedy.ts'
import { SecretService, type PromptOutcome } from './secret-service.ts'

/** How long the keychain and the person may take, milliseconds. */
export interface SecretServiceLimits {
  /** For the service to answer a call that asks nobody anything. */
  readonly answer: number
  /** For a person to answer a prompt. */
  readonly prompt: number
}

/**
 * Looks at the Secret Service before libsecret is called. Three of its traps make that necessary: a look-up in a locked
 * collection answers “not found” when its prompt is dismissed or cannot be shown; without a service it may wait for an
 * activation that never comes; and its own prompt blocks a thread for as long as nobody answers.
 */
export class SecretServiceAccess implements KeychainAccess {
  readonly #service: string
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #limits: SecretServiceLimits
  readonly #remedy: DesktopRemedy
  readonly #backends = new Map<number, Backend>()

  /** @param options `service`: the attribute that all of Clavis's items carry */
  constructor(options: {
    readonly service: string
    readonly env: Readonly<Record<string, string | undefined>>
    readonly limits: SecretServiceLimits
  }) {
    this.#service = options.service
    this.#env = options.env
    this.#limits = options.limits
    this.#remedy = desktopRemedy(options.env)
  }

  prepare(account: string, purpose: AccessPurpose): Promise<'present' | 'absent'> {
    return this.#withService(async (service) => {
      const attributes = { service: this.#service, account }
      const collection = await service.defaultCollection()
      let found = await service.search(attributes)
      const hidden = found.unlocked.length + found.locked.length === 0

      // Some services (KeePassXC) show a locked collection's items only once it is open. New items need it open too.
      if (collection !== undefined && (hidden || purpose === 'write') && (await service.isLocked(collection)))
        this.#check(await service.unlock([collection]))
      else if (collection === undefined && purpose === 'write') this.#check(await service.createDefaultCollection())
      else if (collection === undefined && hidden) return 'absent'

      found = await service.search(attributes)
      if (found.locked.length > 0) {
        this.#check(await service.unlock(found.locked))
        found = await service.search(attributes)
      }
      // Some services say “done” and leave it locked; reading on would make a secret look as if it were missing.
      if (found.locked.length > 0) throw this.#locked('The keychain is still locked.')
      return found.unlocked.length > 0 ? 'present' : 'absent'
    })
  }

  describe(): Promise<Omit<KeychainDescription, 'notice'>> {
    return this.#withService(async (service) => {
      const backend = await this.#backend(service)
      const collection = await service.defaultCollection()
      const locked = collection === undefined || (await service.isLocked(collection))
      return { ...backend, state: locked ? 'locked' : 'ready' }
    })
  }

  async #backend(service: SecretService): Promise<Backend> {
    const processId = await service.processId()
    const known = processId === undefined ? undefined : this.#backends.get(processId)
    const backend = known ?? (await backendOfProcess(processId))
    if (processId !== undefined) this.#backends.set(processId, backend)
    return backend
  }

  #check(outcome: PromptOutcome): void {
    if (outcome === 'dismissed') throw this.#locked('The keychain is locked and was not unlocked.')
    if (outcome === 'unanswered') throw this.#locked('The keychain asked for its password and nobody answered.')
  }

  #locked(message: string): ClavisError {
    return new ClavisError('keychain-locked', message, { hint: this.#remedy.locked })
  }

  async #withService<T>(use: (service: SecretService) => Promise<T>): Promise<T> {
    let bus: SessionBus | undefined
    try {
      bus = await SessionBus.open(this.#env, this.#limits.answer)
      const service = new SecretService(bus, this.#limits.prompt)
      if (!(await service.start()))
        throw new ClavisError('keychain-unavailable', 'This session has no keychain (no Secret Service answers).', {
          hint: this.#remedy.missing,
        })
      return await use(service)
    } catch (error) {
      throw this.#translate(error)
    } finally {
      bus?.close()
    }
  }

  #translate(error: unknown): unknown {
    if (error instanceof BusTimeoutError)
      return new ClavisError('keychain-unavailable', 'The keychain does not answer.', {
        hint: 'Log out and in again, or restart the keychain’s service, and try once more.',
        cause: error,
      })
    if (error instanceof BusUnavailableError)
      return new ClavisError(
        'keychain-unavailable',
        'There is no keychain here: this process has no D-Bus session, which the keychain answers on.',
        { hint: this.#remedy.missing, cause: error },
      )
    if (error instanceof BusCallError) {
      if (error.errorName === 'org.freedesktop.Secret.Error.IsLocked') return this.#locked('The keychain is locked.')
      return new ClavisError('keychain-unavailable', `The keychain failed: ${error.message}`, {
        hint: this.#remedy.missing,
        cause: error,
      })
    }
    return error
  }
}
