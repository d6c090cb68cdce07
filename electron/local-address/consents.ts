import { ClavisError } from '#shared/errors.ts'
import type { LocalProgram } from '#shared/local-address/local-address.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { WorkQueue } from '../concurrency.ts'
import type { Confirm } from '../confirmation.ts'
import { localProgramQuestion } from '../profiles/guards/confirmation-messages.ts'
import type { PeerProgram } from './peer-program.ts'

/** How long an agreement lasts, milliseconds. */
export const consentMs = 3_600_000

interface Answer {
  readonly consent: 'agreed' | 'refused'
  /** When it ends, milliseconds since the epoch. */
  readonly until: number
}

/** What the person answered about the programs that call a Production profile through one local address. */
export class Consents {
  readonly #confirm: Confirm
  readonly #now: () => number
  readonly #answers = new Map<string, Answer>()
  /** Open questions, which requests of the same program share. */
  readonly #asked = new Map<string, Promise<void>>()
  /** One dialog at a time. */
  readonly #queue = new WorkQueue()

  constructor(confirm: Confirm, now: () => number) {
    this.#confirm = confirm
    this.#now = now
  }

  /** Makes sure that the person lets a program call a Production profile. @throws `not-confirmed`; what the question throws */
  async require(profile: Profile, program: PeerProgram): Promise<void> {
    const key = keyOf(program)
    const answer = this.#answerOf(key)
    if (answer?.consent === 'agreed') return
    if (answer?.consent === 'refused') throw refusedBefore()
    const asked = this.#asked.get(key) ?? this.#queue.inSequence(() => this.#ask(key, profile, program))
    this.#asked.set(key, asked)
    try {
      await asked
    } finally {
      if (this.#asked.get(key) === asked) this.#asked.delete(key)
    }
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
    this.#asked.clear()
  }

  async #ask(key: string, profile: Profile, program: PeerProgram): Promise<void> {
    const asked = this.#asked.get(key)
    const settle = (consent: Answer['consent']): void => {
      // An answer to a question from before all answers ended is for its own requests alone.
      if (this.#asked.get(key) === asked) this.#answers.set(key, { consent, until: this.#now() + consentMs })
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
