import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupInMemory } from '../backup/backup-in-memory.ts'
import type { RequestWatcher } from '../http/http-message.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { Services, WaitLimits } from '../services.ts'
import type { SecretsSource } from './secrets-from.ts'
import type { Terminal } from './terminal/command-terminal.ts'

type Settings = Pick<
  Terminal,
  'env' | 'recordStoreWorker' | 'importWorker' | 'startKeychain' | 'backupRounds' | 'tlsEnvironment' | 'commandLine'
>

/** Names of folders with the records of commands that may store nothing in the data folder. */
const temporaryName = /^clavis-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Where profiles and secrets are: known once the arguments are parsed. */
interface Place {
  readonly dataFolder: () => string
  /** Returns the backup to use instead; undefined for data folder and keychain. */
  readonly secretsSource: () => SecretsSource | undefined
}

/** The profiles, and the keychain if it is not the operating system's. */
type Opened = Pick<BackupInMemory, 'profiles'> & Partial<BackupInMemory>

/**
 * Creates the services on first use and loads their code only then. A command that only reads profiles would otherwise
 * spend most of its time loading an HTTP client.
 */
export class CommandServices {
  readonly #settings: Settings
  readonly #place: Place
  readonly #watcher: RequestWatcher
  /** Has the records of open lists if nothing may be stored in the data folder. Created with the first of them. */
  readonly #temporaryFolder = join(tmpdir(), `clavis-${randomUUID()}`)
  #opened: Promise<Opened> | undefined
  #all: Promise<Services> | undefined

  /** @param watcher follows all requests */
  constructor(settings: Settings, place: Place, watcher: RequestWatcher) {
    this.#settings = settings
    this.#place = place
    this.#watcher = watcher
  }

  async profiles(): Promise<ProfileStore> {
    return (await this.#open()).profiles
  }

  /** Returns all services. @param waits apply if this is the first call */
  all(waits: WaitLimits = {}): Promise<Services> {
    return (this.#all ??= this.#createAll(waits))
  }

  async end(): Promise<void> {
    // The command that could not open them has reported the error.
    const [all, opened] = await Promise.all([this.#all?.catch(() => undefined), this.#opened?.catch(() => undefined)])
    this.#all = this.#opened = undefined
    if (all === undefined) await opened?.profiles.database.end()
    else await all.end()
    if (opened?.keychain === undefined) return
    opened.keychain.wipe()
    await rm(this.#temporaryFolder, { recursive: true, force: true })
  }

  #open(): Promise<Opened> {
    return (this.#opened ??= this.#openPlace())
  }

  async #openPlace(): Promise<Opened> {
    const { startKeychain, backupRounds } = this.#settings
    const source = this.#place.secretsSource()
    if (source !== undefined) return (await import('./backup-secrets.ts')).openSecretsSource(source, backupRounds)
    const { openProfiles } = await import('./with-profiles.ts')
    return { profiles: openProfiles(this.#place.dataFolder(), { isTyped: true, startKeychain }) }
  }

  async #createAll(waits: WaitLimits): Promise<Services> {
    const { env, recordStoreWorker, importWorker, startKeychain, backupRounds, tlsEnvironment, commandLine } =
      this.#settings
    const [{ createServices, environmentProxy, removeLeftDatasets }, { profiles, keychain }] = await Promise.all([
      import('./with-services.ts'),
      this.#open(),
    ])
    // What can't be removed does no harm.
    if (keychain !== undefined)
      await removeLeftDatasets(tmpdir(), (name) => temporaryName.test(name)).catch(() => undefined)
    return createServices(
      {
        dataFolder: keychain === undefined ? this.#place.dataFolder() : this.#temporaryFolder,
        keychain,
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
