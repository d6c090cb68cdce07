import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { visibleLine } from '#shared/values/visible-text.ts'
import type { BackupInMemory } from '../backup/backup-in-memory.ts'
import { defaultDataFolder } from '../files/data-folder.ts'
import type { environmentProxy } from '../http/connection/environment-proxy.ts'
import type { RequestWatcher } from '../http/http-message.ts'
import type { removeLeftDatasets } from '../lists/loading/dataset-files.ts'
import type { openProfiles } from '../open-profiles.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { createServices, ServiceOptions, Services, WaitLimits } from '../services.ts'
import { exitCodes } from './exit-codes.ts'
import { type SecretsOptions, secretsSource, type SecretsSource } from './secrets-from.ts'
import type { CommandTerminal, Terminal } from './terminal/command-terminal.ts'
import type { Interrupts } from './terminal/interrupts.ts'
import type { CommandEnd } from './terminal/process-end.ts'

export interface GlobalOptions extends SecretsOptions {
  readonly json?: true
}

/** Names of folders with the records of commands that may store nothing in the data folder. */
const temporaryName = /^clavis-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Loads code on first use. Passed in, because the files that are built as one with it import the context. */
interface CodeLoader {
  readonly profiles: () => Promise<{ readonly openProfiles: typeof openProfiles }>
  readonly services: () => Promise<{
    readonly createServices: typeof createServices
    readonly environmentProxy: typeof environmentProxy
    readonly removeLeftDatasets: typeof removeLeftDatasets
  }>
}

/** The profiles, and the keychain if it is not the operating system's. */
type Opened = Pick<BackupInMemory, 'profiles'> & Partial<BackupInMemory>

/**
 * What a command works with: terminal, profiles and services. Creates the services on first use and loads their code only
 * then: a command that only reads profiles would otherwise spend most of its time loading an HTTP client. What commands call
 * are functions without `this`, because they take the context apart.
 */
export class CommandContext {
  readonly terminal: CommandTerminal
  readonly interrupts: Interrupts
  readonly #process: Terminal
  readonly #options: () => GlobalOptions
  readonly #watcher: RequestWatcher
  readonly #load: CodeLoader
  /** Has the records of open lists if nothing may be stored in the data folder. Created with the first of them. */
  readonly #temporaryFolder = join(tmpdir(), `clavis-${randomUUID()}`)
  #opened: Promise<Opened> | undefined
  #all: Promise<Services> | undefined
  #end: CommandEnd = { code: exitCodes.fine }

  /**
   * @param options those of the program, known once the arguments are parsed
   * @param watcher follows all requests
   */
  constructor(
    process: Terminal,
    terminal: CommandTerminal,
    interrupts: Interrupts,
    options: () => GlobalOptions,
    watcher: RequestWatcher,
    load: CodeLoader,
  ) {
    this.terminal = terminal
    this.interrupts = interrupts
    this.#process = process
    this.#options = options
    this.#watcher = watcher
    this.#load = load
  }

  /** How a command that did not fail ends. */
  get end(): CommandEnd {
    return this.#end
  }

  /** What a person types to call the command line, for hints that name a command. */
  get commandLine(): string {
    return this.#process.commandLine
  }

