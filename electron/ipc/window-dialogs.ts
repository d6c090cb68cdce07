import { basename } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import type { AppInfo, AppSettings } from '#shared/settings/app-settings.ts'
import type { Confirm, Confirmation } from '../confirmation.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import type { FileDialogs, FileQuestion } from '../window/file-dialogs.ts'
import type { SecretClipboard } from '../window/secret-clipboard.ts'

/** Identifies a credential, or only its profile if that has none. */
export interface CredentialPlace {
  readonly profileId: string
  readonly credentialId?: string
}

/** What calls need from the desktop: everything here is Electron's, so that handlers can run without it in tests. */
export interface Desktop {
  readonly dialogs: FileDialogs
  /** Asks the person in a dialog of main; returns whether they agreed. */
  readonly ask: (windowId: number, question: Confirmation) => Promise<boolean>
  readonly clipboard: Pick<SecretClipboard, 'copyText' | 'copySecret'>
  readonly openExternal: (windowId: number, address: string) => Promise<boolean>
  readonly appInfo: () => Omit<AppInfo, 'notices' | 'productionAccess'>
  /** Messages about the previous run of Clavis. */
  readonly notices: () => readonly string[]
  /** Returns the credential to show in a window that opens now; only once. */
  readonly takeCredentialToOpen: () => CredentialPlace | undefined
  readonly applyTheme: (theme: AppSettings['theme']) => void
}

/** Number of cancelled dialogs within {@link spell} after which no more are opened. */
const maxCancelled = 10

/** How long a cancelled dialog counts, milliseconds. */
const spell = 60_000

type Shown = Pick<Desktop, 'ask' | 'dialogs' | 'openExternal'>

/**
 * Opens every dialog that a page can ask for: questions, file dialogs and links. A window has one at a time. Refuses
 * without a dialog if a page opens them over and over to wear the person down.
 */
export class WindowDialogs {
  readonly #shown: Shown
  readonly #now: () => number
  readonly #open = new Set<number>()
  /** When a window's dialogs were cancelled. */
  readonly #cancelled = new Map<number, readonly number[]>()

  /** @param now milliseconds since the epoch */
  constructor(shown: Shown, now: () => number) {
    this.#shown = shown
    this.#now = now
  }

  /**
   * Returns a function that asks in a window.
   * @throws `not-confirmed` if the person cancels; `call-refused` while another dialog is open, or after too many
   */
  inWindow(windowId: number): Confirm {
    return async (question) => {
      if (!(await this.#limited(windowId, () => this.#shown.ask(windowId, question), isFalse)))
        throw new ClavisError('not-confirmed', 'You cancelled. Nothing was changed.')
    }
  }

  /** Dialogs for files. @throws `call-refused` while another dialog is open, or after too many */
  readonly files: Desktop['dialogs'] = {
    chooseFiles: (windowId, question) =>
      this.#limited(
        windowId,
        () => this.#shown.dialogs.chooseFiles(windowId, question),
        (paths) => paths.length === 0,
      ),
    chooseTarget: (windowId, question) =>
      this.#limited(windowId, () => this.#shown.dialogs.chooseTarget(windowId, question), isUndefined),
    chooseFolder: (windowId, question) =>
      this.#limited(windowId, () => this.#shown.dialogs.chooseFolder(windowId, question), isUndefined),
  }

  /** Opens an address after consent. @throws `call-refused` while another dialog is open, or after too many */
  readonly openExternal: Desktop['openExternal'] = (windowId, address) =>
    this.#limited(windowId, () => this.#shown.openExternal(windowId, address), isFalse)

  async #limited<T>(windowId: number, show: () => Promise<T>, isCancelled: (answer: T) => boolean): Promise<T> {
    if (this.#open.has(windowId))
      throw new ClavisError('call-refused', 'Another dialog is open.', { hint: 'Close it, then try again.' })
    const cancelled = (this.#cancelled.get(windowId) ?? []).filter((at) => this.#now() - at < spell)
    if (cancelled.length >= maxCancelled)
      throw new ClavisError('call-refused', 'You cancelled several dialogs, so Clavis stopped opening them.', {
        hint: 'Try again in a minute.',
      })
    this.#open.add(windowId)
    try {
      const answer = await show()
      if (isCancelled(answer)) this.#cancelled.set(windowId, [...cancelled, this.#now()])
      else this.#cancelled.delete(windowId)
      return answer
    } finally {
      this.#open.delete(windowId)
    }
  }
}

function isFalse(answer: boolean): boolean {
  return !answer
}

function isUndefined(answer: string | undefined): boolean {
  return answer === undefined
}

/**
 * Asks where to save a file and writes it.
 * @returns its name; undefined if the user closed the dialog
 * @throws `disk-full`, `disk-failed`
 */
export async function saveFile(
  dialogs: FileDialogs,
  windowId: number,
  question: FileQuestion & { readonly suggestion: string },
  content: string | Uint8Array,
): Promise<{ readonly fileName: string } | undefined> {
  const path = await dialogs.chooseTarget(windowId, question)
  if (path === undefined) return undefined
  await writeFileAtomically(path, content)
  return { fileName: basename(path) }
}
