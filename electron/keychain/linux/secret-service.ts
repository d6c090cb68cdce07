import { setTimeout as wait } from 'node:timers/promises'
import { BusCallError, type SessionBus } from '../dbus/session-bus.ts'
import type { Variant, WireValue } from '../dbus/wire-format.ts'

/** The Secret Service's well-known name (freedesktop.org Secret Service API, draft 0.2). */
export const secretServiceName = 'org.freedesktop.secrets'
const servicePath = '/org/freedesktop/secrets'
const serviceInterface = 'org.freedesktop.Secret.Service'
const collectionInterface = 'org.freedesktop.Secret.Collection'
const itemInterface = 'org.freedesktop.Secret.Item'
const propertiesInterface = 'org.freedesktop.DBus.Properties'
const promptInterface = 'org.freedesktop.Secret.Prompt'
/** Alias of the default collection. */
const defaultPath = '/org/freedesktop/secrets/aliases/default'
/** The path that stands for “none”. */
const nothing = '/'

const unknownMethod = 'org.freedesktop.DBus.Error.UnknownMethod'
/** Retries of a call that fails with `UnknownMethod`, and the pause before the first one; it doubles each time. */
const maxRepeats = 5
const firstPauseMs = 20

/** The user dismissed the service's prompt, or it timed out. */
export class PromptDismissedError extends Error {
  override readonly name = 'PromptDismissedError'
}

/** The part of a session bus that is used here. */
type Bus = Pick<SessionBus, 'call' | 'callBus' | 'onSignal'>

/** How a prompt ended. */
export type PromptOutcome = 'done' | 'dismissed' | 'unanswered'

/** Items with the requested attributes, by lock state. */
export interface FoundItems {
  readonly unlocked: readonly string[]
  readonly locked: readonly string[]
}

/**
 * Calls the part of the Secret Service API that Clavis uses. Unlike keytar's lookup, it distinguishes missing from
 * locked items and reports whether there is a default collection.
 */
export class SecretService {
  readonly #bus: Bus
  readonly #promptLimit: number

  /** @param promptLimit how long the user may take to answer a prompt, milliseconds */
  constructor(bus: Bus, promptLimit: number) {
    this.#bus = bus
    this.#promptLimit = promptLimit
  }

