import type { RuleVerdict, TokenExchange } from '../../../shared/model/oauth/exchange.ts'

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
