import { expect, test } from 'vitest'
import type { RuleOutcome } from '../../shared/model/exchange.ts'
import { comparisonWords, timedSteps } from './exchange-words.ts'

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

test('only steps that were taken are shown: a connection that was open took none to open', () => {
  expect(timedSteps({ firstByteMs: 5, bodyMs: 1, reused: true }, 6.5).map(({ id }) => id)).toEqual([
    'first-byte',
    'body',
  ])
  const all = timedSteps({ resolveMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 4, bodyMs: 5, reused: false }, 25)
  expect(all.map(({ from, milliseconds }) => [from, milliseconds])).toEqual([
    [0, 10],
    [10, 1],
    [11, 2],
    [13, 3],
    [16, 4],
    [20, 5],
  ])
})
