import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'
import type { FileDialogs } from '../files/file-dialogs.ts'

/** Returns the operating system's dialogs, attached to a window; for one that is gone, as if cancelled. */
export function systemFileDialogs(windowId: number): FileDialogs {
  return {
    chooseFiles: ({ title, filters, several }) =>
      choose(windowId, { title, filters, properties: several ? ['openFile', 'multiSelections'] : ['openFile'] }),

    async chooseTarget({ title, filters, suggestion }) {
      const window = BrowserWindow.fromId(windowId)
      if (window === null) return undefined
      const answer = await dialog.showSaveDialog(window, {
        title,
        filters,
        defaultPath: suggestion,
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      })
      return answer.canceled || answer.filePath === '' ? undefined : answer.filePath
    },

    async chooseFolder({ title }) {
      const [folder] = await choose(windowId, { title, properties: ['openDirectory', 'createDirectory'] })
      return folder
    },
  }
}

async function choose(windowId: number, options: OpenDialogOptions): Promise<readonly string[]> {
  const window = BrowserWindow.fromId(windowId)
  if (window === null) return []
  const answer = await dialog.showOpenDialog(window, options)
  return answer.canceled ? [] : answer.filePaths
}
