import { app, BrowserWindow, type WebContents } from 'electron'
import { reportFault, type FaultLog } from '../fault-log.ts'
import { reloadGonePage } from './crash-handling.ts'
import type { CredentialPlace } from './desktop.ts'
import { openMainWindow } from './main-window.ts'
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
  #credentialToOpen: CredentialPlace | undefined

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

  /** Shows a credential. @param send sends it to a page that is open */
  showCredential(place: CredentialPlace, send: (place: CredentialPlace) => void): void {
    if (BrowserWindow.getAllWindows().length === 0) this.#credentialToOpen = place
    else send(place)
    this.show()
  }

  /** Returns the credential to show in a window that opens now; only once. */
  takeCredentialToOpen(): CredentialPlace | undefined {
    const place = this.#credentialToOpen
    this.#credentialToOpen = undefined
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
