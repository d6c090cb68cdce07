import type { KeychainEntries } from '../keychain-entries.ts'
import { KeychainLockedError, type SecretServiceConnection } from './secret-service-connection.ts'
import type { SecretService } from './secret-service.ts'
import { KeyExchange, SecretSession } from './secret-session.ts'

/** Schema of the entries of keytar and libsecret, so that each can read the other's. */
const schema = 'org.freedesktop.Secret.Generic'

/**
 * Reads and writes entries in the Secret Service. Each access opens a new connection, so a restarted service or bus
 * is used at once (libsecret stays with the first one, decision 068). Nothing is unlocked here: `KeychainAccess` does.
 */
export class SecretServiceEntries implements KeychainEntries {
  readonly #connection: SecretServiceConnection
  readonly #service: string
  readonly #exchange = new KeyExchange()

  /** @param options `service`: the attribute that all of Clavis's entries carry */
  constructor(options: { readonly connection: SecretServiceConnection; readonly service: string }) {
    this.#connection = options.connection
    this.#service = options.service
  }

  get(account: string): Promise<string | undefined> {
    return this.#connection.use(async (service) => {
      const [item] = await this.#find(service, this.#attributes(account))
      if (item === undefined) return undefined
      const session = await SecretSession.open(service, this.#exchange)
      return session.open(await service.readItem(item, session.path))
    })
  }

  set(account: string, text: string): Promise<void> {
    return this.#connection.use(async (service) => {
      const session = await SecretSession.open(service, this.#exchange)
      const secret = session.seal(text)
      const [item] = await this.#find(service, this.#attributes(account))
      if (item !== undefined) await service.changeItem(item, secret)
      else
        await service.createItem(
          `${this.#service}/${account}`,
          { ...this.#attributes(account), 'xdg:schema': schema },
          secret,
        )
    })
  }

  remove(account: string): Promise<boolean> {
    return this.#connection.use(async (service) => {
      const items = await this.#find(service, this.#attributes(account))
      for (const item of items) await service.deleteItem(item)
      return items.length > 0
    })
  }

  accounts(): Promise<string[]> {
    return this.#connection.use(async (service) => {
      const accounts: string[] = []
      for (const item of await this.#find(service, { service: this.#service })) {
        const { account } = await service.itemAttributes(item)
        if (account !== undefined) accounts.push(account)
      }
      return accounts
    })
  }

  /** Finds items. @throws KeychainLockedError if one was locked in the meantime: it must not look missing */
  async #find(service: SecretService, attributes: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const { unlocked, locked } = await service.search(attributes)
    if (locked.length > 0) throw new KeychainLockedError('The keychain was locked while in use.')
    return unlocked
  }

  #attributes(account: string): Record<string, string> {
    return { service: this.#service, account }
  }
}
