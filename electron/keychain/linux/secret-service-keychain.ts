import { BusCallError } from '../dbus/session-bus.ts'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { AccessPurpose, SystemDescription, SystemKeychain } from '../system-keychain.ts'
import { backendOfProcess, type KeychainBackend } from './keychain-backend.ts'
import { KeychainLockedError, type SecretServiceConnection } from './secret-service-connection.ts'
import type { PromptOutcome, SecretService } from './secret-service.ts'
import { KeyExchange, SecretSession } from './secret-session.ts'

/** Schema of the entries of keytar and libsecret, so that each can read the other's. */
const schema = 'org.freedesktop.Secret.Generic'

/**
 * Reads and writes entries in the Secret Service. Each access opens a new connection, so a restarted service or bus
 * is used at once (libsecret stays with the first one, decision 068).
 */
export class SecretServiceKeychain implements SystemKeychain {
  readonly #connection: Pick<SecretServiceConnection, 'use'>
  readonly #service: string
  readonly #exchange = new KeyExchange()
  readonly #backends = new Map<number, KeychainBackend>()

  /** @param options `service`: the attribute that all of Clavis's entries carry */
  constructor(options: { readonly connection: Pick<SecretServiceConnection, 'use'>; readonly service: string }) {
    this.#connection = options.connection
    this.#service = options.service
  }

  /** Unlocks collections and items, because a lookup in a locked collection would return “not found”. */
  prepare(account: string | undefined, purpose: AccessPurpose): Promise<'present' | 'absent'> {
    return this.#connection.use(async (service) => {
      const attributes = this.#attributes(account)
      const collection = await service.defaultCollection()
      let found = await service.search(attributes)
      const hidden = found.unlocked.length + found.locked.length === 0

      // KeePassXC lists the items of a collection only once it is unlocked; writing needs it unlocked too.
      if (collection !== undefined && (hidden || purpose === 'write') && (await service.isLocked(collection)))
        requireUnlocked(await service.unlock([collection]))
      else if (collection === undefined && purpose === 'write') requireCreated(await service.createDefaultCollection())
      else if (collection === undefined && hidden) return 'absent'

      found = await service.search(attributes)
      if (found.locked.length > 0) {
        requireUnlocked(await service.unlock(found.locked))
        found = await service.search(attributes)
      }
      // Some services report success and leave items locked; they must not look missing.
      if (found.locked.length > 0) throw new KeychainLockedError('The keychain is still locked.')
      return found.unlocked.length > 0 ? 'present' : 'absent'
    })
  }

  describe(): Promise<SystemDescription> {
    return this.#connection.use(async (service) => {
      const backend = await this.#backend(service)
      const collection = await service.defaultCollection()
      const locked = collection === undefined || (await service.isLocked(collection))
      return {
        ...backend,
        state: locked ? 'locked' : 'ready',
        ...(collection === undefined ? { hasCollection: false } : {}),
      }
    })
  }

  get(account: string): Promise<string | undefined> {
    return this.#connection.use(async (service) => {
      const [item] = await this.#find(service, account)
      if (item === undefined) return undefined
      const session = await SecretSession.open(service, this.#exchange)
      const secret = await this.#unlessDeleted(service, item, () => service.readItem(item, session.path))
      return secret === undefined ? undefined : session.open(secret)
    })
  }

  set(account: string, text: string): Promise<void> {
    return this.#connection.use(async (service) => {
      const session = await SecretSession.open(service, this.#exchange)
      const secret = session.seal(text)
      const [item] = await this.#find(service, account)
      if (item !== undefined) return service.changeItem(item, secret)
      const attributes = { ...this.#attributes(account), 'xdg:schema': schema }
      return service.createItem(`${this.#service}/${account}`, attributes, secret)
    })
  }

  remove(account: string): Promise<boolean> {
    return this.#connection.use(async (service) => {
      const items = await this.#find(service, account)
      for (const item of items) await this.#unlessDeleted(service, item, () => service.deleteItem(item))
      return items.length > 0
    })
  }

  accounts(): Promise<string[]> {
    return this.#connection.use(async (service) => {
      const accounts: string[] = []
      for (const item of await this.#find(service, undefined)) {
        const attributes = await this.#unlessDeleted(service, item, () => service.itemAttributes(item))
        if (attributes?.['account'] !== undefined) accounts.push(attributes['account'])
      }
      return accounts
    })
  }

  /** Finds items. @throws KeychainLockedError if one was locked in the meantime: it must not look missing */
  async #find(service: SecretService, account: string | undefined): Promise<readonly string[]> {
    const { unlocked, locked } = await service.search(this.#attributes(account))
    if (locked.length > 0) throw new KeychainLockedError('The keychain was locked while in use.')
    return unlocked
  }

  /** Accesses an item; returns undefined if another process deleted it in the meantime. */
  async #unlessDeleted<T>(service: SecretService, item: string, access: () => Promise<T>): Promise<T | undefined> {
    try {
      return await access()
    } catch (error) {
      // Services report a deleted item with different errors, GNOME Keyring as an unknown method.
      if (!(error instanceof BusCallError) || (await this.#find(service, undefined)).includes(item)) throw error
      return undefined
    }
  }

  async #backend(service: SecretService): Promise<KeychainBackend> {
    const processId = await service.processId()
    const known = processId === undefined ? undefined : this.#backends.get(processId)
    const backend = known ?? (await backendOfProcess(processId))
    if (processId !== undefined) this.#backends.set(processId, backend)
    return backend
  }

  #attributes(account: string | undefined): Record<string, string> {
    return { service: this.#service, ...(account === undefined ? {} : { account }) }
  }
}

function requireUnlocked(outcome: PromptOutcome): void {
  if (outcome === 'dismissed') throw new KeychainLockedError('The keychain is locked.')
  if (outcome === 'unanswered') throw new KeychainLockedError('The keychain’s password prompt timed out.')
}

/** @throws `keychain-unavailable` */
function requireCreated(outcome: PromptOutcome): void {
  if (outcome === 'done') return
  throw new ClavisError('keychain-unavailable', 'The keychain has no keyring: it was deleted, or never created.', {
    hint: 'Create one in the keychain’s app, such as “Passwords and Keys”, and make it the default, or log out and in again. Then try again.',
  })
}