  /** The environment that the caller gave, with the variables that Clavis itself does without. */
  get env(): Terminal['env'] {
    return { ...this.#process.env, ...this.#process.tlsEnvironment?.removed }
  }

  get isHangUpIgnored(): boolean {
    return this.#process.isHangUpIgnored === true
  }

  get dataFolder(): string {
    const { env, platform } = this.#process
    const { dataDir } = this.#options()
    return dataDir === undefined ? defaultDataFolder(env, platform) : resolve(dataDir)
  }

  /** The backup to use instead of data folder and keychain; undefined for these. */
  get secretsSource(): SecretsSource | undefined {
    return secretsSource(this.#options(), this.#process.env)
  }

  /** Returns the profiles of the data folder, without network and keychain; loads them on first use. */
  readonly profiles = async (): Promise<ProfileStore> => (await this.#open()).profiles

  /** Returns all services of the data folder. @param waits apply, like `more`, if this is the first call */
  readonly services = (waits: WaitLimits = {}, more: Pick<ServiceOptions, 'pageClient'> = {}): Promise<Services> =>
    (this.#all ??= this.#createAll(waits, more))

  /** Prints a text for people on standard output; nothing with `--json`. */
  readonly print = (text: string): void => {
    if (!this.#isJson) this.terminal.print(`${text}\n`)
  }

  /** Prints data on standard output, unchanged if a program reads it; nothing with `--json`. */
  readonly printData = (text: string): void => {
    if (!this.#isJson) this.terminal.printData(`${text}\n`)
  }

  /** Prints the one JSON value of `--json`; nothing without that option. */
  readonly printJson = (value: unknown): void => {
    if (this.#isJson) this.terminal.printJson(value)
  }

  /** Prints the result of a command: a value with `--json`, else a text for people, or lines of which each stays one. */
  readonly answer = (value: unknown, text: string | readonly string[]): void => {
    if (this.#isJson) this.terminal.printJson(value)
    else this.terminal.print(`${typeof text === 'string' ? text : text.map(visibleLine).join('\n')}\n`)
  }

  /** Sets the exit code of a command that did not fail, and the signal that ends the process instead where one can. */
  readonly setExitCode = (code: number, signal?: NodeJS.Signals): void => {
    this.#end = { code, interruptedBy: signal }
  }

  /** Closes the data folder, which a command that runs on does not need. */
  readonly endServices = async (): Promise<void> => {
    // The command that could not open them has reported the error.
    const [all, opened] = await Promise.all([this.#all?.catch(() => undefined), this.#opened?.catch(() => undefined)])
    this.#all = this.#opened = undefined
    if (all === undefined) await opened?.profiles.database.end()
    else await all.end()
    if (opened?.keychain === undefined) return
    opened.keychain.wipe()
    await rm(this.#temporaryFolder, { recursive: true, force: true })
  }

  get #isJson(): boolean {
    return this.#options().json === true
  }

  #open(): Promise<Opened> {
    return (this.#opened ??= this.#openPlace())
  }

  async #openPlace(): Promise<Opened> {
    const { startKeychain, backupRounds } = this.#process
    const source = this.secretsSource
    if (source !== undefined) return (await import('./backup-secrets.ts')).openSecretsSource(source, backupRounds)
    const { openProfiles } = await this.#load.profiles()
    return { profiles: openProfiles(this.dataFolder, { isTyped: true, startKeychain }) }
  }

  async #createAll(waits: WaitLimits, more: Pick<ServiceOptions, 'pageClient'>): Promise<Services> {
    const { env, recordStoreWorker, importWorker, startKeychain, backupRounds, tlsEnvironment, commandLine } =
      this.#process
    const [{ createServices, environmentProxy, removeLeftDatasets }, { profiles, keychain }] = await Promise.all([
      this.#load.services(),
      this.#open(),
    ])
    // What can't be removed does no harm.
    if (keychain !== undefined)
      await removeLeftDatasets(tmpdir(), (name) => temporaryName.test(name)).catch(() => undefined)
    return createServices(
      {
        dataFolder: keychain === undefined ? this.dataFolder : this.#temporaryFolder,
        keychain,
        recordStoreWorker,
        importWorker,
        startKeychain,
        commandLine,
        waits,
        watcher: this.#watcher,
        isTyped: true,
        ...more,
        resolveProxy: (url) => Promise.resolve(environmentProxy(url, env)),
        ...(backupRounds === undefined ? {} : { backupRounds }),
        ...(tlsEnvironment === undefined ? {} : { tlsEnvironment }),
      },
      profiles,
    )
  }
}
