import { app, BrowserWindow, type WebContents, nativeTheme } from 'electron'
import { reportFault, type FaultLog } from '../fault-log.ts'
import { appUrl } from './app-protocol.ts'
import { reloadGonePage } from './crash-handling.ts'
import type { PlaceToOpen } from './desktop.ts'
import { refuseNavigation } from './navigation-rules.ts'
import { createPageSession, type PageSession } from './page-session.ts'

interface Options {
  /** The built preload, absolute. */
  readonly preloadFile: string
  /** The built page's folder, absolute. */
  readonly pageFolder: string
  readonly isDebuggable: boolean
  readonly faults: FaultLog
  /** The person logs out: Windows ends the app without `will-quit` right after this. */
  readonly onSessionEnd: () => void
}

/** Opens, shows and recognizes the app's windows. */
export class AppWindows {
  readonly #options: Options
  readonly #ownContents = new Set<number>()
  /** Created with the first window: Electron has no sessions before it is ready. */
  #pageSession: PageSession | undefined
  /** For a window that opens now: its page asks for it. */
  #placeToOpen: PlaceToOpen | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Opens a window. Electron must be ready. */
  open(): void {
    const { preloadFile, pageFolder, isDebuggable, faults, onSessionEnd } = this.#options
    this.#pageSession ??= createPageSession(pageFolder)
    const { window, loaded } = openMainWindow(preloadFile, this.#pageSession, isDebuggable)
    const { id } = window.webContents
    this.#ownContents.add(id)
    reloadGonePage(window, faults)
    // A person who started a checkout from a terminal reads there that the start is over.
    if (!app.isPackaged)
      window.once('show', () => {
        process.stderr.write('clavis: the window is open; close it, or press Ctrl+C here, to quit\n')
      })
    window.once('closed', () => this.#ownContents.delete(id))
    window.on('session-end', onSessionEnd)
    loaded.catch((fault: unknown) => {
      // A window that was closed while it loaded is no fault.
      if (!window.isDestroyed()) reportFault('window', fault)
    })
  }

  /** Brings the window to the front, or opens one. */
  show(): void {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) {
      this.open()
      return
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  /** Shows a place. @param send sends it to a page that is open */
  showPlace(place: PlaceToOpen, send: (place: PlaceToOpen) => void): void {
    if (BrowserWindow.getAllWindows().length === 0) this.#placeToOpen = place
    else send(place)
    this.show()
  }

  /** Returns the place to show in a window that opens now; only once. */
  takePlaceToOpen(): PlaceToOpen | undefined {
    const place = this.#placeToOpen
    this.#placeToOpen = undefined
    return place
  }

  /** Returns whether these are the web contents of a window that the app opened. */
  owns(webContentsId: number): boolean {
    return this.#ownContents.has(webContentsId)
  }

  /** Returns the web contents of the windows that are open now. */
  contents(): readonly WebContents[] {
    return BrowserWindow.getAllWindows().map(({ webContents }) => webContents)
  }
}

/** The page's background in each theme, so that the window doesn't flash before the page is drawn. */
const background = { light: '#ffffff', dark: '#101216' } as const

/**
 * Opens the window. The page runs sandboxed, isolated and without Node; see {@link showOnce} for when the window appears.
 * @param preloadFile the built preload, absolute
 * @param devTools whether developer tools may be opened
 * @returns the window, and a promise that rejects if its page can't be loaded
 */
function openMainWindow(
  preloadFile: string,
  { session, isolated }: PageSession,
  devTools: boolean,
): { readonly window: BrowserWindow; readonly loaded: Promise<void> } {
  const window = new BrowserWindow({
    title: 'Clavis',
    width: 1280,
    height: 840,
    minWidth: 880,
    minHeight: 560,
    show: false,
    backgroundColor: backgroundNow(),
    webPreferences: {
      preload: preloadFile,
      session,
      devTools,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      disableDialogs: true,
    },
  })
  refuseNavigation(window.webContents)
  // UDP would bypass the session's proxy.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  const loaded = isolated.then(() => window.loadURL(appUrl))
  showOnce(window, loaded)
  return { window, loaded }
}

/** How long the window waits to be shown, milliseconds. */
const patience = 5000

/**
 * Shows a window when its page is drawn. On Wayland, a hidden window may never be drawn (electron/electron#48859): then
 * when the page is loaded, can't be loaded, or takes too long.
 */
function showOnce(window: BrowserWindow, loaded: Promise<void>): void {
  let isShown = false
  const show = (): void => {
    clearTimeout(timer)
    if (isShown || window.isDestroyed()) return
    isShown = true
    // The chosen theme may have been read after the window was created.
    window.setBackgroundColor(backgroundNow())
    window.show()
  }
  const timer = setTimeout(show, patience)
  window.once('ready-to-show', show)
  void loaded.finally(show).catch(() => undefined)
}

function backgroundNow(): string {
  return nativeTheme.shouldUseDarkColors ? background.dark : background.light
}
