import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { DevtoolsSession } from '../../chromium/devtools.ts'
import { createPageScripts } from '../../page/page-scripts.ts'
import type { AppAddresses } from '../app-addresses.ts'
import type { HostNativeTheme } from '../desktop/native-theme.ts'
import { makeStrict, strict, unsupported } from '../unsupported.ts'
import type { HostIpcMain } from './ipc-main.ts'
import type { HostSession, HostSessions } from './session.ts'
import { HostWebContents, type AttachedPage } from './web-contents.ts'

/** What windows need of the host. */
export interface WindowHost {
  readonly browser: () => DevtoolsSession
  /** Whether Chromium was started with network access. */
  readonly hasNetwork: boolean
  readonly openPage: (session: HostSession, size: { width: number; height: number }) => Promise<AttachedPage>
  readonly addresses: AppAddresses
  readonly sessions: HostSessions
  readonly ipcMain: HostIpcMain
  readonly nativeTheme: HostNativeTheme
  readonly windows: OpenWindows
  readonly onAllClosed: () => void
}

/** The options that the app passes. */
export interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly show?: boolean
  readonly webPreferences?: {
    readonly preload?: string
    readonly sandbox?: boolean
    readonly contextIsolation?: boolean
    readonly nodeIntegration?: boolean
    readonly session?: HostSession
    readonly partition?: string
  }
}

/** A window of the app, as far as the app uses it. */
export class HostWindow extends EventEmitter {
  readonly id: number
  readonly webContents: HostWebContents
  readonly page: Promise<AttachedPage>
  readonly #host: WindowHost
  #isVisible: boolean

  constructor(host: WindowHost, options: WindowOptions) {
    super()
    const { preload, sandbox, contextIsolation, nodeIntegration, partition, ...preferences } =
      options.webPreferences ?? {}
    // Pages of this host are always like this; other options must not seem to work.
    if (sandbox !== true || contextIsolation !== true || nodeIntegration !== false || preload === undefined)
      throw unsupported('A window that is not sandboxed and isolated, or has no preload')
    const { sessions } = host
    const hostSession =
      preferences.session ?? (partition === undefined ? sessions.defaultSession : sessions.fromPartition(partition))
    if (hostSession.hasNetwork && !host.hasNetwork) throw unsupported('A window whose session has a network')
    this.#host = host
    this.id = host.windows.newId()
    this.#isVisible = options.show !== false
    const { width = 800, height = 600 } = options
    this.page = host.openPage(hostSession, { width, height })
    this.webContents = new HostWebContents({
      id: this.id,
      webPreferences: options.webPreferences ?? {},
      page: this.page,
      scripts: createPageScripts(readFileSync(preload, 'utf8')),
      addresses: host.addresses,
      hostSession,
      ipcMain: host.ipcMain,
      mediaFeatures: () =>
        host.nativeTheme.themeSource === 'system'
          ? []
          : [{ name: 'prefers-color-scheme', value: host.nativeTheme.themeSource }],
    })
    // On some Wayland desktops, Electron never emits it for a hidden window.
    if (process.env['CLAVIS_HOST_READY_TO_SHOW'] !== 'never')
      this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    host.windows.add(this)
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address)
  }

  show(): void {
    this.#isVisible = true
    this.emit('show')
  }

  setBackgroundColor(): void {
    // The page of this host is visible only after it is drawn.
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  isDestroyed(): boolean {
    return this.webContents.isDestroyed()
  }

  /** Returns false: windows of this host are never minimized. */
  isMinimized(): boolean {
    return false
  }

  restore(): void {
    this.emit('restore')
  }

  focus(): void {
    void this.page.then(({ session }) => session.send('Page.bringToFront')).catch(() => undefined)
  }

  close(): void {
    void this.page
      .then(({ targetId }) => this.#host.browser().send('Target.closeTarget', { targetId }))
      // Chromium may have ended already, and the window with it.
      .catch(() => this.gone())
  }

  /** Called by the host when the page closed. */
  gone(): void {
    if (!this.#host.windows.remove(this)) return
    this.webContents.destroy()
    this.emit('closed')
    if (this.#host.windows.all().length === 0) this.#host.onAllClosed()
  }
}

makeStrict('BrowserWindow', HostWindow)

/** Tracks the open windows. */
export class OpenWindows {
  readonly #windows = new Map<number, HostWindow>()
  #lastId = 0

  newId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  all(): HostWindow[] {
    return [...this.#windows.values()]
  }

  add(window: HostWindow): void {
    this.#windows.set(window.id, window)
  }

  remove(window: HostWindow): boolean {
    return this.#windows.delete(window.id)
  }
}

/** Electron's class `BrowserWindow`, as far as the app uses it. */
export interface BrowserWindowClass {
  new (options: WindowOptions): HostWindow
  getAllWindows: () => HostWindow[]
  fromId: (id: number) => HostWindow | null
  fromWebContents: (contents: unknown) => HostWindow | null
}

/** Creates the window class of a host; Electron has one class for all windows. */
export function createBrowserWindowClass(host: WindowHost): BrowserWindowClass {
  host.nativeTheme.onChange(() => {
    // A page that is closing needs no theme.
    for (const { webContents } of host.windows.all()) void webContents.applyTheme().catch(() => undefined)
  })
  class BrowserWindow extends HostWindow {
    constructor(options: WindowOptions) {
      super(host, options)
    }

    static getAllWindows(): HostWindow[] {
      return host.windows.all()
    }

    static fromId(id: number): HostWindow | null {
      return host.windows.all().find((window) => window.id === id) ?? null
    }

    static fromWebContents(contents: unknown): HostWindow | null {
      return host.windows.all().find(({ webContents }) => webContents === contents) ?? null
    }
  }
  return strict('BrowserWindow', BrowserWindow)
}
