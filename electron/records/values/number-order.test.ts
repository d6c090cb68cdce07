import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNumberText } from '#shared/lists/filter-line/filter-bounds.ts'
import { jsonNumberText } from '../testing/json-text.ts'
import { numberKey, isNumberBytes, isTextOfNumber } from './number-order.ts'

/** The number times 10^1100, exactly: no text that the arbitrary makes has an exponent beyond that. */
function scaled(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const magnitude = BigInt(whole.replace('-', '') + fraction) * 10n ** BigInt(1100 + Number(exponent) - fraction.length)
  return text.startsWith('-') ? -magnitude : magnitude
}

const sign = (left: string | bigint, right: string | bigint): number => (left < right ? -1 : left > right ? 1 : 0)

test('numberKey: orders numbers to the last digit', () => {
  fc.assert(
    fc.property(jsonNumberText, jsonNumberText, (left, right) => {
      expect(sign(numberKey(left), numberKey(right))).toBe(sign(scaled(left), scaled(right)))
    }),
    { numRuns: 2000 },
  )
})

test('numberKey: orders numbers that differ in one digit, or not at all', () => {
  const digits = fc.stringMatching(/^[1-9]\d{0,30}$/u)
  fc.assert(
    fc.property(digits, fc.nat({ max: 9 }), fc.boolean(), (text, digit, negative) => {
      const left = `${negative ? '-' : ''}${text}.5`
      const right = `${negative ? '-' : ''}${text}.5${digit}`
      expect(sign(numberKey(left), numberKey(right))).toBe(sign(scaled(left), scaled(right)))
      expect(numberKey(`${text}0`)).toBe(numberKey(`${text}e1`))
    }),
  )
})

test('isNumberBytes: bytes are a number exactly if their text is one', () => {
  const text = fc.array(fc.constantFrom('-', '+', '.', 'e', 'E', '0', '1', '9', 'x', ' '), { maxLength: 8 })
  fc.assert(
    fc.property(
      text.map((signs) => signs.join('')),
      (written) => {
        const bytes = Buffer.from(`"${written}"`)
        expect(isNumberBytes(bytes, 1, bytes.length - 1), written).toBe(isNumberText(written))
        expect(isTextOfNumber(bytes, 0, bytes.length), written).toBe(isNumberText(written))
      },
    ),
    { numRuns: 5000 },
  )
})
