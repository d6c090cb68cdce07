import { missingPart } from './api/unsupported.ts'
/** The module `electron` that the app imports. The host sets its content before the app is loaded. */
import { electronSymbol, type HostElectron } from './host.ts'

const electron = (globalThis as unknown as Record<symbol, HostElectron>)[electronSymbol]
if (electron === undefined) throw new Error('The Chromium host has not been set up.')

export default electron
export const {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  session,
  shell,
  Tray,
  utilityProcess,
} = electron

// The other exports of Electron's main process. A missing export would end the app before it runs; with these, it fails
// only when the part is used, and with its name.
export const autoUpdater = missingPart('autoUpdater')
export const BaseWindow = missingPart('BaseWindow')
export const contentTracing = missingPart('contentTracing')
export const crashReporter = missingPart('crashReporter')
export const desktopCapturer = missingPart('desktopCapturer')
export const globalShortcut = missingPart('globalShortcut')
export const inAppPurchase = missingPart('inAppPurchase')
export const MenuItem = missingPart('MenuItem')
export const MessageChannelMain = missingPart('MessageChannelMain')
export const net = missingPart('net')
export const netLog = missingPart('netLog')
export const powerSaveBlocker = missingPart('powerSaveBlocker')
export const pushNotifications = missingPart('pushNotifications')
export const safeStorage = missingPart('safeStorage')
export const screen = missingPart('screen')
export const ServiceWorkerMain = missingPart('ServiceWorkerMain')
export const ShareMenu = missingPart('ShareMenu')
export const systemPreferences = missingPart('systemPreferences')
export const TouchBar = missingPart('TouchBar')
export const View = missingPart('View')
export const webContents = missingPart('webContents')
export const WebContentsView = missingPart('WebContentsView')
export const webFrameMain = missingPart('webFrameMain')
