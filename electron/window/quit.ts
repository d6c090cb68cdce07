import { setTimeout } from 'node:timers/promises'
import { app, BrowserWindow } from 'electron'
import type { Backend } from '../backend.ts'
import type { SecretClipboard } from './secret-clipboard.ts'

/** How long services may take to end when the app quits, in milliseconds. */
const endLimit = 5000

interface Options {
  readonly backend: Promise<Backend>
  readonly clipboard: Pick<SecretClipboard, 'clearSecret'>
  readonly desktopHasTray: () => Promise<boolean>
}

/**
 * Quits the app when its last window is closed, unless it stays in the tray, and ends the services before it quits.
 * @returns a signal that is aborted when the app begins to quit
 */
export function handleQuit({ backend, clipboard, desktopHasTray }: Options): AbortSignal {
  const quitting = new AbortController()
  let ended = false
  app.on('window-all-closed', () => {
    void staysInTray(backend, desktopHasTray).then((stays) => {
      if (!stays && BrowserWindow.getAllWindows().length === 0) app.quit()
    })
  })
  app.on('will-quit', (event) => {
    if (ended) return
    event.preventDefault()
    quitting.abort()
    const limit = setTimeout(endLimit)
    const endServices = backend.then(({ services }) => services.end())
    void Promise.race([Promise.allSettled([clipboard.clearSecret(), endServices]), limit]).finally(() => {
      ended = true
      app.quit()
    })
  })
  return quitting.signal
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
