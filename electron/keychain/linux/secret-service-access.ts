import type { AccessPurpose, KeychainAccess } from '../keychain-access.ts'
import type { KeychainDescription } from '../keychain.ts'
import { backendOfProcess, type Backend } from './backend.ts'
import { KeychainLockedError, type SecretServiceConnection } from './secret-service-connection.ts'
import type { PromptOutcome, SecretService } from './secret-service.ts'

/**
 * Unlocks collections and items before they are accessed: a lookup in a locked collection would return “not found”.
 */
export class SecretServiceAccess implements KeychainAccess {
  readonly #connection: SecretServiceConnection
  readonly #service: string
  readonly #backends = new Map<number, Backend>()

  /** @param options `service`: the attribute of all items of Clavis */
  constructor(options: { readonly connection: SecretServiceConnection; readonly service: string }) {
    this.#connection = options.connection
    this.#service = options.service
  }

  prepare(account: string | undefined, purpose: AccessPurpose): Promise<'present' | 'absent'> {
    return this.#connection.use(async (service) => {
      const attributes = { service: this.#service, ...(account === undefined ? {} : { account }) }
      const collection = await service.defaultCollection()
      let found = await service.search(attributes)
      const hidden = found.unlocked.length + found.locked.length === 0

      // KeePassXC lists the items of a collection only once it is unlocked; writing needs it unlocked too.
      if (collection !== undefined && (hidden || purpose === 'write') && (await service.isLocked(collection)))
        this.#check(await service.unlock([collection]))
      else if (collection === undefined && purpose === 'write') this.#check(await service.createDefaultCollection())
      else if (collection === undefined && hidden) return 'absent'

      found = await service.search(attributes)
      if (found.locked.length > 0) {
        this.#check(await service.unlock(found.locked))
        found = await service.search(attributes)
      }
      // Some services report success and leave items locked; they must not look missing.
      if (found.locked.length > 0) throw new KeychainLockedError('The keychain is still locked.')
      return found.unlocked.length > 0 ? 'present' : 'absent'
    })
  }

  describe(): Promise<Omit<KeychainDescription, 'notice'>> {
    return this.#connection.use(async (service) => {
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
    if (outcome === 'dismissed') throw new KeychainLockedError('The keychain is locked.')
    if (outcome === 'unanswered') throw new KeychainLockedError('The keychain’s password prompt timed out.')
  }
}
