/**
 * The parts of Electron that reach into the desktop. There is none here that a test could look at, so they keep to
 * themselves: dialogs are closed without a choice, the clipboard is this process's own, and opened addresses are only
 * noted. Specs replace the dialogs' functions, as they do on Electron.
 */

/** Electron's `clipboard`. */
export function createClipboard(): object {
  let text = ''
  return {
    readText: () => Promise.resolve(text),
    writeText: (written: string) => {
      text = written
      return Promise.resolve()
    },
    clear: () => {
      text = ''
    },
  }
}

interface MessageBoxOptions {
  readonly cancelId?: number
}

/** Electron's `dialog`. */
export function createDialog(): object {
  return {
    showOpenDialog: () => Promise.resolve({ canceled: true, filePaths: [] }),
    showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
    showMessageBox: (first: object, second?: object) => {
      const { cancelId = 0 } = (second ?? first) as MessageBoxOptions
      return Promise.resolve({ response: cancelId, checkboxChecked: false })
    },
  }
}

/** Electron's `shell`. */
export function createShell(): object {
  return {
    openExternal: (url: string) => {
      process.stderr.write(`The Chromium host was asked to open ${url} in a browser.\n`)
      return Promise.resolve()
    },
  }
}

/** Electron's `Menu`: kept and never shown. */
export class HostMenu {
  static #applicationMenu: HostMenu | null = null
  readonly items: readonly object[]

  constructor(items: readonly object[]) {
    this.items = items
  }

  static buildFromTemplate(items: readonly object[]): HostMenu {
    return new HostMenu(items)
  }

  static setApplicationMenu(menu: HostMenu | null): void {
    HostMenu.#applicationMenu = menu
  }

  static getApplicationMenu(): HostMenu | null {
    return HostMenu.#applicationMenu
  }
}
