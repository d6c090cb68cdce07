import { clipboard } from 'electron'

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

export function createSecretClipboard(): SecretClipboard {
  let pending: { readonly text: string; readonly timer: NodeJS.Timeout } | undefined

  async function clearSecret(): Promise<void> {
    if (pending === undefined) return
    const { text, timer } = pending
    pending = undefined
    clearTimeout(timer)
    if ((await clipboard.readText()) === text) clipboard.clear()
  }

  return {
    copyText: (text) => clipboard.writeText(text),
    copySecret: async (text) => {
      if (pending !== undefined) clearTimeout(pending.timer)
      await clipboard.writeText(text)
      // A clipboard that cannot be read when the time is over cannot be cleared either; it tells nobody.
      pending = { text, timer: setTimeout(() => void clearSecret().catch(() => undefined), secretLifetime) }
    },
    clearSecret,
  }
}
