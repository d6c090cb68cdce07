import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, nativeTheme, powerMonitor, protocol, session } from 'electron'
import { createCallHandlers } from './ipc/call-handlers.ts'
import { ChosenFiles } from './ipc/chosen-files.ts'
import type { CredentialPlace, Desktop } from './ipc/desktop.ts'
import { createEventSender } from './ipc/event-sender.ts'
import { forwardEvents } from './ipc/forward-events.ts'
import { registerCalls } from './ipc/register-calls.ts'
import { reportFault } from './ipc/report-fault.ts'
import { startDesktopWarnings } from './notifications/desktop-warnings.ts'
import { createServices } from './services.ts'
import type { SettingsStore } from './settings/settings-store.ts'
import { appScheme, serveApp } from './window/app-protocol.ts'
import { installApplicationMenu } from './window/application-menu.ts'
import { openExternalAfterConsent } from './window/external-links.ts'
import { systemFileDialogs } from './window/file-dialogs.ts'
import { openMainWindow } from './window/main-window.ts'
import { createSecretClipboard } from './window/secret-clipboard.ts'
import { restrictSession } from './window/session-rules.ts'
import { systemProxy } from './window/system-proxy.ts'

/** The id that keychain entries, notifications and the task bar hang on. It never changes. */
const appId = 'app.clavis.desktop'

/** How long services may take to end when the app quits, in milliseconds. */
const endLimit = 5000

/** The built files beside this one. */
const preloadFile = join(import.meta.dirname, '..', 'preload', 'preload.cjs')
const pageFolder = join(import.meta.dirname, '..', 'renderer')
const recordStoreWorker = new URL('./record-store-worker.js', import.meta.url)

if (process.argv.includes('--cli')) await runAsCommandLine()
else if (app.requestSingleInstanceLock()) startWindow()
else app.quit()

/** `clavis ARGS` of an installed app: the same binary without a window (design, section 8). */
async function runAsCommandLine(): Promise<void> {
  const { runCommandLine } = await import('./cli/run.ts')
  const args = process.argv.slice(process.argv.indexOf('--cli') + 1)
  app.exit(await runCommandLine(args, { ...process, recordStoreWorker }))
}

/** Whether the app goes on without a window. Without an icon in the tray nobody could end it. */
async function staysInTray(settings: SettingsStore): Promise<boolean> {
  const { warnings } = await settings.read()
  return warnings.tray && warnings.background
}

function startWindow(): void {
  app.setAppUserModelId(appId)
  app.enableSandbox()
  // Chromium's own files stay out of the folder that holds the profiles.
  app.setPath('sessionData', join(app.getPath('userData'), 'chromium'))
  protocol.registerSchemesAsPrivileged([appScheme])

  const services = createServices({
    dataFolder: app.getPath('userData'),
    recordStoreWorker,
    resolveProxy: (url) => systemProxy(session.defaultSession, url),
  })
  const clipboard = createSecretClipboard()
  const desktop: Desktop = {
    dialogs: systemFileDialogs,
    clipboard,
    openExternal: openExternalAfterConsent,
    appInfo: () => ({
      version: app.getVersion(),
      electronVersion: process.versions.electron,
      chromiumVersion: process.versions.chrome,
      nodeVersion: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      dataFolder: app.getPath('userData'),
    }),
    takeCredentialToOpen: () => {
      const place = credentialToOpen
      credentialToOpen = undefined
      return place
    },
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme
    },
  }
  /** For a window that opens now: its page asks for it. */
  let credentialToOpen: CredentialPlace | undefined
  const ownContents = new Set<number>()
  const sendEvent = createEventSender(() => BrowserWindow.getAllWindows().map(({ webContents }) => webContents))

  function openWindow(): void {
    const window = openMainWindow(preloadFile)
    const { id } = window.webContents
    ownContents.add(id)
    window.once('closed', () => ownContents.delete(id))
  }

  function showWindow(): void {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) {
      openWindow()
      return
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  function openCredential(place: CredentialPlace): void {
    if (BrowserWindow.getAllWindows().length === 0) credentialToOpen = place
    else sendEvent('app.openCredential', place)
    showWindow()
  }

  registerCalls(ipcMain, createCallHandlers(services, desktop, new ChosenFiles({ now: Date.now }), sendEvent), {
    isOwnWindow: (webContentsId) => ownContents.has(webContentsId),
    onFault: reportFault,
  })
  forwardEvents(services, sendEvent)
  services.listColumns.follow(services.lists, (fault) => reportFault('lists', fault))

  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    void staysInTray(services.settings).then((stays) => {
      if (!stays && BrowserWindow.getAllWindows().length === 0) app.quit()
    })
  })

  let endWarnings: (() => void) | undefined
  let ended = false
  app.on('will-quit', (event) => {
    if (ended) return
    event.preventDefault()
    endWarnings?.()
    const limit = new Promise((resolve) => setTimeout(resolve, endLimit))
    void Promise.race([Promise.allSettled([clipboard.clearSecret(), services.end()]), limit]).finally(() => {
      ended = true
      app.quit()
    })
  })

  void app
    .whenReady()
    .then(async () => {
      restrictSession(session.defaultSession)
      session.defaultSession.protocol.handle(appScheme.scheme, serveApp(pageFolder))
      installApplicationMenu(process.platform, app.isPackaged)
      nativeTheme.themeSource = (await services.settings.read()).theme
      powerMonitor.on('resume', () => services.lists.wake())
      openWindow()
      endWarnings = startDesktopWarnings({
        services,
        platform: process.platform,
        open: openCredential,
        openWindow: showWindow,
        quit: () => app.quit(),
        onFault: (fault) => reportFault('warnings', fault),
      })
      // Practice profiles are of use only while their service runs.
      if ((await services.profiles.list()).some(({ profile }) => profile.practice)) await services.practice.start()
    })
    .catch((fault: unknown) => reportFault('start', fault))
}
