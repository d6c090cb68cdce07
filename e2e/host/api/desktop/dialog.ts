import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { unsupported } from '../unsupported.ts'
import { HostWindow, type OpenWindows } from '../window/browser-window.ts'
import { chooseFiles } from './file-chooser.ts'

interface OpenOptions {
  readonly title?: string
  readonly filters?: readonly { readonly extensions: readonly string[] }[]
  readonly properties?: readonly string[]
}

interface SaveOptions {
  readonly title?: string
  readonly defaultPath?: string
}

interface MessageBoxOptions {
  readonly message: string
  readonly detail?: string
  readonly buttons?: readonly string[]
  readonly cancelId?: number
}

/** Electron's `dialog`, as far as the app uses it. */
export interface HostDialog {
  showOpenDialog: (...given: unknown[]) => Promise<{ canceled: boolean; filePaths: string[] }>
  showSaveDialog: (...given: unknown[]) => Promise<{ canceled: boolean; filePath: string }>
  showMessageBox: (...given: unknown[]) => Promise<{ response: number; checkboxChecked: boolean }>
  showErrorBox: (title: string, content: string) => void
}

/**
 * Creates Electron's `dialog` with the dialogs of Chromium itself: its file chooser and its prompts. All run in the
 * preload's world, so that the page never sees a path. Specs replace these functions, as on Electron.
 */
export function createDialog(windows: OpenWindows): HostDialog {
  /** Separates the optional window from the options. */
  function taken([first, second]: readonly unknown[]): { window: HostWindow; options: object } {
    const window = first instanceof HostWindow ? first : windows.all()[0]
    if (window === undefined) throw unsupported('A dialog without a window')
    return { window, options: (first instanceof HostWindow ? second : first) as object }
  }

  return {
    async showOpenDialog(...given) {
      const { window, options } = taken(given)
      const { title = 'Open', filters = [], properties = [] } = options as OpenOptions
      if (properties.includes('openDirectory')) {
        // Chromium's chooser returns a folder's files, which are none for an empty folder.
        const folder = await askForPath(window, `${title}\n\nFolder:`, standardFolder())
        return { canceled: folder === undefined, filePaths: folder === undefined ? [] : [folder] }
      }
      const extensions = filters.flatMap((filter) => filter.extensions)
      const accept = extensions.includes('*') ? '' : extensions.map((extension) => `.${extension}`).join(',')
      const filePaths = await chooseFiles(window.webContents, accept, properties.includes('multiSelections'))
      return { canceled: filePaths.length === 0, filePaths }
    },

    async showSaveDialog(...given) {
      const { window, options } = taken(given)
      const { title = 'Save', defaultPath = '' } = options as SaveOptions
      const filePath = await askForPath(window, `${title}\n\nSave as:`, resolve(standardFolder(), defaultPath))
      if (filePath === undefined) return { canceled: true, filePath: '' }
      const mayWrite =
        !existsSync(filePath) ||
        (await window.webContents.askAside(
          (question: string) => globalThis.confirm(question),
          [`${filePath} exists already. Replace it?`],
        ))
      return mayWrite ? { canceled: false, filePath } : { canceled: true, filePath: '' }
    },

    // Without a window it can't be shown, like in Electron on Linux before the app is ready.
    showErrorBox(title, content) {
      process.stderr.write(`${title}\n${content}\n`)
    },

    async showMessageBox(...given) {
      const { window, options } = taken(given)
      const { message, detail = '', buttons = ['OK', 'Cancel'], cancelId = 0 } = options as MessageBoxOptions
      if (buttons.length !== 2) throw unsupported('A message box that is no question with two answers')
      const agreed = await window.webContents.askAside(
        (question: string) => globalThis.confirm(question),
        [detail === '' ? message : `${message}\n\n${detail}`],
      )
      return { response: agreed ? 1 - cancelId : cancelId, checkboxChecked: false }
    },
  }
}

/** Asks for a path; undefined if the prompt was cancelled. */
async function askForPath(window: HostWindow, question: string, suggestion: string): Promise<string | undefined> {
  const answer = await window.webContents.askAside(
    (asked: string, suggested: string) => globalThis.prompt(asked, suggested),
    [question, suggestion],
  )
  if (answer === undefined || answer === null || answer.trim() === '') return undefined
  return resolve(homedir(), answer.trim().replace(/^~\//u, ''))
}

/** Returns the default folder for saved files. */
function standardFolder(): string {
  const downloads = join(homedir(), 'Downloads')
  return existsSync(downloads) ? downloads : homedir()
}
