import type { ProfileStore } from '../profiles/profile-store.ts'
import type { Services } from '../services.ts'
import type { Terminal } from './terminal/terminal.ts'

type Conditions = Pick<Terminal, 'env' | 'recordStoreWorker' | 'importWorker' | 'tlsEnvironment' | 'commandLine'>

/**
 * Creates the services when a command first asks for them, and loads their code only then: a command that reads profiles
 * would otherwise spend most of its time on loading an HTTP client.
 */
export class CommandServices {
  readonly #conditions: Conditions
  readonly #dataFolder: () => string
  #profiles: Promise<ProfileStore> | undefined
  #all: Promise<Services> | undefined

  /** @param dataFolder asked once the arguments are read */
  constructor(conditions: Conditions, dataFolder: () => string) {
    this.#conditions = conditions
    this.#dataFolder = dataFolder
  }

  /** The profiles alone: without the network and the keychain. */
  profiles(): Promise<ProfileStore> {
    return (this.#profiles ??= import('./actions/with-profiles.ts').then(({ createProfileStore }) =>
      createProfileStore(this.#dataFolder()),
    ))
  }

  all(): Promise<Services> {
    return (this.#all ??= this.#createAll())
  }

  /** Ends those that were created. */
  async end(): Promise<void> {
    if (this.#all === undefined) await (await this.#profiles)?.end()
    else await (await this.#all).end()
  }

  async #createAll(): Promise<Services> {
    const { env, recordStoreWorker, importWorker, tlsEnvironment, commandLine } = this.#conditions
    const [{ createServices, environmentProxy }, profiles] = await Promise.all([
      import('./actions/with-services.ts'),
      this.profiles(),
    ])
    return createServices(
      {
        dataFolder: this.#dataFolder(),
        recordStoreWorker,
        importWorker,
        commandLine,
        resolveProxy: (url) => Promise.resolve(environmentProxy(url, env)),
        ...(tlsEnvironment === undefined ? {} : { tlsEnvironment }),
      },
      profiles,
    )
  }
}
