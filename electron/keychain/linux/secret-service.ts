import { BusCallError, type SessionBus } from '../dbus/session-bus.ts'
import type { WireValue } from '../dbus/wire-format.ts'

/** The Secret Service's well-known name (freedesktop.org Secret Service API, draft 0.2). */
export const secretServiceName = 'org.freedesktop.secrets'
const servicePath = '/org/freedesktop/secrets'
const serviceInterface = 'org.freedesktop.Secret.Service'
const collectionInterface = 'org.freedesktop.Secret.Collection'
const promptInterface = 'org.freedesktop.Secret.Prompt'
/** The path that stands for “none”. */
const nothing = '/'

/** What of a session bus is used here. */
type Bus = Pick<SessionBus, 'call' | 'callBus' | 'onSignal'>

/** How a prompt ended. */
export type PromptOutcome = 'done' | 'dismissed' | 'unanswered'

/** Items that carry the asked attributes, by whether they can be read now. */
export interface FoundItems {
  readonly unlocked: readonly string[]
  readonly locked: readonly string[]
}

/**
 * The part of the Secret Service API that tells what a plain look-up does not: whether an item is missing or only
 * locked, and whether there is a default collection at all. Secrets themselves do not travel here.
 */
export class SecretService {
  readonly #bus: Bus
  readonly #promptLimit: number

  /** @param promptLimit how long a person may take to answer a prompt, milliseconds */
  constructor(bus: Bus, promptLimit: number) {
    this.#bus = bus
    this.#promptLimit = promptLimit
  }

  /** Whether a Secret Service runs or the bus can start one; starts it then. */
  async start(): Promise<boolean> {
    if (await this.#isOwned()) return true
    const [activatable] = await this.#bus.callBus('ListActivatableNames', '', [])
    if (!Array.isArray(activatable) || !activatable.includes(secretServiceName)) return false
    // 0: no flags. The answer comes once the service has taken its name.
    await this.#bus.callBus('StartServiceByName', 'su', [secretServiceName, 0])
    return this.#isOwned()
  }

  /** The process that provides the Secret Service. */
  async processId(): Promise<number | undefined> {
    const [id] = await this.#bus.callBus('GetConnectionUnixProcessID', 's', [secretServiceName])
    return typeof id === 'number' ? id : undefined
  }

  /** Finds items by their attributes, without any prompt. */
  async search(attributes: Readonly<Record<string, string>>): Promise<FoundItems> {
    const [unlocked, locked] = await this.#call(servicePath, serviceInterface, 'SearchItems', 'a{ss}', [
      Object.entries(attributes),
    ])
    return { unlocked: paths(unlocked), locked: paths(locked) }
  }

  /**
   * The collection that new items go to; undefined where none was chosen. That is asked twice: once in some thousand times
   * GNOME Keyring 42 says that there is none while other programs come and go, and a new one is made with a new password.
   */
  async defaultCollection(): Promise<string | undefined> {
    return (await this.#readDefault()) ?? (await this.#readDefault())
  }

  async #readDefault(): Promise<string | undefined> {
    const [path] = await this.#call(servicePath, serviceInterface, 'ReadAlias', 's', ['default'])
    return typeof path === 'string' && path !== nothing ? path : undefined
  }

  async isLocked(collection: string): Promise<boolean> {
    const [answer] = await this.#call(collection, 'org.freedesktop.DBus.Properties', 'Get', 'ss', [
      collectionInterface,
      'Locked',
    ])
    return typeof answer === 'object' && 'value' in answer && answer.value === true
  }

  /** Unlocks collections or items; the service may ask the person for a password. */
  async unlock(objects: readonly string[]): Promise<PromptOutcome> {
    const [unlocked, prompt] = await this.#call(servicePath, serviceInterface, 'Unlock', 'ao', [objects])
    if (typeof prompt === 'string' && prompt !== nothing) return this.#prompt(prompt)
    return paths(unlocked).length === objects.length ? 'done' : 'dismissed'
  }

  /** Makes the default collection; the service asks the person for its password. */
  async createDefaultCollection(): Promise<PromptOutcome> {
    const label = { signature: 's', value: 'Default keyring' }
    const [collection, prompt] = await this.#call(servicePath, serviceInterface, 'CreateCollection', 'a{sv}s', [
      [[`${collectionInterface}.Label`, label]],
      'default',
    ])
    if (typeof prompt === 'string' && prompt !== nothing) return this.#prompt(prompt)
    return typeof collection === 'string' && collection !== nothing ? 'done' : 'dismissed'
  }

  async #prompt(path: string): Promise<PromptOutcome> {
    const { promise, resolve } = Promise.withResolvers<PromptOutcome>()
    // Heard before it is asked, so that a prompt that ends at once is not missed.
    const unsubscribe = this.#bus.onSignal((signal) => {
      if (signal.path === path && signal.interface === promptInterface && signal.member === 'Completed')
        resolve(signal.body[0] === true ? 'dismissed' : 'done')
    })
    const timer = setTimeout(() => resolve('unanswered'), this.#promptLimit)
    try {
      await this.#bus.callBus('AddMatch', 's', [
        `type='signal',sender='${secretServiceName}',interface='${promptInterface}',path='${path}'`,
      ])
      // The empty window id: Clavis does not know its window's id on every desktop.
      try {
        await this.#call(path, promptInterface, 'Prompt', 's', [''])
      } catch (error) {
        // It cannot ask now, for example because an earlier prompt is still open: the keychain stays locked.
        if (error instanceof BusCallError) return 'dismissed'
        throw error
      }
      const outcome = await promise
      if (outcome === 'unanswered') await this.#call(path, promptInterface, 'Dismiss', '', []).catch(() => undefined)
      return outcome
    } finally {
      clearTimeout(timer)
      unsubscribe()
    }
  }

  async #isOwned(): Promise<boolean> {
    const [owned] = await this.#bus.callBus('NameHasOwner', 's', [secretServiceName])
    return owned === true
  }

  #call(
    path: string,
    interfaceName: string,
    member: string,
    signature: string,
    values: readonly WireValue[],
  ): Promise<readonly WireValue[]> {
    return this.#bus.call({ destination: secretServiceName, path, interface: interfaceName, member, signature }, values)
  }
}

function paths(value: WireValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((path): path is string => typeof path === 'string') : []
}
