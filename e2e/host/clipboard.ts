import type { OpenWindows } from './browser-window.ts'
import type { HostWebContents } from './web-contents.ts'

/** Electron's `clipboard`, as far as the app uses it. */
export interface HostClipboard {
  readText: () => Promise<string>
  writeText: (text: string) => Promise<void>
  clear: () => Promise<void>
}

/**
 * Electron's `clipboard`: Chromium's own, used from the preload's world of an open window, where the page does not
 * notice. Without a window there is nobody to ask: it counts as empty then, and Chromium is about to end.
 * @param letBeRead grants pages to read the clipboard, or denies it
 */
export function createClipboard(
  windows: OpenWindows,
  letBeRead: (setting: 'granted' | 'denied') => Promise<void>,
): HostClipboard {
  /** Chromium lets a page use the clipboard only while it has the focus. */
  async function focused<R>(work: (contents: HostWebContents) => Promise<R>): Promise<R | undefined> {
    const contents = windows.all()[0]?.webContents
    if (contents === undefined) return undefined
    const session = await contents.session()
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    try {
      return await work(contents)
    } finally {
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
    }
  }

  async function readText(): Promise<string> {
    const text = await focused(async (contents) => {
      await letBeRead('granted')
      try {
        return await contents.askAside(() => navigator.clipboard.readText(), [])
      } finally {
        await letBeRead('denied')
      }
    })
    return text ?? ''
  }

  async function writeText(text: string): Promise<void> {
    await focused((contents) => contents.askAside((written: string) => navigator.clipboard.writeText(written), [text]))
  }

  return { readText, writeText, clear: () => writeText('') }
}
