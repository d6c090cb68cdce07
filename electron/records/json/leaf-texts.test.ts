import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from '../testing/json-text.ts'
import { isPlainlyFound, plainValueTexts, searchFor } from '../testing/plain-search.ts'
import { isInValue, valueTexts } from './leaf-texts.ts'

test('valueTexts: leaves out names and punctuation', () => {
  const json = ' {"a" : "x: \\"y\\"", "b\\"" :[1.50,-2E5 ,true],"c":{"d\\u00e4"\n:"\\u00e4"},"e":null,"":"", "f":[]} '
  expect(valueTexts(Buffer.from(json))).toEqual(['x: "y"', '1.50', '-2E5', 'true', 'ä', 'null', ''])
  expect(valueTexts(Buffer.from('"alone"'))).toEqual(['alone'])
})

test('valueTexts: are those of a simple parser, for any JSON', () => {
  fc.assert(
    fc.property(jsonText, (json) => {
      expect(valueTexts(Buffer.from(json))).toEqual(plainValueTexts(json))
    }),
  )
})

test('isInValue: distinguishes text within values from text in names and punctuation', () => {
  const letter = fc.constantFrom('a', 'b', '1', '-', ',', ':', ' ', '}', 'ä', '\u2028')
  const string = fc.string({ unit: letter, maxLength: 8 }).map((text) => JSON.stringify(text))
  const json = fc.oneof(
    string,
    fc
      .array(fc.tuple(string, fc.oneof(string, fc.constantFrom('1', '-1.1', '[true,"a"]', '{"b" : null}'))))
      .map((members) => `{ ${members.map(([name, value]) => `${name} : ${value}`).join(',')}}`),
  )
  const text = fc.string({
    unit: fc.oneof(letter, fc.constantFrom('"', 'true', 'null', 'l')),
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(json, text, (record, word) => {
      expect(isInValue(record, word)).toBe(isPlainlyFound(record, searchFor(word)))
    }),
    { numRuns: 3000 },
  )
})
