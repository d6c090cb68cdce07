import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'

/** Electron's `shell`, as far as the app uses it. */
export interface HostShell {
  openExternal: (url: string) => Promise<void>
  /** Resolves to what went wrong, or an empty text. */
  openPath: (path: string) => Promise<string>
  showItemInFolder: (path: string) => void
}

/**
 * Creates Electron's `shell`, which opens an address in the person's browser, and a file with its program. Without a screen
 * it only logs it.
 * @param openCommand the program that opens an address or file, undefined without a screen
 */
export function createShell(openCommand: string | undefined): HostShell {
  const open = (what: string): Promise<void> =>
    new Promise((opened, failed) => {
      if (openCommand === undefined) {
        process.stderr.write(`The Chromium host was asked to open ${what}.\n`)
        opened()
        return
      }
      const child = spawn(openCommand, [what], { stdio: 'ignore', detached: true })
      child.once('error', () => failed(new Error(`${openCommand} is not there to open ${what}.`)))
      child.once('spawn', () => {
        child.unref()
        opened()
      })
    })
  return {
    openExternal: open,
    openPath: async (path) => {
      if (!isAbsolute(path) || !existsSync(path)) return 'Failed to open path'
      return open(path).then(() => '', String)
    },
    // The program of the system that shows folders selects no file.
    showItemInFolder: (path) => {
      open(dirname(path)).catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
    },
  }
}
