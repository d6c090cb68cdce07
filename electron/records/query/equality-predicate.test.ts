import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNumberText } from '#shared/lists/filter-line/filter-bounds.ts'
import { ZoneClock } from '#shared/values/zone-clock.ts'
import { plainDatetimeKey } from '../testing/plain-datetime.ts'
import { withoutCase } from '../values/case-folding.ts'
import { numberKey } from '../values/number-order.ts'
import { equalsTest } from './equality-predicate.ts'

const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.constantFrom('0', '1', '10', '100', '9007199254740993', '123456789012345678901'),
    fc.constantFrom('', '.0', '.5', '.50', '.05'),
    fc.constantFrom('', 'e0', 'E2', 'e-2'),
  )
  .map((parts) => parts.join(''))
const date = fc.constantFrom(
  ...[
    '2026-11-22T01:02:03Z',
    '2026-11-22T02:02:03+01:00',
    '2026-11-22T01:02:03.0001Z',
    'Sun, 22 Nov 2026 01:02:03 GMT',
    '2026-11-22',
  ],
)
const word = fc
  .array(fc.constantFrom('a', 'A', 'k', '\u212a', 'ß', 'Ä', 'ä', 'σ', 'ς', 'Σ', '\\', '"', '/', ' ', '7'), {
    maxLength: 4,
  })
  .map((letters) => letters.join(''))
const text = fc.oneof(number, date, word, fc.constantFrom('null', 'true', '[1]'))
const escaped = (json: string): string =>
  json.slice(0, 1) +
  json
    .slice(1, -1)
    .replaceAll('/', '\\/')
    .replaceAll(/[ÄK7]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`) +
  json.slice(-1)
const value = fc.oneof(
  number,
  fc.constantFrom('true', 'null', '[1]'),
  text.map((each) => JSON.stringify(each)),
  text.map((each) => escaped(JSON.stringify(each))),
)

/** A key for a value: values with the same key are equal. @param isText whether it is text of a record */
function meaning(written: string, isText: boolean): string {
  if (!isText && isNumberText(written)) return `number ${numberKey(written)}`
  const key = plainDatetimeKey(written)
  return key === undefined ? `text ${withoutCase(written)}` : `date ${key}`
}

test('equalsTest: a value matches if it means the same as one of the texts', () => {
  fc.assert(
    fc.property(value, fc.array(text, { minLength: 1, maxLength: 4 }), (json, texts) => {
      const parsed: unknown = json.startsWith('"') ? JSON.parse(json) : json
      const isText = json.startsWith('"')
      const own = typeof parsed === 'string' && json !== 'null' ? meaning(parsed, isText) : undefined
      const wanted = texts.map((each) => meaning(each, isText))
      const isItem = json === '[1]' && wanted.includes(meaning('1', false))
      const bytes = Buffer.from(`{"v":${json}}`)
      expect(equalsTest(texts, new ZoneClock('UTC'))(bytes, 5, bytes.length - 1), json).toBe(
        isItem || (own !== undefined && wanted.includes(own)),
      )
    }),
    { numRuns: 5000 },
  )
})
