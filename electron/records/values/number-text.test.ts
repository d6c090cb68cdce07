import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNumberText } from '../../../shared/model/filter-line/filter-bounds.ts'
import { isNumberBytes, isTextOfNumber } from './number-text.ts'

test('bytes are a number where their text is one', () => {
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