  /** Starts the Secret Service if none is running, and returns whether one runs. */
  async start(): Promise<boolean> {
    if (await this.#isOwned()) return true
    const [activatable] = await this.#bus.callBus('ListActivatableNames', '', [])
    if (!Array.isArray(activatable) || !activatable.includes(secretServiceName)) return false
    // 0: no flags. The reply arrives once the service owns its name.
    await this.#bus.callBus('StartServiceByName', 'su', [secretServiceName, 0])
    return this.#isOwned()
  }

  /** Returns the id of the process that provides the Secret Service. */
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
   * Returns the collection for new items; undefined if there is none. Asks twice: about once in a thousand calls
   * GNOME Keyring 42 wrongly reports none while other programs connect, and a second collection would be created.
   */
  async defaultCollection(): Promise<string | undefined> {
    return (await this.#readDefault()) ?? (await this.#readDefault())
  }

  async #readDefault(): Promise<string | undefined> {
    const [path] = await this.#call(servicePath, serviceInterface, 'ReadAlias', 's', ['default'])
    return typeof path === 'string' && path !== nothing ? path : undefined
  }

  async isLocked(collection: string): Promise<boolean> {
    const [answer] = await this.#call(collection, propertiesInterface, 'Get', 'ss', [collectionInterface, 'Locked'])
    return valueOf(answer) === true
  }

  /** Unlocks collections or items; the service may ask the user for a password. */
  async unlock(objects: readonly string[]): Promise<PromptOutcome> {
    const [unlocked, prompt] = await this.#call(servicePath, serviceInterface, 'Unlock', 'ao', [objects])
    if (typeof prompt === 'string' && prompt !== nothing) return this.#prompt(prompt)
    return paths(unlocked).length === objects.length ? 'done' : 'dismissed'
  }

  /** Creates the default collection; the service asks the user for its password. */
  async createDefaultCollection(): Promise<PromptOutcome> {
    const label = { signature: 's', value: 'Default keyring' }
    const [collection, prompt] = await this.#call(servicePath, serviceInterface, 'CreateCollection', 'a{sv}s', [
      [[`${collectionInterface}.Label`, label]],
      'default',
    ])
    if (typeof prompt === 'string' && prompt !== nothing) return this.#prompt(prompt)
    return typeof collection === 'string' && collection !== nothing ? 'done' : 'dismissed'
  }

  /** Opens a session for transferring secrets. Returns its path and the service's half of the key exchange. */
  async openSession(algorithm: string, input: Variant): Promise<{ path: string; output: WireValue | undefined }> {
    const [output, path] = await this.#call(servicePath, serviceInterface, 'OpenSession', 'sv', [algorithm, input])
    return { path: typeof path === 'string' ? path : nothing, output: valueOf(output) }
  }

  /** Reads an item's secret, a `(oayays)` struct. */
  async readItem(item: string, session: string): Promise<WireValue | undefined> {
    const [secret] = await this.#call(item, itemInterface, 'GetSecret', 'o', [session])
    return secret
  }

  /** Replaces the secret of an item. */
  async changeItem(item: string, secret: WireValue): Promise<void> {
    await this.#call(item, itemInterface, 'SetSecret', '(oayays)', [secret])
  }

  /** Creates an item in the default collection, replacing one with the same attributes. */
  async createItem(label: string, attributes: Readonly<Record<string, string>>, secret: WireValue): Promise<void> {
    const properties: WireValue = [
      [`${itemInterface}.Label`, { signature: 's', value: label }],
      [`${itemInterface}.Attributes`, { signature: 'a{ss}', value: Object.entries(attributes) }],
    ]
    const [, prompt] = await this.#call(defaultPath, collectionInterface, 'CreateItem', 'a{sv}(oayays)b', [
      properties,
      secret,
      true,
    ])
    await this.#finish(prompt)
  }

  async deleteItem(item: string): Promise<void> {
    const [prompt] = await this.#call(item, itemInterface, 'Delete', '', [])
    await this.#finish(prompt)
  }

  /** Reads an item's attributes. */
  async itemAttributes(item: string): Promise<Readonly<Partial<Record<string, string>>>> {
    const [answer] = await this.#call(item, propertiesInterface, 'Get', 'ss', [itemInterface, 'Attributes'])
    const entries = valueOf(answer)
    return Object.fromEntries(Array.isArray(entries) ? (entries as readonly (readonly [string, string])[]) : [])
  }

  /** Shows the prompt by which some services confirm a change. */
  async #finish(prompt: WireValue | undefined): Promise<void> {
    if (typeof prompt !== 'string' || prompt === nothing) return
    if ((await this.#prompt(prompt)) !== 'done') throw new PromptDismissedError('The keychain’s prompt was dismissed.')
  }

  async #prompt(path: string): Promise<PromptOutcome> {
    const { promise, resolve } = Promise.withResolvers<PromptOutcome>()
    // Subscribe first, so that a prompt that completes at once is not missed.
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
        // The service can't prompt now, for example because an earlier prompt is still open.
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

  /**
   * Calls a method of the service. About once in a thousand calls, while other programs connect, GNOME Keyring 42 fails
   * with `UnknownMethod` without executing the call, so the call is repeated.
   */
  async #call(
    path: string,
    interfaceName: string,
    member: string,
    signature: string,
    values: readonly WireValue[],
  ): Promise<readonly WireValue[]> {
    const method = { destination: secretServiceName, path, interface: interfaceName, member, signature }
    for (let failed = 0; ; failed += 1)
      try {
        return await this.#bus.call(method, values)
      } catch (error) {
        if (!(error instanceof BusCallError) || error.errorName !== unknownMethod || failed === maxRepeats) throw error
        await wait(firstPauseMs * 2 ** failed)
      }
  }
}

/** Returns the value of a variant. */
function valueOf(answer: WireValue | undefined): WireValue | undefined {
  return typeof answer === 'object' && 'value' in answer ? answer.value : undefined
}

function paths(value: WireValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((path): path is string => typeof path === 'string') : []
}
