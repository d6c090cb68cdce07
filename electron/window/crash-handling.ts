import { app, dialog, type BrowserWindow } from 'electron'
import type { FaultLog } from '../faults/fault-log.ts'
import { appUrl } from './app-protocol.ts'

/** A page that is gone again within this time is not loaded again without the person's word, in milliseconds. */
const calmTime = 60_000

/** How long quitting may take after a fault, in milliseconds: longer than the services may take to end. */
const quitLimit = 10_000

/**
 * Records faults that nothing caught. After an uncaught exception main quits in order: its state may be wrong. A rejected
 * promise that nobody waits for changes nothing, and Clavis goes on.
 */
export function recordUncaughtFaults(faults: FaultLog): void {
  let isQuitting = false
  // A terminal that is gone is no fault.
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
 * Loads the page again when its process is gone. If that happens twice within a minute, the person decides: loading
 * again without end would hide that something is wrong.
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

/** What the window says at the start after one that ended by a fault. */
export function unexpectedEndNotices(faults: FaultLog): readonly string[] {
  const date = faults.lastUnexpectedEnd()
  if (date === undefined) return []
  const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(date)
  return [
    `Clavis quit unexpectedly on ${time}. Saved data is not affected. Details are in faults.log in the data folder.`,
  ]
}
