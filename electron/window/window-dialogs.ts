import { accesses } from '#shared/call-shapes.ts'
import { ClavisError } from '#shared/errors.ts'
import type { Caller } from '../handler-types.ts'
import type { Desktop } from './desktop.ts'

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
  readonly #cancelled = new Map<number, readonly number[]>()

  /** @param now milliseconds since the epoch */
  constructor(shown: Shown, now: () => number) {
    this.#shown = shown
    this.#now = now
  }

  /**
   * Returns a window as a caller: the person sees it, and answers main's questions there. Its questions and file dialogs
   * throw `not-confirmed` if the person cancels a question, and `call-refused` while another dialog is open, or after too
   * many.
   */
  callerIn(windowId: number): Caller {
    const files = this.#shown.dialogs(windowId)
    const limited = <T>(show: () => Promise<T>, isCancelled: (answer: T) => boolean): Promise<T> =>
      this.#limited(windowId, show, isCancelled)
    return {
      id: windowId,
      may: accesses,
      confirm: async (question) => {
        if (!(await limited(() => this.#shown.ask(windowId, question), isFalse)))
          throw new ClavisError('not-confirmed', 'You cancelled. Nothing was changed.')
      },
      files: {
        chooseFiles: (question) =>
          limited(
            () => files.chooseFiles(question),
            (paths) => paths.length === 0,
          ),
        chooseTarget: (question) => limited(() => files.chooseTarget(question), isUndefined),
        chooseFolder: (question) => limited(() => files.chooseFolder(question), isUndefined),
      },
    }
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
