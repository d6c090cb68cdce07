import { BrowserWindow, nativeTheme } from 'electron'
import { appUrl } from './app-protocol.ts'
import { refuseNavigation } from './navigation-rules.ts'
import type { PageSession } from './page-session.ts'

/** The page's background in each theme, so that the window doesn't flash before the page is drawn. */
const background = { light: '#ffffff', dark: '#101216' } as const

/**
 * Opens the window. The page runs sandboxed, isolated and without Node; see {@link showOnce} for when the window appears.
 * @param preloadFile the built preload, absolute
 * @param devTools whether developer tools may be opened
 * @returns the window, and a promise that rejects if its page can't be loaded
 */
export function openMainWindow(
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
