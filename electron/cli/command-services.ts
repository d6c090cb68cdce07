import type { ProfileStore } from '../profiles/profile-store.ts'
import type { Services } from '../services.ts'
import type { Terminal } from './terminal/terminal.ts'

type Settings = Pick<Terminal, 'env' | 'recordStoreWorker' | 'importWorker' | 'tlsEnvironment' | 'commandLine'>

/**
 * Creates the services on first use and loads their code only then. A command that only reads profiles would otherwise
 * spend most of its time loading an HTTP client.
 */
export class CommandServices {
  readonly #settings: Settings
  readonly #dataFolder: () => string
  #profiles: Promise<ProfileStore> | undefined
  #all: Promise<Services> | undefined

  /** @param dataFolder returns the data folder; called after the arguments are parsed */
  constructor(settings: Settings, dataFolder: () => string) {
    this.#settings = settings
    this.#dataFolder = dataFolder
  }

  /** Returns the profile store, without network and keychain. */
  profiles(): Promise<ProfileStore> {
    return (this.#profiles ??= import('./actions/with-profiles.ts').then(({ createProfileStore }) =>
      createProfileStore(this.#dataFolder()),
    ))
  }

  /** Returns all services. */
  all(): Promise<Services> {
    return (this.#all ??= this.#createAll())
  }

  /** Closes the services that were created. */
  async end(): Promise<void> {
    if (this.#all === undefined) await (await this.#profiles)?.end()
    else await (await this.#all).end()
  }

  async #createAll(): Promise<Services> {
    const { env, recordStoreWorker, importWorker, tlsEnvironment, commandLine } = this.#settings
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
