import { expect, test } from 'vitest'
import type { RuleOutcome } from '../../../shared/model/oauth/exchange.ts'
import { comparisonWords } from './check-messages.ts'

const rules = (...outcomes: RuleOutcome[]): Parameters<typeof comparisonWords>[0] =>
  outcomes.map((outcome, index) => ({ id: String(index), part: 'request', source: '', rule: '', found: '', outcome }))

test('a comparison is told in one sentence; what departs on purpose is no mistake', () => {
  expect(comparisonWords(rules('kept', 'kept', 'open'))).toEqual({ tone: 'good', words: 'All 2 rules are kept.' })
  expect(comparisonWords(rules('kept', 'departs'))).toEqual({
    tone: 'good',
    words: 'No rule is broken. 1 departs by your settings.',
  })
  expect(comparisonWords(rules('broken', 'kept', 'departs', 'departs'))).toEqual({
    tone: 'bad',
    words: '1 of 4 rules is broken. 2 depart by your settings.',
  })
})
