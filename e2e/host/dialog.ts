import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { HostWindow, type OpenWindows } from './browser-window.ts'
import { chooseFiles } from './file-chooser.ts'
import { unsupported } from './unsupported.ts'

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
 * Electron's `dialog`, with the dialogs that Chromium itself has: its file chooser, and its questions. All run in the
 * preload's world, so that the page never gets to know a path. Specs replace these functions, as they do on Electron.
 */
export function createDialog(windows: OpenWindows): HostDialog {
  /** Electron takes an optional window before the options. */
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
        // Chromium's chooser tells a folder's files, and of an empty folder nothing.
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

    // Without a window of the app there is nobody to show it to, as in Electron on Linux before it is ready.
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

/** Has the person type a path; undefined where they closed the question. */
async function askForPath(window: HostWindow, question: string, suggestion: string): Promise<string | undefined> {
  const answer = await window.webContents.askAside(
    (asked: string, suggested: string) => globalThis.prompt(asked, suggested),
    [question, suggestion],
  )
  if (answer === undefined || answer === null || answer.trim() === '') return undefined
  return resolve(homedir(), answer.trim().replace(/^~\//u, ''))
}

/** Where files are saved when nobody says otherwise. */
function standardFolder(): string {
  const downloads = join(homedir(), 'Downloads')
  return existsSync(downloads) ? downloads : homedir()
}
