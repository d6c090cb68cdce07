import type { RuleVerdict } from '#shared/requests/logged-request.ts'
import { count } from '../ui/text/count.ts'

export function checksMessage(rules: readonly RuleVerdict[]): {
  readonly tone: 'good' | 'bad'
  readonly words: string
} {
  const countOf = (outcome: RuleVerdict['outcome']): number => rules.filter((rule) => rule.outcome === outcome).length
  const [failed, notChecked] = [countOf('failed'), countOf('not-checked')]
  const checked = rules.length - notChecked
  const note = notChecked === 0 ? '' : ` ${notChecked} not checked.`
  return failed > 0
    ? { tone: 'bad', words: `${failed} of ${count(checked, 'check')} failed.${note}` }
    : { tone: 'good', words: `${checked === 1 ? '1 check' : `All ${checked} checks`} passed.${note}` }
}
