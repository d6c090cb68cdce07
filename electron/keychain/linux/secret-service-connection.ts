import { ClavisError } from '../../../shared/model/errors/error.ts'
import { BusCallError, BusTimeoutError, BusUnavailableError, SessionBus } from '../dbus/session-bus.ts'
import { backendOfProcess, gnomeKeyring } from './backend.ts'
import { desktopRemedy, type DesktopRemedy } from './desktop-remedy.ts'
import { PromptDismissedError, SecretService } from './secret-service.ts'

/** How long the keychain and the person may take, milliseconds. */
export interface SecretServiceLimits {
  /** For the service to answer a call that asks nobody anything. */
  readonly answer: number
  /** For a person to answer a prompt. */
  readonly prompt: number
}

/** Errors by which the bus says that the service ended while it was asked. */
const endedService: readonly string[] = [
  'org.freedesktop.DBus.Error.NoReply',
  'org.freedesktop.DBus.Error.ServiceUnknown',
  'org.freedesktop.DBus.Error.NameHasNoOwner',
  'org.freedesktop.DBus.Error.Disconnected',
]

/** Something that is needed is locked and stayed so. */
export class KeychainLockedError extends Error {
  override readonly name = 'KeychainLockedError'
}

/** Reaches the Secret Service that this session has now, and says in people's words why it cannot. */
export class SecretServiceConnection {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #limits: SecretServiceLimits
  readonly #remedy: DesktopRemedy

  constructor(env: Readonly<Record<string, string | undefined>>, limits: SecretServiceLimits) {
    this.#env = env
    this.#limits = limits
    this.#remedy = desktopRemedy(env)
  }

  /**
   * Opens a connection of its own, starts the service where the bus can, and closes the connection afterwards.
   * @param work may throw {@link KeychainLockedError}
   * @throws `keychain-unavailable`, `keychain-locked`, `keychain-denied`
   */
  async use<T>(work: (service: SecretService) => Promise<T>): Promise<T> {
    let bus: SessionBus | undefined
    let service: SecretService | undefined
    try {
      bus = await SessionBus.open(this.#env, this.#limits.answer)
      service = new SecretService(bus, this.#limits.prompt)
      if (!(await service.start()))
        throw new ClavisError('keychain-unavailable', 'This session has no keychain (no Secret Service answers).', {
          ...this.#remedy.missing,
        })
      return await work(service)
    } catch (error) {
      if (error instanceof KeychainLockedError) throw await this.#locked(error.message, service)
      if (error instanceof BusCallError && error.errorName === 'org.freedesktop.Secret.Error.IsLocked')
        throw await this.#locked('The keychain is locked.', service)
      throw this.#translate(error)
    } finally {
      bus?.close()
    }
  }

  async #locked(message: string, service: SecretService | undefined): Promise<ClavisError> {
    const processId = await service?.processId().catch(() => undefined)
    const { name } = await backendOfProcess(processId)
    const remedy = this.#remedy.locked(name === gnomeKeyring ? processId : undefined)
    return new ClavisError('keychain-locked', message, { ...remedy })
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
        { ...this.#remedy.withoutBus, cause: error },
      )
    if (error instanceof PromptDismissedError)
      return new ClavisError('keychain-denied', 'The keychain asked for permission and it was not given.', {
        hint: 'Try again and allow the access.',
        cause: error,
      })
    if (error instanceof BusCallError) {
      if (endedService.includes(error.errorName))
        return new ClavisError('keychain-unavailable', 'The keychain stopped while it was in use.', {
          hint: 'Try again in a moment. Clavis reconnects on its own.',
          cause: error,
        })
      return new ClavisError('keychain-unavailable', `The keychain failed: ${error.message}`, {
        hint: 'Restart the keychain or log out and in again, and try once more.',
        cause: error,
      })
    }
    return error
  }
}
