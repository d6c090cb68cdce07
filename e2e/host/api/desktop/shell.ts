import { spawn } from 'node:child_process'

/** Electron's `shell`, as far as the app uses it. */
export interface HostShell {
  openExternal: (url: string) => Promise<void>
}

/**
 * Creates Electron's `shell`, which opens an address in the person's browser. Without a screen it only logs it.
 * @param openCommand the program that opens an address, undefined without a screen
 */
export function createShell(openCommand: string | undefined): HostShell {
  return {
    openExternal: (url) =>
      new Promise((opened, failed) => {
        if (openCommand === undefined) {
          process.stderr.write(`The Chromium host was asked to open ${url} in a browser.\n`)
          opened()
          return
        }
        const child = spawn(openCommand, [url], { stdio: 'ignore', detached: true })
        child.once('error', () => failed(new Error(`${openCommand} is not there to open ${url} in a browser.`)))
        child.once('spawn', () => {
          child.unref()
          opened()
        })
      }),
  }
}
