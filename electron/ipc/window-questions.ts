import { ClavisError } from '../../shared/model/errors/error.ts'
import type { Confirm } from '../profiles/confirmation.ts'
import type { Desktop } from './desktop.ts'

/** How many cancelled questions within {@link spell} end the asking. */
const maxCancelled = 10

/** For how long a cancelled question counts, milliseconds. */
const spell = 60_000

interface Options {
  readonly ask: Desktop['ask']
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Asks a window's person, one question at a time. A page that asks over and over again to wear the person down is
 * refused without a dialog.
 */
export class WindowQuestions {
  readonly #ask: Options['ask']
  readonly #now: Options['now']
  readonly #open = new Set<number>()
  /** When a window's questions were cancelled. */
  readonly #cancelled = new Map<number, readonly number[]>()

  constructor({ ask, now }: Options) {
    this.#ask = ask
    this.#now = now
  }

  /**
   * Asks in a window.
   * @throws `not-confirmed` if the person cancels, `call-refused` while another question is open, or after too many
   */
  inWindow(windowId: number): Confirm {
    return async (question) => {
      if (this.#open.has(windowId))
        throw new ClavisError('call-refused', 'Another question is open.', { hint: 'Answer it, then try again.' })
      const cancelled = (this.#cancelled.get(windowId) ?? []).filter((at) => this.#now() - at < spell)
      if (cancelled.length >= maxCancelled)
        throw new ClavisError('call-refused', 'You cancelled several questions, so Clavis stopped asking.', {
          hint: 'Try again in a minute.',
        })
      this.#open.add(windowId)
      try {
        if (await this.#ask(windowId, question)) {
          this.#cancelled.delete(windowId)
          return
        }
        this.#cancelled.set(windowId, [...cancelled, this.#now()])
      } finally {
        this.#open.delete(windowId)
      }
      throw new ClavisError('not-confirmed', 'You cancelled. Nothing was changed.')
    }
  }
}
