import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  app,
  BrowserWindow,
  clipboard as systemClipboard,
  ClipboardItem,
  ipcMain,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
} from 'electron'
import { ClavisError } from '#shared/errors.ts'
import type { Backend } from './backend.ts'
import { calledAs } from './cli/called-as.ts'
import { hasTray } from './expiry/tray-host.ts'
import { FaultLog, reportFault } from './fault-log.ts'
import { requireOwnDataFolder } from './files/own-data-folder.ts'
import { systemProxy } from './http/connection/system-proxy.ts'
import { registerCalls } from './ipc/register-calls.ts'
import { tlsEnvironment } from './start-environment.ts'
import { appScheme } from './window/app-protocol.ts'
import { installApplicationMenu } from './window/application-menu.ts'
import { recordUncaughtFaults, reloadGonePage, unexpectedEndNotices } from './window/crash-handling.ts'
import { debuggingRefusal, mayBeDebugged } from './window/debugging.ts'
import type { CredentialPlace, Desktop } from './window/desktop.ts'
import { startAsUtility } from './window/keychain-utility-process.ts'
import { openMainWindow } from './window/main-window.ts'
import { createPageSession, type PageSession } from './window/page-session.ts'
import { productionAccess } from './window/production-access.ts'
import { sandboxRefusal } from './window/sandbox-refusal.ts'
import { createSecretClipboard } from './window/secret-clipboard.ts'
import { systemFileDialogs } from './window/system-file-dialogs.ts'

/** The id that keychain entries, notifications and the task bar hang on. It never changes. */
const appId = 'app.clavis.desktop'

/** Windows starts Clavis by it when a notification is clicked: a random one, Electron's default, would miss earlier ones. */
const toastActivatorId = '{6D2B3A0E-5C1F-4B7A-9E64-1F0C8A72D935}'

/** Exit code of a start with arguments that are not accepted, as on the command line. */
const usageExitCode = 64

/** How long services may take to end when the app quits, in milliseconds. */
const endLimit = 5000

/** How long tray and warnings wait after the start, in milliseconds: the page and what the person does come first. */
const stillness = 1500

/** The built files beside this one. */
const preloadFile = join(import.meta.dirname, '..', 'preload', 'preload.cjs')
const pageFolder = join(import.meta.dirname, '..', 'renderer')
const recordStoreWorker = new URL('./record-store-worker.js', import.meta.url)
const importWorker = new URL('./import-worker.js', import.meta.url)
const startKeychain = startAsUtility(join(import.meta.dirname, 'keychain-process.js'))

const isDebuggable = mayBeDebugged({ isPackaged: app.isPackaged, name: app.name })

// Chromium would listen for a debugger once the app is ready, which it never becomes.
const refusal = isDebuggable ? undefined : debuggingRefusal((name) => app.commandLine.hasSwitch(name))
if (refusal !== undefined) {
  process.stderr.write(refusal)
  app.exit(usageExitCode)
} else await startOnce()

/** Opens the window if the data folder is safe to use, or has a running Clavis show its own. */
async function startOnce(): Promise<void> {
  try {
    const unprotected = isDebuggable ? undefined : sandboxRefusal((name) => app.commandLine.hasSwitch(name))
    if (unprotected !== undefined) throw unprotected
    await requireOwnDataFolder(app.getPath('userData'))
  } catch (error) {
    if (!(error instanceof ClavisError)) throw error
    const { refuseStart } = await import('./window/start-refusal.ts')
    refuseStart(error)
    return
  }
  if (app.requestSingleInstanceLock()) startWindow()
  else app.quit()
}

