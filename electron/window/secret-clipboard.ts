import { clipboard } from 'electron'

/** How long a copied secret stays on the clipboard, in milliseconds. */
const secretLifetime = 60_000

/** The clipboard, with a limit on how long it holds a secret. */
export interface SecretClipboard {
  readonly copyText: (text: string) => void
  /** Copies a secret and clears the clipboard after 60 s if it still holds it. */
  readonly copySecret: (text: string) => void
  /** Clears a secret that was copied and is still there, at once: called when the app ends. */
  readonly clearSecret: () => void
}

export function createSecretClipboard(): SecretClipboard {
  let pending: { readonly text: string; readonly timer: NodeJS.Timeout } | undefined

  function clearSecret(): void {
    if (pending === undefined) return
    clearTimeout(pending.timer)
    if (clipboard.readText() === pending.text) clipboard.clear()
    pending = undefined
  }

  return {
    copyText: (text) => clipboard.writeText(text),
    copySecret: (text) => {
      if (pending !== undefined) clearTimeout(pending.timer)
      clipboard.writeText(text)
      pending = { text, timer: setTimeout(clearSecret, secretLifetime) }
    },
    clearSecret,
  }
}
