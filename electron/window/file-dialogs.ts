import { BrowserWindow, dialog, type FileFilter, type OpenDialogOptions, type SaveDialogOptions } from 'electron'

/** Lets the person choose files. Main opens the dialogs and accesses the files; the page never sees a path. */
export interface FileDialogs {
  /** Returns absolute paths; none if the dialog was cancelled. */
  readonly chooseFiles: (windowId: number, question: FileQuestion & { several: boolean }) => Promise<readonly string[]>
  /** Returns an absolute path, or undefined if the dialog was cancelled. */
  readonly chooseTarget: (
    windowId: number,
    question: FileQuestion & { suggestion: string },
  ) => Promise<string | undefined>
  /** Returns a folder's absolute path, or undefined if the dialog was cancelled. */
  readonly chooseFolder: (windowId: number, question: Pick<FileQuestion, 'title'>) => Promise<string | undefined>
}

export interface FileQuestion {
  readonly title: string
  readonly filters: FileFilter[]
}

/** The operating system's dialogs, attached to the window that asked; for one that is gone, as if cancelled. */
export const systemFileDialogs: FileDialogs = {
  async chooseFiles(windowId, { title, filters, several }) {
    const properties: OpenDialogOptions['properties'] = several ? ['openFile', 'multiSelections'] : ['openFile']
    return choose(windowId, { title, filters, properties })
  },

  async chooseTarget(windowId, { title, filters, suggestion }) {
    const options: SaveDialogOptions = {
      title,
      filters,
      defaultPath: suggestion,
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    }
    const window = BrowserWindow.fromId(windowId)
    if (window === null) return undefined
    const answer = await dialog.showSaveDialog(window, options)
    return answer.canceled || answer.filePath === '' ? undefined : answer.filePath
  },

  async chooseFolder(windowId, { title }) {
    const [folder] = await choose(windowId, { title, properties: ['openDirectory', 'createDirectory'] })
    return folder
  },
}

async function choose(windowId: number, options: OpenDialogOptions): Promise<readonly string[]> {
  const window = BrowserWindow.fromId(windowId)
  if (window === null) return []
  const answer = await dialog.showOpenDialog(window, options)
  return answer.canceled ? [] : answer.filePaths
}