function startWindow(): void {
  // A checkout must not take them over from the installed app.
  if (!isDebuggable) {
    // First: the next call writes it into the Start menu's shortcut.
    if (process.platform === 'win32') app.setToastActivatorCLSID(toastActivatorId)
    app.setAppUserModelId(appId)
  }
  app.enableSandbox()
  // Chromium's own files stay out of the folder that holds the profiles.
  const sessionData = join(app.getPath('userData'), 'chromium')
  // Electron accepts only a folder that exists.
  mkdirSync(sessionData, { recursive: true, mode: 0o700 })
  app.setPath('sessionData', sessionData)
  protocol.registerSchemesAsPrivileged([appScheme])

  const faults = new FaultLog({ folder: app.getPath('userData'), now: Date.now })
  recordUncaughtFaults(faults)

  const clipboard = createSecretClipboard({
    clipboard: systemClipboard,
    createItem: (content) => new ClipboardItem(content),
    platform: process.platform,
  })
  const desktop: Desktop = {
    dialogs: systemFileDialogs,
    ask: async (windowId, question) => {
      const { askInDialog } = await import('./window/confirmation-dialog.ts')
      return askInDialog(windowId, question)
    },
    clipboard,
    openExternal: async (windowId, address) => {
      const { openExternalAfterConsent } = await import('./window/external-links.ts')
      return openExternalAfterConsent(windowId, address)
    },
    appInfo: () => ({
      version: app.getVersion(),
      electronVersion: process.versions.electron,
      chromiumVersion: process.versions.chrome,
      nodeVersion: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      dataFolder: app.getPath('userData'),
    }),
    notices: () => unexpectedEndNotices(faults),
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

  /** Created with the first window: Electron has no sessions before it is ready. */
  let pageSession: PageSession | undefined

  function openWindow(): void {
    pageSession ??= createPageSession(pageFolder)
    const { window, loaded } = openMainWindow(preloadFile, pageSession, isDebuggable)
    const { id } = window.webContents
    ownContents.add(id)
    reloadGonePage(window, faults)
    // A person who started a checkout from a terminal reads there that the start is over.
    if (!app.isPackaged)
      window.once('show', () => {
        process.stderr.write('clavis: the window is open; close it, or press Ctrl+C here, to quit\n')
      })
    window.once('closed', () => ownContents.delete(id))
    // Windows ends the app without `will-quit` when the person logs out, right after this.
    window.on('session-end', () => clipboard.clearSecretNow())
    loaded.catch((fault: unknown) => {
      // A window that was closed while it loaded is no fault.
      if (!window.isDestroyed()) reportFault('window', fault)
    })
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

  let trayAnswer: Promise<boolean> | undefined
  /** Asked when it is needed first: while the app starts, the desktop's answer may come too late. */
  const desktopHasTray = (): Promise<boolean> => (trayAnswer ??= hasTray(process.platform))
  const opened = app.whenReady().then(() => {
    openWindow()
    // Until then the window has Electron's own menu, with entries that this one leaves out.
    installApplicationMenu(process.platform, isDebuggable, {
      open: (topic) => {
        showWindow()
        void backend.then(({ sendEvent }) => sendEvent('app.openHelp', { topic })).catch(() => undefined)
      },
      openAbout: () => {
        showWindow()
        void backend.then(({ sendEvent }) => sendEvent('app.openAbout', undefined)).catch(() => undefined)
      },
    })
  })
  // Main's code is loaded while Chromium starts: later, the page's files would wait for it.
  const backend = Promise.all([import('./backend.ts'), opened]).then(async ([{ createBackend }]) => {
    const created = createBackend(
      {
        dataFolder: app.getPath('userData'),
        recordStoreWorker,
        importWorker,
        startKeychain,
        // No page uses the default session: it answers which proxy the system has, and no more.
        resolveProxy: async (url) => systemProxy(await session.defaultSession.resolveProxy(url)),
        tlsEnvironment,
        commandLine: app.isPackaged ? calledAs.installed : calledAs.checkout,
        productionAccess: productionAccess(process.versions.v8, process.env['CLAVIS_RUNTIME']),
      },
      desktop,
      () => BrowserWindow.getAllWindows().map(({ webContents }) => webContents),
    )
    // The page gets no answer, and so shows nothing, before the theme is the chosen one.
    // If the settings can't be read, neither can anything else, and the page says so.
    desktop.applyTheme(
      await created.services.settings
        .read()
        .then(({ theme }) => theme)
        .catch(() => 'system'),
    )
    return created
  })
  registerCalls(
    ipcMain,
    (webContentsId) => ownContents.has(webContentsId),
    (contents) => BrowserWindow.fromWebContents(contents)?.id,
    async (windowId, name, input) => (await backend).answer(windowId, name, input),
    (fault) => reportFault('calls', fault),
  )

  app.on('second-instance', showWindow)
  app.on('activate', showWindow)
  app.on('window-all-closed', () => {
    void staysInTray(backend, desktopHasTray).then((stays) => {
      if (!stays && BrowserWindow.getAllWindows().length === 0) app.quit()
    })
  })

  let endWarnings: (() => void) | undefined
  let quits = false
  let ended = false
  app.on('will-quit', (event) => {
    if (ended) return
    event.preventDefault()
    quits = true
    endWarnings?.()
    const limit = setTimeout(endLimit)
    const endServices = backend.then(({ services }) => services.end())
    void Promise.race([Promise.allSettled([clipboard.clearSecret(), endServices]), limit]).finally(() => {
      ended = true
      app.quit()
    })
  })

  void backend
    .then(async ({ services }) => {
      powerMonitor.on('resume', () => services.lists.wake())
      // Practice profiles are of use only while their service runs.
      if ((await services.profiles.list()).some(({ profile }) => profile.practice)) await services.practice.start()
    })
    .catch((fault: unknown) => reportFault('start', fault))

  void backend
    .then(async ({ services, sendEvent }) => {
      await setTimeout(stillness)
      if (quits) return
      // The first request would wait for it, and says what is wrong if it fails.
      void services.http.prepare().catch(() => undefined)
      const { startDesktopWarnings } = await import('./expiry/desktop-warnings.ts')
      endWarnings = startDesktopWarnings({
        services,
        platform: process.platform,
        hasTray: await desktopHasTray(),
        open: (place) => {
          if (BrowserWindow.getAllWindows().length === 0) credentialToOpen = place
          else sendEvent('app.openCredential', place)
          showWindow()
        },
        openWindow: showWindow,
        quit: () => app.quit(),
        onFault: (fault) => reportFault('warnings', fault),
      })
    })
    .catch((fault: unknown) => reportFault('warnings', fault))
}

/** Whether the app keeps running without a window: only with a tray icon that is seen, from which it can be quit. */
async function staysInTray(backend: Promise<Backend>, desktopHasTray: () => Promise<boolean>): Promise<boolean> {
  try {
    const { warnings } = await (await backend).services.settings.read()
    return warnings.tray && warnings.background && (await desktopHasTray())
  } catch {
    return false
  }
}
