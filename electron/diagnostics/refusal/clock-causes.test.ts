import { expect, test } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import type { DiagnosisFacts } from '../facts.ts'
import { assertionCauses, clockCauses, exceedsAssertions } from './assertion-causes.ts'

const profile = { ...defaultProfileSettings('jwt'), id: 'a', name: 'Acme' }

/** Returns what is suspected after a refusal, with a clock that was measured to half a second. */
function causes(offset: number, message: string): object[] {
  const clock = { offset, uncertainty: 500, measuredAt: 0 }
  return clockCauses({ clock, own: { profile } } as unknown as DiagnosisFacts, { message } as never)
}

test.each([
  ['behind', -1800],
  ['ahead of', 1800],
])('clockCauses: a small difference (%s) is named if the refusal mentions a time', (where, offset) => {
  expect(causes(offset, 'iat is not valid')).toMatchObject([
    { id: 'clock-wrong', weight: 90, what: `The service’s clock is 1.8 seconds ${where} this computer’s.` },
  ])
  expect(causes(offset, 'unknown client')).toEqual([])
})

test('clockCauses: a difference within the error of the measurement is not named', () => {
  expect(causes(-400, 'iat is not valid')).toMatchObject([{ weight: 45, what: expect.not.stringContaining('0.4') }])
})

test('exceedsAssertions: assertions expire earlier by the service’s clock, because they are back-dated', () => {
  const exceeds = (offset: number): boolean => exceedsAssertions({ offset, uncertainty: 0, measuredAt: 0 }, profile)
  expect([24_000, 26_000, -29_000, -31_000].map(exceeds)).toEqual([false, true, false, true])
})

test('assertionCauses: an accepted jti is doubted only if the clock may have refused the request before', () => {
  const weight = (offset: number, message: string): unknown => {
    const clock = { offset, uncertainty: 500, measuredAt: 0 }
    const facts = { clock, own: { profile }, jtiHelps: true } as unknown as DiagnosisFacts
    return assertionCauses(facts, { message } as never).find(({ id }) => id === 'jti-needed')?.weight
  }
  expect(weight(-3000, 'iat or nbf is in the future')).toBeLessThan(90)
  expect(weight(-3000, 'invalid client')).toBe(99)
  expect(weight(-400, 'iat or nbf is in the future')).toBe(99)
  expect(weight(3000, 'iat or nbf is in the future')).toBe(99)
})
