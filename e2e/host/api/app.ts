import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { SingleInstance } from './single-instance.ts'

interface Options {
  readonly name: string
  readonly version: string
  readonly switches: Map<string, string>
  /** Ends the process and Chromium. */
  readonly shutDown: (exitCode: number) => Promise<void>
  readonly windows: () => readonly { readonly close: () => void }[]
}

type PathName = 'userData' | 'sessionData' | 'appData' | 'home'

/** Electron's `app`, as far as Clavis and Playwright use it. */
export class HostApp extends EventEmitter {
  readonly isPackaged = false
  readonly name: string
  readonly commandLine: object
  readonly #options: Options
  readonly #paths = new Map<string, string>()
  readonly #ready: Promise<void>
  #markReady: () => void = () => undefined
  #instance: SingleInstance | undefined
  #badgeCount = 0
  #isEnding = false

  constructor(options: Options) {
    super()
    this.#options = options
    this.name = options.name
    this.commandLine = {
      appendSwitch: (name: string, value = ''): void => void options.switches.set(name.replace(/^--/u, ''), value),
    }
    this.#ready = new Promise((resolve) => {
      this.#markReady = resolve
    })
  }

  whenReady(): Promise<void> {
    return this.#ready
  }

  /** Emits `ready`. Called by the host; Playwright delays the event until it is attached. */
  becomeReady(): void {
    this.emit('ready', {}, {})
    this.#markReady()
  }

  /** Whether the process is about to end; used by the host. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  getVersion(): string {
    return this.#options.version
  }

  getPath(name: PathName): string {
    const set = this.#paths.get(name)
    if (set !== undefined) return set
    const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
    switch (name) {
      case 'home':
        return homedir()
      case 'appData':
        return config
      case 'userData':
      case 'sessionData': {
        const folder = this.#options.switches.get('user-data-dir') ?? join(config, this.#options.name)
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        return folder
      }
    }
  }

  setPath(name: PathName, path: string): void {
    this.#paths.set(name, path)
  }

  requestSingleInstanceLock(): boolean {
    this.#instance ??= new SingleInstance(this.getPath('userData'))
    return this.#instance.take(() => this.emit('second-instance', {}, [], process.cwd()))
  }

  enableSandbox(): void {
    // Pages of this host are always sandboxed (except as root, where Chromium refuses).
  }

  setAppUserModelId(): void {
    // Matters on Windows only.
  }

  /** Stores the number for tests; there is no dock. */
  setBadgeCount(count = 0): boolean {
    this.#badgeCount = count
    return true
  }

  getBadgeCount(): number {
    return this.#badgeCount
  }

  quit(): void {
    if (this.#isEnding) return
    const { windows } = this.#options
    if (windows().length > 0) {
      // When the last one has closed, this continues in allWindowsClosed.
      for (const window of windows()) window.close()
      this.once('host-all-closed', () => this.quit())
      return
    }
    const event = new Event('will-quit', { cancelable: true })
    this.emit('will-quit', event)
    if (event.defaultPrevented) return
    this.emit('quit', {}, 0)
    this.exit(0)
  }

  exit(exitCode = 0): void {
    this.#isEnding = true
    this.#instance?.leave()
    void this.#options.shutDown(exitCode)
  }

  /** Called by the host when the last window closed. */
  allWindowsClosed(): void {
    if (this.emit('host-all-closed')) return
    if (!this.emit('window-all-closed')) this.quit()
  }
}
