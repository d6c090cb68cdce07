import { BrowserWindow, nativeTheme } from 'electron'
import { appUrl } from './app-protocol.ts'
import { refuseNavigation } from './navigation-rules.ts'

/** The page's background in each theme, so that the window does not flash before the page is drawn. */
const background = { light: '#ffffff', dark: '#101216' } as const

/**
 * Opens the window. The page runs sandboxed, isolated and without Node; it is shown once it has something to show.
 * @param preloadFile the built preload, absolute
 */
export function openMainWindow(preloadFile: string): BrowserWindow {
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
  window.once('ready-to-show', () => {
    // The chosen theme may have been read only since the window was made.
    window.setBackgroundColor(backgroundNow())
    window.show()
  })
  void window.loadURL(appUrl)
  return window
}

function backgroundNow(): string {
  return nativeTheme.shouldUseDarkColors ? background.dark : background.light
}
