import { join } from 'node:path'
import { AppAddresses } from './api/app-addresses.ts'
import { HostApp } from './api/app.ts'
import { createClipboard, HostClipboardItem, type HostClipboard } from './api/desktop/clipboard.ts'
import { createDialog, type HostDialog } from './api/desktop/dialog.ts'
import { HostMenu } from './api/desktop/menu.ts'
import { createNativeImage, type HostNativeImage } from './api/desktop/native-image.ts'
import { HostNativeTheme } from './api/desktop/native-theme.ts'
import { HostNotification } from './api/desktop/notification.ts'
import { HostPowerMonitor } from './api/desktop/power-monitor.ts'
import { createShell, type HostShell } from './api/desktop/shell.ts'
import { HostTray } from './api/desktop/tray.ts'
import { strict } from './api/unsupported.ts'
import { utilityProcess } from './api/utility-process.ts'
import { createBrowserWindowClass, OpenWindows, type BrowserWindowClass } from './api/window/browser-window.ts'
import { HostIpcMain } from './api/window/ipc-main.ts'
import {
  createProtocol,
  createSessions,
  permissions,
  type HostSession,
  type HostSessions,
} from './api/window/session.ts'
import { startChromium, type Chromium } from './chromium/chromium.ts'
import { Pages } from './chromium/pages.ts'

/** The global symbol under which the host stores the module `electron`. */
export const electronSymbol = Symbol.for('clavis.chromium-host.electron')

/** The host's module `electron`: what the app uses, and an error with its name for everything else. */
export interface HostElectron {
  readonly app: HostApp
  readonly BrowserWindow: BrowserWindowClass
  readonly clipboard: HostClipboard
  readonly ClipboardItem: typeof HostClipboardItem
  readonly dialog: HostDialog
  readonly ipcMain: HostIpcMain
  readonly Menu: typeof HostMenu
  readonly nativeImage: HostNativeImage
  readonly nativeTheme: HostNativeTheme
  readonly Notification: typeof HostNotification
  readonly powerMonitor: HostPowerMonitor
  readonly protocol: object
  readonly session: HostSessions
  readonly shell: HostShell
  readonly Tray: typeof HostTray
  readonly utilityProcess: typeof utilityProcess
}

export interface Host {
  readonly electron: HostElectron
  /** Starts Chromium and lets the app run. */
  readonly start: () => Promise<void>
}

interface Options {
  readonly name: string
  readonly version: string
  readonly switches: Map<string, string>
  readonly headless: boolean
}

/** Creates the host for an app. */
export function createHost({ name, version, switches, headless }: Options): Host {
  let chromium: Chromium | undefined
  let pages: Pages | undefined
  const running = (): Chromium => {
    if (chromium === undefined) throw new Error('Chromium has not been started: wait for app.whenReady().')
    return chromium
  }

  const addresses = new AppAddresses()
  const sessions = createSessions()
  const ipcMain = new HostIpcMain()
  const nativeTheme = new HostNativeTheme()
  const windows = new OpenWindows()
  const app = new HostApp({
    name,
    version,
    switches,
    windows: () => windows.all(),
    shutDown: async (exitCode) => {
      await chromium?.end()
      process.exit(exitCode)
    },
  })
  const BrowserWindow = createBrowserWindowClass({
    browser: () => running().devtools.browser,
    hasNetwork: switches.has('no-proxy-server'),
    openPage: async (hostSession, size) => {
      running()
      if (pages === undefined) throw new Error('Chromium has not been started.')
      const page = await pages.open(size)
      await refusePermissions(hostSession)
      return page
    },
    addresses,
    sessions,
    ipcMain,
    nativeTheme,
    windows,
    onAllClosed: () => app.allWindowsClosed(),
  })

  /** Sets permissions in advance, because Chromium can't ask the app's handler. */
  async function refusePermissions(hostSession: HostSession): Promise<void> {
    const { browser } = running().devtools
    for (const permission of permissions) {
      if (hostSession.grants({}, permission)) continue
      const names = permission === 'media' ? ['camera', 'microphone'] : [permission]
      for (const each of names)
        await browser.send('Browser.setPermission', { permission: { name: each }, setting: 'denied' })
    }
    if (hostSession.listenerCount('will-download') > 0)
      await browser.send('Browser.setDownloadBehavior', { behavior: 'deny' })
  }

  /** Denies reading the clipboard to pages; the app itself allows it briefly. */
  async function letClipboardBeRead(setting: 'granted' | 'denied'): Promise<void> {
    await running().devtools.browser.send('Browser.setPermission', {
      permission: { name: 'clipboard-read' },
      setting,
    })
  }

  async function start(): Promise<void> {
    const profileFolder = join(app.getPath('sessionData'), 'host-profile')
    chromium = startChromium({ profileFolder, switches, headless })
    // Node loads its fetch classes on first use: now, so that the first page doesn't wait for it.
    new Request('about:blank')
    void chromium.ended.then(() => {
      // Chromium was closed by the person or from outside, and the app's windows with it.
      for (const window of windows.all()) window.gone()
    })
    const { browser } = chromium.devtools
    const { product } = await browser.send('Browser.getVersion').catch(() => {
      throw new Error('Chromium ended before it was ready; see its output above.')
    })
    Object.defineProperty(process.versions, 'chrome', { value: product.split('/')[1] ?? '', configurable: true })
    pages = new Pages(chromium, !headless, (targetId) => {
      for (const window of windows.all())
        void window.page.then((page) => {
          if (page.targetId === targetId) window.gone()
        })
    })
    await pages.start()
    app.becomeReady()
  }

  const electron = {
    app: strict('app', app),
    BrowserWindow,
    clipboard: strict('clipboard', createClipboard(windows, letClipboardBeRead)),
    ClipboardItem: HostClipboardItem,
    dialog: strict('dialog', createDialog(windows)),
    ipcMain: strict('ipcMain', ipcMain),
    Menu: strict('Menu', HostMenu),
    nativeImage: strict('nativeImage', createNativeImage()),
    nativeTheme: strict('nativeTheme', nativeTheme),
    Notification: strict('Notification', HostNotification),
    powerMonitor: new HostPowerMonitor(),
    protocol: strict('protocol', createProtocol(addresses)),
    session: strict('session', sessions),
    shell: strict('shell', createShell(headless ? undefined : 'xdg-open')),
    Tray: strict('Tray', HostTray),
    utilityProcess: strict('utilityProcess', utilityProcess),
  }
  return { electron: strict('', electron), start }
}
