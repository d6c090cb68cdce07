import { expect, test } from 'vitest'
import { daysWord, initialsOf } from './days-word.ts'

const expiry = { state: 'active', urgency: 'fine' } as const

test('daysWord: says the days left, what is wrong, or nothing in set-up', () => {
  expect([
    daysWord({ ...expiry, standing: 'fine', daysLeft: 212 }, false),
    daysWord({ ...expiry, standing: 'urgent', daysLeft: 0 }, true),
    daysWord({ ...expiry, standing: 'expired', daysLeft: -3 }, true),
    daysWord({ ...expiry, standing: 'not-yet-valid', daysLeft: 300 }, true),
    daysWord({ ...expiry, standing: 'none' }, true),
    daysWord({ ...expiry, standing: 'none' }, false),
  ]).toEqual(['212 d', 'today', 'expired', 'not yet', 'none', undefined])
})

test.each([
  ['Acme live', 'AL'],
  ['Globex', 'GL'],
  ['Merchant 07 Production', 'M0'],
  ['acme-testing', 'AT'],
  ['Ökoenergie', 'ÖK'],
  ['—', '—'],
])('initialsOf: of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
