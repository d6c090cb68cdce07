import { ClavisError } from '../../shared/model/errors/error.ts'
import type { Confirm } from '../profiles/confirmation/confirmation.ts'
import type { Desktop } from './desktop.ts'

/** Number of cancelled questions within {@link spell} after which no more are asked. */
const maxCancelled = 10

/** How long a cancelled question counts, milliseconds. */
const spell = 60_000

interface Options {
  readonly ask: Desktop['ask']
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Asks the person at a window, one question at a time. Refuses without a dialog if a page asks over and over to wear
 * the person down.
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
   * Returns a function that asks in a window.
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
