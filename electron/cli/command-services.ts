import type { RequestWatcher } from '../http/http-message.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { Services, WaitLimits } from '../services.ts'
import type { Terminal } from './terminal/command-terminal.ts'

type Settings = Pick<
  Terminal,
  'env' | 'recordStoreWorker' | 'importWorker' | 'startKeychain' | 'backupRounds' | 'tlsEnvironment' | 'commandLine'
>

/**
 * Creates the services on first use and loads their code only then. A command that only reads profiles would otherwise
 * spend most of its time loading an HTTP client.
 */
export class CommandServices {
  readonly #settings: Settings
  readonly #dataFolder: () => string
  readonly #watcher: RequestWatcher
  #profiles: Promise<ProfileStore> | undefined
  #all: Promise<Services> | undefined

  /**
   * @param dataFolder returns the data folder; called after the arguments are parsed
   * @param watcher follows all requests
   */
  constructor(settings: Settings, dataFolder: () => string, watcher: RequestWatcher) {
    this.#settings = settings
    this.#dataFolder = dataFolder
    this.#watcher = watcher
  }

  /** Returns the profile store, without network and keychain. */
  profiles(): Promise<ProfileStore> {
    return (this.#profiles ??= import('./with-profiles.ts').then(({ openProfiles }) =>
      openProfiles(this.#dataFolder(), { isTyped: true, startKeychain: this.#settings.startKeychain }),
    ))
  }

  /** Returns all services. @param waits apply if this is the first call */
  all(waits: WaitLimits = {}): Promise<Services> {
    return (this.#all ??= this.#createAll(waits))
  }

  /** Closes the services that were created. */
  async end(): Promise<void> {
    const [all, profiles] = [this.#all, this.#profiles]
    this.#all = this.#profiles = undefined
    if (all === undefined) await (await profiles)?.database.end()
    else await (await all).end()
  }

  async #createAll(waits: WaitLimits): Promise<Services> {
    const { env, recordStoreWorker, importWorker, startKeychain, backupRounds, tlsEnvironment, commandLine } =
      this.#settings
    const [{ createServices, environmentProxy }, profiles] = await Promise.all([
      import('./with-services.ts'),
      this.profiles(),
    ])
    return createServices(
      {
        dataFolder: this.#dataFolder(),
        recordStoreWorker,
        importWorker,
        startKeychain,
        commandLine,
        waits,
        watcher: this.#watcher,
        isTyped: true,
        resolveProxy: (url) => Promise.resolve(environmentProxy(url, env)),
        ...(backupRounds === undefined ? {} : { backupRounds }),
        ...(tlsEnvironment === undefined ? {} : { tlsEnvironment }),
      },
      profiles,
    )
  }
}
