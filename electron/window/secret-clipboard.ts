import type { Clipboard, ClipboardItem } from 'electron'

/** How long a copied secret stays on the clipboard, in milliseconds. */
const secretLifetime = 60_000

/** The clipboard, with a limit on how long it holds a secret. */
export interface SecretClipboard {
  readonly copyText: (text: string) => Promise<void>
  /** Copies a secret and clears the clipboard after 60 s if it still holds it. */
  readonly copySecret: (text: string) => Promise<void>
  /** Clears a secret that was copied and is still there, at once: called when the app ends. */
  readonly clearSecret: () => Promise<void>
}

/** What of Electron the clipboard needs. */
interface Surroundings {
  readonly clipboard: Pick<Clipboard, 'readText' | 'writeText' | 'write' | 'clear'>
  readonly createItem: (content: Record<string, string | Blob>) => ClipboardItem
  readonly platform: NodeJS.Platform
}

/**
 * Clipboard formats by which a system and its clipboard histories know that a text is secret. They are a request: a
 * program that does not know them keeps the text all the same.
 */
function concealingFormats(platform: NodeJS.Platform): Readonly<Record<string, Uint8Array<ArrayBuffer>>> {
  // Of the first, Windows only asks whether it is there; the other two are a DWORD, 0 for no.
  if (platform === 'win32')
    return {
      ExcludeClipboardContentFromMonitorProcessing: new Uint8Array(4),
      CanIncludeInClipboardHistory: new Uint8Array(4),
      CanUploadToCloudClipboard: new Uint8Array(4),
    }
  // nspasteboard.org on macOS; KDE's hint is read by others on Linux, too.
  const format = platform === 'darwin' ? 'org.nspasteboard.ConcealedType' : 'x-kde-passwordManagerHint'
  return { [format]: new TextEncoder().encode('secret') }
}

export function createSecretClipboard({ clipboard, createItem, platform }: Surroundings): SecretClipboard {
  let pending: { readonly text: string; readonly timer: NodeJS.Timeout } | undefined

  async function clearSecret(): Promise<void> {
    if (pending === undefined) return
    const { text, timer } = pending
    pending = undefined
    clearTimeout(timer)
    if ((await clipboard.readText()) === text) clipboard.clear()
  }

  /** Writes text and formats at once: a history would keep a text that gets its formats later. */
  async function writeConcealed(text: string): Promise<void> {
    const formats = Object.entries(concealingFormats(platform)).map(
      ([name, bytes]) => [`electron application/osclipboard;format="${name}"`, new Blob([bytes])] as const,
    )
    try {
      await clipboard.write([createItem({ 'text/plain': text, ...Object.fromEntries(formats) })])
    } catch {
      // A desktop that refuses the formats still gets the text: it is cleared after a minute in any case.
      await clipboard.writeText(text)
    }
  }

  return {
    copyText: (text) => clipboard.writeText(text),
    copySecret: async (text) => {
      if (pending !== undefined) clearTimeout(pending.timer)
      await writeConcealed(text)
      // A clipboard that cannot be read when the time is over cannot be cleared either; it tells nobody.
      pending = { text, timer: setTimeout(() => void clearSecret().catch(() => undefined), secretLifetime) }
    },
    clearSecret,
  }
}
