import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

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
