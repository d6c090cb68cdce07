import { unsupported } from '../unsupported.ts'
import type { OpenWindows } from '../window/browser-window.ts'
import type { HostWebContents } from '../window/web-contents.ts'

/** Electron's class `ClipboardItem`, as far as the app uses it. */
export class HostClipboardItem {
  readonly content: Readonly<Record<string, string | Blob>>

  constructor(content: Record<string, string | Blob>) {
    this.content = content
  }

  /** Returns the content of one type. @throws if the item does not have it */
  getType(type: string): Promise<Blob> {
    const value = this.content[type]
    if (value === undefined) return Promise.reject(new Error(`The clipboard has no ${type}.`))
    return Promise.resolve(typeof value === 'string' ? new Blob([value], { type }) : value)
  }
}

/**
 * Returns the type under which Chromium stores it: pages can't write system formats, so a web custom format is used,
 * which can be read back here.
 */
function typeInChromium(type: string): string {
  if (type === 'text/plain' || type === 'text/html') return type
  const name = /^electron application\/osclipboard;format="(?<name>[\w.-]+)"$/u.exec(type)?.groups?.['name']
  if (name === undefined) throw unsupported(`A clipboard format such as ${type}`)
  return `web application/x-${name.toLowerCase()}`
}

/** Electron's `clipboard`, as far as the app uses it. */
export interface HostClipboard {
  read: () => Promise<HostClipboardItem[]>
  readText: () => Promise<string>
  writeText: (text: string) => Promise<void>
  write: (items: readonly HostClipboardItem[]) => Promise<void>
  has: (type: string) => Promise<boolean>
  clear: () => Promise<void>
}

/**
 * Creates Electron's `clipboard` on top of Chromium's, used from the preload's world of an open window, invisibly to
 * the page. Without a window the clipboard counts as empty: Chromium is about to end.
 * @param letBeRead grants pages to read the clipboard, or denies it
 */
export function createClipboard(
  windows: OpenWindows,
  letBeRead: (setting: 'granted' | 'denied') => Promise<void>,
): HostClipboard {
  let last: Promise<unknown> = Promise.resolve()

  /** Runs one access after another: the end of one takes focus and permission away, also from another. */
  function focused<R>(work: (contents: HostWebContents) => Promise<R>): Promise<R | undefined> {
    const done = last.then(() => focusedNow(work))
    last = done.catch(() => undefined)
    return done
  }

  /** Focuses the page first: Chromium allows clipboard access only with focus. */
  async function focusedNow<R>(work: (contents: HostWebContents) => Promise<R>): Promise<R | undefined> {
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

  /** Grants the permission meanwhile; Chromium has one for reading and for writing more than plain content. */
  function withPermission<R>(work: (contents: HostWebContents) => Promise<R>): Promise<R | undefined> {
    return focused(async (contents) => {
      await letBeRead('granted')
      try {
        return await work(contents)
      } finally {
        await letBeRead('denied')
      }
    })
  }

  async function read(): Promise<HostClipboardItem[]> {
    const items = await withPermission((contents) =>
      contents.askAside(async () => {
        const texts = async (item: ClipboardItem): Promise<[string, string][]> =>
          Promise.all(item.types.map(async (type) => [type, await (await item.getType(type)).text()]))
        return Promise.all((await navigator.clipboard.read()).map(texts))
      }, []),
    )
    return (items ?? []).map((entries) => new HostClipboardItem(Object.fromEntries(entries)))
  }

  async function readText(): Promise<string> {
    return (await withPermission((contents) => contents.askAside(() => navigator.clipboard.readText(), []))) ?? ''
  }

  async function writeText(text: string): Promise<void> {
    await focused((contents) => contents.askAside((written: string) => navigator.clipboard.writeText(written), [text]))
  }

  async function write(items: readonly HostClipboardItem[]): Promise<void> {
    const [item] = items
    if (item === undefined || items.length > 1) throw unsupported('A clipboard with other than one item')
    const written = await Promise.all(
      Object.entries(item.content).map(async ([type, value]) => [
        typeInChromium(type),
        typeof value === 'string' ? value : await value.text(),
      ]),
    )
    await withPermission((contents) =>
      contents.askAside(
        (parts: string[][]) =>
          navigator.clipboard.write([
            new ClipboardItem(
              Object.fromEntries(
                parts.map(([type = '', text = '']) => [type, new Blob([text], { type: type.replace(/^web /u, '') })]),
              ),
            ),
          ]),
        [written],
      ),
    )
  }

  async function has(type: string): Promise<boolean> {
    const types = await withPermission((contents) =>
      contents.askAside(async () => (await navigator.clipboard.read()).flatMap((item) => [...item.types]), []),
    )
    return types?.includes(typeInChromium(type)) === true
  }

  return { read, readText, writeText, write, has, clear: () => writeText('') }
}
