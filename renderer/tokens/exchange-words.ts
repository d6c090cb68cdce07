import type { ExchangeTimings } from '../../shared/model/activity.ts'
import type { RuleVerdict, TokenExchange } from '../../shared/model/exchange.ts'

/** How a comparison with the document came out, in a sentence. */
export function comparisonWords(rules: readonly RuleVerdict[]): {
  readonly tone: 'good' | 'bad'
  readonly words: string
} {
  const count = (outcome: RuleVerdict['outcome']): number => rules.filter((rule) => rule.outcome === outcome).length
  const [broken, departing, open] = [count('broken'), count('departs'), count('open')]
  const judged = rules.length - open
  const departs = departing === 0 ? '' : ` ${departing} ${departing === 1 ? 'departs' : 'depart'} by your settings.`
  if (broken > 0)
    return { tone: 'bad', words: `${broken} of ${judged} rules ${broken === 1 ? 'is' : 'are'} broken.${departs}` }
  return { tone: 'good', words: departing === 0 ? `All ${judged} rules are kept.` : `No rule is broken.${departs}` }
}

/** How a token request ended, in a word or two. */
export function endingWords({ outcome }: Pick<TokenExchange, 'outcome'>): string {
  return outcome.kind === 'answered' ? `status ${outcome.status}` : 'no answer'
}

/** A step of an exchange with its time. */
interface TimedStep {
  readonly id: 'preparation' | 'resolve' | 'connect' | 'tls' | 'first-byte' | 'body'
  readonly label: string
  /** When it began, from the exchange's begin on, milliseconds. */
  readonly from: number
  readonly milliseconds: number
}

/** The steps that an exchange took, one after the other. @param durationMs of all; what no step took was preparation */
export function timedSteps(timings: ExchangeTimings, durationMs: number): TimedStep[] {
  const { resolveMs, connectMs, tlsMs, firstByteMs, bodyMs } = timings
  const rest =
    durationMs - [resolveMs, connectMs, tlsMs, firstByteMs, bodyMs].reduce<number>((sum, ms = 0) => sum + ms, 0)
  const steps = [
    { id: 'preparation', label: 'Preparation', milliseconds: rest < 1 ? undefined : rest },
    { id: 'resolve', label: 'Name', milliseconds: resolveMs },
    { id: 'connect', label: 'Connection', milliseconds: connectMs },
    { id: 'tls', label: 'TLS', milliseconds: tlsMs },
    { id: 'first-byte', label: 'First byte', milliseconds: firstByteMs },
    { id: 'body', label: 'Body', milliseconds: bodyMs },
  ] as const
  let from = 0
  return steps.flatMap(({ milliseconds, ...step }) => {
    if (milliseconds === undefined) return []
    from += milliseconds
    return [{ ...step, from: from - milliseconds, milliseconds }]
  })
}
