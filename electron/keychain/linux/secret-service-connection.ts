import { ClavisError } from '../../../shared/model/errors/error.ts'
import { BusCallError, BusTimeoutError, BusUnavailableError, SessionBus } from '../dbus/session-bus.ts'
import { backendOfProcess, gnomeKeyring } from './keychain-backend.ts'
import { desktopRemedy, remedyWithoutBus, type DesktopRemedy } from './desktop-remedy.ts'
import { PromptDismissedError, SecretService } from './secret-service.ts'

/** Time limits, milliseconds. */
export interface SecretServiceLimits {
  /** For a call that shows no prompt. */
  readonly answer: number
  /** For the user to answer a prompt. */
  readonly prompt: number
}

/** D-Bus errors for a service that stopped during a call. */
const stoppedServiceErrors: readonly string[] = [
  'org.freedesktop.DBus.Error.NoReply',
  'org.freedesktop.DBus.Error.ServiceUnknown',
  'org.freedesktop.DBus.Error.NameHasNoOwner',
  'org.freedesktop.DBus.Error.Disconnected',
]

/**
 * How long an unused connection stays open, milliseconds. Storing a key takes several accesses, and GNOME Keyring 42 now and
 * then crashes while many clients come and go.
 */
const idleLimit = 250

/** After so many uses a connection is closed: the service keeps a session for each until then. */
const maxUses = 20

/** A collection or item is locked and was not unlocked. */
export class KeychainLockedError extends Error {
  override readonly name = 'KeychainLockedError'
}

/** Connects to the Secret Service of this session and translates its errors. */
export class SecretServiceConnection {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #limits: SecretServiceLimits
  readonly #remedy: DesktopRemedy
  #bus: Promise<SessionBus> | undefined
  /** Uses of the connection so far, and under way. */
  #uses = 0
  #users = 0
  #idle: NodeJS.Timeout | undefined

  constructor(env: Readonly<Record<string, string | undefined>>, limits: SecretServiceLimits) {
    this.#env = env
    this.#limits = limits
    this.#remedy = desktopRemedy(env)
  }

  /**
   * Starts the service if the bus can, and does work with it. The connection stays open for a moment after success.
   * @param work may throw {@link KeychainLockedError}
   * @throws `keychain-unavailable`, `keychain-locked`, `keychain-denied`
   */
  async use<T>(work: (service: SecretService) => Promise<T>): Promise<T> {
    let service: SecretService | undefined
    this.#users += 1
    clearTimeout(this.#idle)
    try {
      service = new SecretService(await this.#openBus(), this.#limits.prompt)
      if (!(await service.start()))
        throw new ClavisError('keychain-unavailable', 'This session has no keychain: no Secret Service is running.', {
          ...this.#remedy.missing,
        })
      return await work(service)
    } catch (error) {
      // What the failure left unfinished, such as a prompt, ends with the connection.
      this.#uses = maxUses
      if (error instanceof KeychainLockedError) throw await this.#locked(error.message, service)
      if (error instanceof BusCallError && error.errorName === 'org.freedesktop.Secret.Error.IsLocked')
        throw await this.#locked('The keychain is locked.', service)
      throw this.#translate(error)
    } finally {
      this.#users -= 1
      if (this.#users === 0) await this.#closeWhenIdle()
    }
  }

  /** Returns the open connection, or a new one. @throws BusTimeoutError, BusUnavailableError */
  async #openBus(): Promise<SessionBus> {
    if (this.#bus === undefined) {
      const opening = SessionBus.open(this.#env, this.#limits.answer)
      const forget = (): void => {
        if (this.#bus === opening) this.#bus = undefined
      }
      this.#bus = opening
      this.#uses = 0
      opening.then((bus) => bus.onEnd(forget), forget)
    }
    this.#uses += 1
    const bus = await this.#bus
    bus.setIdle(false)
    return bus
  }

  /** Closes the connection unless it is used again in time; at once after a failure or many uses. */
  async #closeWhenIdle(): Promise<void> {
    const bus = await this.#bus?.catch(() => undefined)
    if (bus === undefined || this.#users > 0) return
    const close = (): void => {
      this.#bus = undefined
      bus.close()
    }
    if (this.#uses >= maxUses) {
      close()
      return
    }
    bus.setIdle(true)
    this.#idle = setTimeout(close, idleLimit).unref()
  }

  async #locked(message: string, service: SecretService | undefined): Promise<ClavisError> {
    const processId = await service?.processId().catch(() => undefined)
    const { name } = await backendOfProcess(processId)
    const remedy = this.#remedy.locked(name === gnomeKeyring ? processId : undefined)
    return new ClavisError('keychain-locked', message, { ...remedy })
  }

  #translate(error: unknown): unknown {
    if (error instanceof BusTimeoutError)
      return new ClavisError('keychain-unavailable', 'The keychain is not responding.', {
        hint: 'Restart the keychain’s service, or log out and in, and try again.',
        cause: error,
      })
    if (error instanceof BusUnavailableError)
      return new ClavisError(
        'keychain-unavailable',
        'The keychain can’t be reached: this process has no D-Bus session.',
        { ...remedyWithoutBus, cause: error },
      )
    if (error instanceof PromptDismissedError)
      return new ClavisError('keychain-denied', 'Access to the keychain was denied.', {
        hint: 'Try again and allow access.',
        cause: error,
      })
    if (error instanceof BusCallError) {
      if (stoppedServiceErrors.includes(error.errorName))
        return new ClavisError('keychain-unavailable', 'The keychain stopped while in use.', {
          hint: 'Try again in a moment. Clavis reconnects automatically.',
          cause: error,
        })
      return new ClavisError('keychain-unavailable', `Keychain error: ${error.message}`, {
        hint: 'Restart the keychain, or log out and in, and try again.',
        cause: error,
      })
    }
    return error
  }
}
