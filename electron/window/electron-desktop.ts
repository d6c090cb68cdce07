import { basename } from 'node:path'
import { app, nativeTheme, shell } from 'electron'
import { ClavisError } from '#shared/errors.ts'
import type { FaultLog } from '../fault-log.ts'
import type { AppWindows } from './app-windows.ts'
import { unexpectedEndNotices } from './crash-handling.ts'
import type { Desktop } from './desktop.ts'
import type { SecretClipboard } from './secret-clipboard.ts'
import { systemFileDialogs } from './system-file-dialogs.ts'

interface Parts {
  readonly windows: AppWindows
  readonly clipboard: SecretClipboard
  readonly faults: FaultLog
}

/** Returns Electron's desktop. Loads what asks the person when it is needed first. */
export function electronDesktop({ windows, clipboard, faults }: Parts): Desktop {
  return {
    dialogs: systemFileDialogs,
    ask: async (windowId, question) => {
      const { askInDialog } = await import('./question-dialogs.ts')
      return askInDialog(windowId, question)
    },
    clipboard,
    openExternal: async (windowId, address) => {
      const { openExternalAfterConsent } = await import('./question-dialogs.ts')
      return openExternalAfterConsent(windowId, address)
    },
    openFile: async (path) => {
      const problem = await shell.openPath(path)
      if (problem !== '')
        throw new ClavisError('disk-failed', `${basename(path)} couldn’t be opened: ${problem}`, {
          hint: 'Open it from its folder.',
        })
    },
    showInFolder: (path) => shell.showItemInFolder(path),
    appInfo: () => ({
      version: app.getVersion(),
      electronVersion: process.versions.electron,
      chromiumVersion: process.versions.chrome,
      nodeVersion: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
      dataFolder: app.getPath('userData'),
    }),
    notices: () => unexpectedEndNotices(faults),
    takePlaceToOpen: () => windows.takePlaceToOpen(),
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme
    },
  }
}
