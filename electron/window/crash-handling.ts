import { app, dialog, type BrowserWindow } from 'electron'
import type { FaultLog } from '../fault-log.ts'
import { appUrl } from './app-protocol.ts'

/** A page that crashes again within this time is reloaded only after asking, in milliseconds. */
const calmTime = 60_000

/** How long quitting may take after a fault, in milliseconds: longer than the services may take to end. */
const quitLimit = 10_000

/**
 * Records uncaught errors. After an uncaught exception main quits properly: its state may be wrong. After an unhandled
 * rejection Clavis continues.
 */
export function recordUncaughtFaults(faults: FaultLog): void {
  let isQuitting = false
  // A closed terminal is no error.
  process.stderr.on('error', () => undefined)
  process.on('unhandledRejection', (fault) => faults.note('main', fault))
  process.on('uncaughtException', (fault) => {
    faults.noteEnd('main', fault)
    if (isQuitting) {
      app.exit(1)
      return
    }
    isQuitting = true
    setTimeout(() => app.exit(1), quitLimit).unref()
    app.quit()
  })
}

/**
 * Reloads the page when its process is gone. If that happens twice within a minute, the person decides: endless reloads
 * would hide the problem.
 */
export function reloadGonePage(window: BrowserWindow, faults: FaultLog): void {
  const { webContents } = window
  let lastTime = Number.NEGATIVE_INFINITY
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    faults.notePage({ reason, exitCode })
    const isAgain = performance.now() - lastTime < calmTime
    lastTime = performance.now()
    void (isAgain ? wantsReload(window) : Promise.resolve(true))
      .then((reload) => (reload ? webContents.loadURL(appUrl) : app.quit()))
      .catch((fault: unknown) => faults.note('window', fault))
  })
}

async function wantsReload(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Window stopped working',
    message: 'The window stopped working twice within a minute.',
    detail:
      'Reload it or quit Clavis. Your profiles and keys are not affected. Details are in faults.log in the data folder.',
    buttons: ['Reload', 'Quit Clavis'],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}

/** Returns what the window shows after a run that ended with an error. */
export function unexpectedEndNotices(faults: FaultLog): readonly string[] {
  const date = faults.lastUnexpectedEnd()
  if (date === undefined) return []
  const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
  return [
    `Clavis quit unexpectedly on ${time}. Saved data is not affected. Details are in faults.log in the data folder.`,
  ]
}
