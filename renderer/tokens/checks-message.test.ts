import { expect, test } from 'vitest'
import type { RuleOutcome } from '#shared/requests/logged-request.ts'
import { checksMessage } from './checks-message.ts'

const rules = (...outcomes: RuleOutcome[]): Parameters<typeof checksMessage>[0] =>
  outcomes.map((outcome, index) => ({ id: String(index), part: 'request', source: '', rule: '', found: '', outcome }))

test.each<[RuleOutcome[], ReturnType<typeof checksMessage>]>([
  [['passed', 'passed'], { tone: 'good', words: 'All 2 checks passed.' }],
  [['passed', 'not-checked'], { tone: 'good', words: '1 check passed. 1 not checked.' }],
  [['failed'], { tone: 'bad', words: '1 of 1 check failed.' }],
  [['failed', 'passed', 'not-checked'], { tone: 'bad', words: '1 of 2 checks failed. 1 not checked.' }],
])('checksMessage: counts the results of %j', (outcomes, message) => {
  expect(checksMessage(rules(...outcomes))).toEqual(message)
})
