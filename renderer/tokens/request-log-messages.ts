import type { RuleVerdict, LoggedRequest } from '#shared/requests/logged-request.ts'

/** Summarizes the checks of a request. */
export function checksMessage(rules: readonly RuleVerdict[]): {
  readonly tone: 'good' | 'bad'
  readonly words: string
} {
  const count = (outcome: RuleVerdict['outcome']): number => rules.filter((rule) => rule.outcome === outcome).length
  const [failed, notChecked] = [count('failed'), count('not-checked')]
  const checked = rules.length - notChecked
  const note = notChecked === 0 ? '' : ` ${notChecked} not checked.`
  return failed > 0
    ? { tone: 'bad', words: `${failed} of ${checked} checks failed.${note}` }
    : { tone: 'good', words: `All ${checked} checks passed.${note}` }
}

/** Summarizes how a token request ended, in a word or two. */
export function outcomeMessage({ outcome }: Pick<LoggedRequest, 'outcome'>): string {
  return outcome.kind === 'response' ? `status ${outcome.status}` : 'no response'
}
