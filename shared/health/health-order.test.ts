import { expect, test } from 'vitest'
import type { HealthFacts } from './finding.ts'
import { byHealth } from './health-order.ts'
import type { Health } from './health-schemas.ts'
import { healthOf } from './health.ts'
import { at, dates, failure, inStep, known, now, problem, unverified, verified } from './testing/health-facts.ts'

const judged = (facts: HealthFacts): { profile: HealthFacts['profile']; health: Health } => ({
  profile: facts.profile,
  health: healthOf(facts, now, dates),
})

test('byHealth: sorts by urgency, then real before practice profiles, then by days left and name', () => {
  const practice = known('practice', 3)
  const sorted = [
    known('fine', 212),
    known('failing', 100, { status: { ...verified, lastFailure: failure, problem } }),
    known('recovered', 300, { status: { ...verified, lastFailure: { ...failure, recoveredAt: at(0) } } }),
    known('new', undefined, { status: unverified }),
    known('soon', 24),
    { ...practice, profile: { ...practice.profile, practice: true } },
    known('urgent', 5),
    known('fine 10', 364),
    known('fine 9', 364),
    known('expired', -2),
  ]
    .map(judged)
    .sort(byHealth)
  // A token that fails now comes before a certificate that will expire.
  expect(sorted.map(({ profile }) => profile.name)).toEqual([
    ...['expired', 'failing', 'urgent', 'practice', 'soon', 'new'],
    ...['fine', 'recovered', 'fine 9', 'fine 10'],
  ])
})

test.each([
  ['an expired certificate', known('a', -2), 'stopped'],
  ['a failure', known('a', 90, { status: { ...verified, problem } }), 'stopped'],
  ['a certificate that expires this week', known('a', 5), 'urgent'],
  ['a certificate that expires this week, before the first token', known('a', 5, { status: unverified }), 'urgent'],
  ['a refused replacement', known('a', 300, { replacement: inStep('watch', true) }), 'stopped'],
  ['one that expires later', known('a', 24), 'soon'],
  ['a replacement', known('a', 90, { replacement: inStep('upload') }), 'soon'],
  ['set-up', known('a', 90, { status: unverified }), 'set-up'],
  ['nothing', known('a', 90), 'ready'],
] as const)('healthOf: the urgency of %s', (_what, facts, urgency) => {
  expect(judged(facts).health.urgency).toBe(urgency)
})
