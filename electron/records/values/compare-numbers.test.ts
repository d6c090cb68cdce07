import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNumbers, numberKey } from './number-order.ts'

const digits = fc.stringMatching(/^[0159]{0,4}$/u)
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      fc.constantFrom('1', '9', '100', '123456789012345678').chain((first) => digits.map((rest) => first + rest)),
    ),
    fc.oneof(
      fc.constant(''),
      digits.filter((each) => each !== '').map((each) => `.${each}`),
    ),
    fc.constantFrom('', '', '', 'e2', 'E-1', 'e+400'),
  )
  .map((parts) => parts.join(''))

test('compareNumbers: compares numbers by all their digits, however they are written', () => {
  fc.assert(
    fc.property(number, number, (one, bound) => {
      const [key, other] = [numberKey(one), numberKey(bound)]
      const compared = Math.sign(compareNumbers(one, bound))
      expect(compared, `${one} and ${bound}`).toBe(key < other ? -1 : key > other ? 1 : 0)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['-0', '0.00', 0],
  ['123456789012345678901', '123456789012345678902', -1],
  ['-10.5', '-10.50', 0],
  ['-10.51', '-10.5', -1],
  ['9.99', '10', -1],
  ['1e2', '100', 0],
])('compareNumbers: orders %s and %s', (one, bound, order) => {
  expect(Math.sign(compareNumbers(one, bound))).toBe(order)
})
