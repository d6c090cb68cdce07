/** The module `electron` as the app imports it. The host put the real thing here before the app was loaded. */
import { electronSymbol, type HostElectron } from './host.ts'

const electron = (globalThis as unknown as Record<symbol, HostElectron>)[electronSymbol]
if (electron === undefined) throw new Error('The Chromium host has not been set up.')

export default electron
export const { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, nativeTheme, protocol, session, shell } = electron
