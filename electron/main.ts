import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  app,
  BrowserWindow,
  clipboard as systemClipboard,
  ClipboardItem,
  ipcMain,
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
import { watchLinuxScreenLock } from './local-address/linux-screen-lock.ts'
import { tlsEnvironment } from './start-environment.ts'
import { appScheme } from './window/app-protocol.ts'
import { AppWindows } from './window/app-windows.ts'
import { installApplicationMenu } from './window/application-menu.ts'
import { recordUncaughtFaults } from './window/crash-handling.ts'
import type { Desktop } from './window/desktop.ts'
import { electronDesktop } from './window/electron-desktop.ts'
import { startAsUtility } from './window/keychain-utility-process.ts'
import { handleQuit } from './window/quit.ts'
import { createSecretClipboard } from './window/secret-clipboard.ts'
import { debuggingRefusal, mayBeDebugged } from './window/start/debugging.ts'
import { runtimeProductionAccess } from './window/start/read-only-runtime.ts'
import { sandboxRefusal } from './window/start/sandbox-refusal.ts'

/** The id that keychain entries, notifications and the task bar hang on. It never changes. */
const appId = 'app.clavis.desktop'

/** Windows starts Clavis by it when a notification is clicked: a random one, Electron's default, would miss earlier ones. */
const toastActivatorId = '{6D2B3A0E-5C1F-4B7A-9E64-1F0C8A72D935}'

/** Exit code of a start with arguments that are not accepted, as on the command line. */
const usageExitCode = 64

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
    const { refuseStart } = await import('./window/start/start-refusal.ts')
    refuseStart(error)
    return
  }
  if (app.requestSingleInstanceLock()) startWindow()
  else app.quit()
}

function startWindow(): void {
  prepareElectron()
  const faults = new FaultLog({ folder: app.getPath('userData'), now: Date.now })
  recordUncaughtFaults(faults)
  const clipboard = createSecretClipboard({
    clipboard: systemClipboard,
    createItem: (content) => new ClipboardItem(content),
    platform: process.platform,
  })
  const onSessionEnd = (): void => clipboard.clearSecretNow()
  const windows = new AppWindows({ preloadFile, pageFolder, isDebuggable, faults, onSessionEnd })
  const opened = app.whenReady().then(() => {
    windows.open()
    // Until then the window has Electron's own menu, with entries that this one leaves out.
    installApplicationMenu(process.platform, isDebuggable, {
      open: (topic) => {
        windows.show()
        void backend.then(({ sendEvent }) => sendEvent('app.openHelp', { topic })).catch(() => undefined)
      },
      openAbout: () => {
        windows.show()
        void backend.then(({ sendEvent }) => sendEvent('app.openAbout', undefined)).catch(() => undefined)
      },
    })
  })
  const backend = startBackend(opened, windows, electronDesktop({ windows, clipboard, faults }))
  registerCalls(
    ipcMain,
    (webContentsId) => windows.owns(webContentsId),
    (contents) => BrowserWindow.fromWebContents(contents)?.id,
    async (windowId, name, input) => (await backend).answer(windowId, name, input),
    (fault) => reportFault('calls', fault),
  )
  app.on('second-instance', () => windows.show())
  app.on('activate', () => windows.show())
  let trayAnswer: Promise<boolean> | undefined
  /** Asked when it is needed first: while the app starts, the desktop's answer may come too late. */
  const desktopHasTray = (): Promise<boolean> => (trayAnswer ??= hasTray(process.platform))
  const quitting = handleQuit({ backend, clipboard, desktopHasTray })
  wakeServices(backend).catch((fault: unknown) => reportFault('start', fault))
  startWarnings({ backend, windows, desktopHasTray, quitting }).catch((fault: unknown) =>
    reportFault('warnings', fault),
  )
}

/** Sets what Electron accepts only before it is ready. */
function prepareElectron(): void {
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
}

/** Builds the services once a window is open. Main's code is loaded while Chromium starts: later, the page's files would wait for it. */
async function startBackend(opened: Promise<void>, windows: AppWindows, desktop: Desktop): Promise<Backend> {
  const [{ createBackend }] = await Promise.all([import('./backend.ts'), opened])
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
      productionAccess: runtimeProductionAccess(process.versions.v8, process.env['CLAVIS_RUNTIME']),
    },
    desktop,
    () => windows.contents(),
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
}

/** Continues loads when the computer wakes up, and starts the practice service if a profile needs it. */
async function wakeServices(backend: Promise<Backend>): Promise<void> {
  const { services } = await backend
  powerMonitor.on('resume', () => services.lists.wake())
  // Someone else may unlock the screen.
  const { localAddresses } = services
  powerMonitor.on('lock-screen', () => localAddresses.revokeConsents())
  if (process.platform === 'linux')
    watchLinuxScreenLock({
      isNeeded: () => localAddresses.hasAgreements,
      onLock: () => localAddresses.revokeConsents(),
    })
  // Practice profiles are of use only while their service runs.
  if ((await services.profiles.list()).some(({ profile }) => profile.practice)) await services.practice.start()
}

/** Starts tray and warnings once the page and what the person does had their time, until the app quits. */
async function startWarnings({
  backend,
  windows,
  desktopHasTray,
  quitting,
}: {
  readonly backend: Promise<Backend>
  readonly windows: AppWindows
  readonly desktopHasTray: () => Promise<boolean>
  readonly quitting: AbortSignal
}): Promise<void> {
  const { services, sendEvent } = await backend
  await setTimeout(stillness)
  if (quitting.aborted) return
  // The first request would wait for it, and says what is wrong if it fails.
  void services.http.prepare().catch(() => undefined)
  const { startDesktopWarnings } = await import('./expiry/desktop-warnings.ts')
  const endWarnings = startDesktopWarnings({
    services,
    platform: process.platform,
    hasTray: await desktopHasTray(),
    open: (place) => windows.showPlace(place, (shown) => sendEvent('app.openPlace', shown)),
    openWindow: () => windows.show(),
    quit: () => app.quit(),
    onFault: (fault) => reportFault('warnings', fault),
  })
  quitting.addEventListener('abort', endWarnings)
}
