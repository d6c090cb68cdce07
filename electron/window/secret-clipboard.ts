import type { Clipboard, ClipboardItem } from 'electron'
import { ClavisError } from '#shared/errors.ts'

/** How long a copied secret stays on the clipboard, in milliseconds. */
const secretLifetime = 60_000

/** The clipboard, with a time limit for secrets. */
export interface SecretClipboard {
  /** @param html the same as a table, for spreadsheets and mail */
  readonly copyText: (text: string, html?: string) => Promise<void>
  /** Copies a secret and clears the clipboard after 60 s if it still holds it. */
  readonly copySecret: (text: string) => Promise<void>
  /** Clears a copied secret at once if it is still on the clipboard: called when the app quits. */
  readonly clearSecret: () => Promise<void>
  /**
   * Clears the clipboard before it returns if a secret was copied within 60 s, even if something else was copied since:
   * called when the system ends the app.
   */
  readonly clearSecretNow: () => void
}

interface ClipboardOptions {
  readonly clipboard: Pick<Clipboard, 'readText' | 'writeText' | 'write' | 'clear'>
  readonly createItem: (content: Record<string, string | Blob>) => ClipboardItem
  readonly platform: NodeJS.Platform
}

/**
 * Returns clipboard formats that mark a text as secret for the system and clipboard histories. They are a request:
 * programs that don't know them keep the text.
 */
function concealingFormats(platform: NodeJS.Platform): Readonly<Record<string, Uint8Array<ArrayBuffer>>> {
  // Windows only checks whether the first one is present; the other two are a DWORD, 0 for no.
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

export function createSecretClipboard({ clipboard, createItem, platform }: ClipboardOptions): SecretClipboard {
  let pending: { readonly text: string; readonly timer: NodeJS.Timeout } | undefined

  /** Returns the secret that may be on the clipboard, for the caller to clear. */
  function takePending(): string | undefined {
    const text = pending?.text
    clearTimeout(pending?.timer)
    pending = undefined
    return text
  }

  async function clearSecret(): Promise<void> {
    const text = takePending()
    if (text !== undefined && (await clipboard.readText()) === text) clipboard.clear()
  }

  /** Writes text and formats in one step: a history would keep a text if its formats were added later. */
  async function writeConcealed(text: string): Promise<void> {
    const formats = Object.entries(concealingFormats(platform)).map(
      ([name, bytes]) => [`electron application/osclipboard;format="${name}"`, new Blob([bytes])] as const,
    )
    try {
      await clipboard.write([createItem({ 'text/plain': text, ...Object.fromEntries(formats) })])
    } catch {
      // If the desktop refuses the formats, only the text is written. It is cleared after a minute all the same.
      await writeText(text)
    }
  }

  async function writeText(text: string, html?: string): Promise<void> {
    try {
      if (html === undefined) await clipboard.writeText(text)
      else await clipboard.write([createItem({ 'text/plain': text, 'text/html': html })])
    } catch (cause) {
      throw new ClavisError('clipboard-failed', 'The system couldn’t write to the clipboard.', {
        hint: 'Another program may be using it. Try again.',
        cause,
      })
    }
  }

  return {
    copyText: writeText,
    copySecret: async (text) => {
      clearTimeout(pending?.timer)
      await writeConcealed(text)
      // If the clipboard can't be read by then, it can't be cleared either.
      pending = { text, timer: setTimeout(() => void clearSecret().catch(() => undefined), secretLifetime) }
    },
    clearSecret,
    clearSecretNow: () => {
      if (takePending() !== undefined) clipboard.clear()
    },
  }
}
