import { ClavisError } from '#shared/errors.ts'
import type { LocalProgram } from '#shared/local-address/local-address.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { WorkQueue } from '../concurrency.ts'
import type { Confirm } from '../confirmation.ts'
import { abortError, untilAborted } from '../http/time-limits.ts'
import { localProgramQuestion } from '../profiles/guards/confirmation-messages.ts'
import type { PeerProgram } from './peer-program.ts'

/** How long an agreement lasts, milliseconds. */
export const consentMs = 3_600_000

interface Answer {
  readonly consent: 'agreed' | 'refused'
  /** When it ends, milliseconds since the epoch. */
  readonly until: number
}

interface Question {
  readonly answered: Promise<void>
  /** Signals of the requests that wait for it. */
  readonly waiting: Set<AbortSignal>
}

/** What the person answered about the programs that call a Production profile through one local address. */
export class Consents {
  readonly #confirm: Confirm
  readonly #now: () => number
  readonly #answers = new Map<string, Answer>()
  /** Open questions, which requests of the same program share. */
  readonly #questions = new Map<string, Question>()
  /** How often all answers ended. */
  #generation = 0
  /** One dialog at a time. */
  readonly #queue = new WorkQueue()

  constructor(confirm: Confirm, now: () => number) {
    this.#confirm = confirm
    this.#now = now
  }

  /**
   * Makes sure that the person lets a program call a Production profile.
   * @param signal aborts when the caller has gone, for which nothing is asked
   * @throws `not-confirmed`, `cancelled`; what the question throws
   */
  async require(profile: Profile, program: PeerProgram, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw abortError(signal)
    const key = keyOf(program)
    if (this.#isAgreed(key)) return
    const question = this.#questions.get(key) ?? this.#begin(key, profile, program)
    question.waiting.add(signal)
    await untilAborted(question.answered, signal)
  }

  /** Makes sure that an agreement counts now, without a question. @throws `not-confirmed` */
  requireAgreed(program: PeerProgram): void {
    if (!this.#isAgreed(keyOf(program)))
      throw new ClavisError('not-confirmed', 'The agreement to this program’s requests has ended.', {
        hint: 'Send the request again to be asked again.',
      })
  }

  /** Returns what is known about a program, as shown. */
  of(program: PeerProgram): Pick<LocalProgram, 'consent' | 'agreedUntil'> {
    const answer = this.#answerOf(keyOf(program))
    if (answer === undefined) return {}
    const { consent, until } = answer
    return consent === 'refused' ? { consent } : { consent, agreedUntil: new Date(until).toISOString() }
  }

  /** Ends all answers, so that the next request of each program asks. */
  revoke(): void {
    this.#answers.clear()
    this.#questions.clear()
    this.#generation += 1
  }

  #begin(key: string, profile: Profile, program: PeerProgram): Question {
    const waiting = new Set<AbortSignal>()
    const answered = this.#queue.inSequence(() => this.#ask(key, profile, program, waiting))
    const question = { answered, waiting }
    this.#questions.set(key, question)
    const forget = (): void => {
      if (this.#questions.get(key) === question) this.#questions.delete(key)
    }
    void answered.then(forget, forget)
    return question
  }

  async #ask(key: string, profile: Profile, program: PeerProgram, waiting: ReadonlySet<AbortSignal>): Promise<void> {
    // By a question that was asked before all answers ended.
    if (this.#isAgreed(key)) return
    if ([...waiting].every(({ aborted }) => aborted)) throw new ClavisError('cancelled', 'The caller has gone.')
    const generation = this.#generation
    const settle = (consent: Answer['consent']): void => {
      // An answer to a question from before all answers ended is for its own requests alone.
      if (this.#generation === generation) this.#answers.set(key, { consent, until: this.#now() + consentMs })
    }
    try {
      await this.#confirm(localProgramQuestion(profile, program, consentMs / 60_000))
      settle('agreed')
    } catch (error) {
      // Not if another dialog was open: then there was no answer.
      if (error instanceof ClavisError && error.code === 'not-confirmed') settle('refused')
      throw error
    }
  }

  /** @throws `not-confirmed` if the person refused */
  #isAgreed(key: string): boolean {
    const answer = this.#answerOf(key)
    if (answer?.consent === 'refused') throw refusedBefore()
    return answer?.consent === 'agreed'
  }

  #answerOf(key: string): Answer | undefined {
    const answer = this.#answers.get(key)
    return answer !== undefined && this.#now() < answer.until ? answer : undefined
  }
}

/** Programs are the same if their executables are: a script may start one many times. */
function keyOf({ path, name }: PeerProgram): string {
  return path ?? name
}

function refusedBefore(): ClavisError {
  return new ClavisError('not-confirmed', 'You refused this program’s requests to a Production profile.', {
    hint: 'Close the local address and open it again to be asked again.',
  })
}
