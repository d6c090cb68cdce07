import { expect, test } from 'vitest'
import type { RuleOutcome } from '../../../shared/model/oauth/logged-request.ts'
import { checksMessage } from './messages.ts'

const rules = (...outcomes: RuleOutcome[]): Parameters<typeof checksMessage>[0] =>
  outcomes.map((outcome, index) => ({ id: String(index), part: 'request', source: '', rule: '', found: '', outcome }))

test('checks are summarized in one sentence; overrides by settings are no failures', () => {
  expect(checksMessage(rules('kept', 'kept', 'open'))).toEqual({ tone: 'good', words: 'All 2 checks passed.' })
  expect(checksMessage(rules('kept', 'departs'))).toEqual({
    tone: 'good',
    words: '1 of 2 checks passed. 1 overridden by your settings.',
  })
  expect(checksMessage(rules('broken', 'kept', 'departs', 'departs'))).toEqual({
    tone: 'bad',
    words: '1 of 4 checks failed. 2 overridden by your settings.',
  })
})
