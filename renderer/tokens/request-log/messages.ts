import type { RuleVerdict, LoggedRequest } from '../../../shared/model/oauth/logged-request.ts'

/** Summarizes the checks of a request. */
export function checksMessage(rules: readonly RuleVerdict[]): {
  readonly tone: 'good' | 'bad'
  readonly words: string
} {
  const count = (outcome: RuleVerdict['outcome']): number => rules.filter((rule) => rule.outcome === outcome).length
  const [failed, overridden, open] = [count('broken'), count('departs'), count('open')]
  const checked = rules.length - open
  const note = overridden === 0 ? '' : ` ${overridden} overridden by your settings.`
  if (failed > 0) return { tone: 'bad', words: `${failed} of ${checked} checks failed.${note}` }
  return {
    tone: 'good',
    words:
      overridden === 0
        ? `All ${checked} checks passed.`
        : `${checked - overridden} of ${checked} checks passed.${note}`,
  }
}

/** Summarizes how a token request ended, in a word or two. */
export function outcomeMessage({ outcome }: Pick<LoggedRequest, 'outcome'>): string {
  return outcome.kind === 'answered' ? `status ${outcome.status}` : 'no response'
}
