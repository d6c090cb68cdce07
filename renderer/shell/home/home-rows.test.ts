import { describe, expect, test } from 'vitest'
import {
  known,
  problem,
  failure,
  inStep,
  verified,
  unverified,
  now,
  dates,
  at,
} from '../../profiles/testing/known-profile.ts'
import type { KnownProfile } from '../../profiles/what-is-next.ts'
import { attentionSentence, homeRows, type HomeRow } from './home-rows.ts'

function only(profile: KnownProfile): HomeRow {
  return homeRows([profile], now, dates)[0] ?? expect.unreachable()
}

describe('homeRows:', () => {
  test('homeRows: sorts by urgency, then real before practice profiles, then by days left and name', () => {
    const practice = known('practice', 3)
    const rows = homeRows(
      [
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
      ],
      now,
      dates,
    )
    expect(rows.map(({ profile }) => profile.name)).toEqual([
      ...['expired', 'urgent', 'practice', 'failing', 'soon', 'new'],
      ...['fine', 'recovered', 'fine 9', 'fine 10'],
    ])
    expect(attentionSentence(rows)).toBe('4 of 10 profiles need you this week')
  })

  test.each([
    ['an expired certificate', known('a', -2), 'now'],
    ['one that expires this week', known('a', 5), 'now'],
    ['one that expires later', known('a', 24), 'soon'],
    ['a failure', known('a', 90, { status: { ...verified, problem } }), 'failed'],
    ['a replacement', known('a', 90, { replacement: inStep('upload') }), 'soon'],
    ['set-up', known('a', 90, { status: unverified }), 'set-up'],
    ['nothing', known('a', 90), 'ready'],
  ] as const)('homeRows: the urgency of %s', (_what, profile, urgency) => {
    expect(only(profile).urgency).toBe(urgency)
  })
})

test('attentionSentence: counts the profiles that need the person, also one or none', () => {
  const fine = only(known('fine', 90))
  const urgent = only(known('urgent', 5))
  expect([[fine], [urgent], [fine, fine], [fine, urgent]].map(attentionSentence)).toEqual([
    'Your profile needs nothing this week',
    'Your profile needs you this week',
    'None of 2 profiles needs you this week',
    '1 of 2 profiles needs you this week',
  ])
})
