import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutCase } from '../../values/case-folding.ts'
import { wordPattern } from './word-pattern.ts'

function matches(word: string, json: string, hasEscapes: boolean): boolean {
  return wordPattern(withoutCase(word), hasEscapes).test(Buffer.from(json).toString('latin1'))
}

const unitsOf = (text: string): string[] => Array.from({ length: text.length }, (_, at) => text.charAt(at))
const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const upperEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

test('each letter is found by its lower case, as it is and as an escape', () => {
  const missing: string[] = []
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    const folded = withoutCase(letter)
    if (folded === letter) continue
    const escaped = unitsOf(letter).map(unicodeEscape).join('')
    const isFound =
      matches(folded, letter, false) && [letter, escaped].every((written) => matches(folded, `-${written}`, true))
    if (!isFound) missing.push(`U+${code.toString(16)}`)
  }
  expect(missing).toEqual([])
})

test('a word is found in each text that has it, in any escapes', () => {
  const character = fc.oneof(
    fc.constantFrom(...Array.from('aAkKiIıİ\u0307\u212aσςΣßẞäÄÅ\u212b"\\/\n\u0001&日😀𐐀𐐨')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const text = fc.string({ unit: character, minLength: 1, maxLength: 30 })
  const writers = fc.array(
    fc.constantFrom<(unit: string) => string>(
      (unit) => JSON.stringify(unit).slice(1, -1),
      (unit) => unitsOf(unit).map(unicodeEscape).join(''),
      (unit) => unitsOf(unit).map(upperEscape).join(''),
      (unit) => (unit === '/' ? '\\/' : JSON.stringify(unit).slice(1, -1)),
    ),
    { minLength: 1, maxLength: 5 },
  )
  fc.assert(
    fc.property(text, writers, fc.nat(), fc.nat(), (whole, written, from, length) => {
      const json = Array.from(whole, (each, at) => written[at % written.length]?.(each) ?? '').join('')
      const folded = withoutCase(whole)
      const start = from % folded.length
      const word = folded.slice(start, start + 1 + (length % folded.length))
      expect(matches(word, json, true)).toBe(true)
      if (!json.includes('\\')) expect(matches(word, json, false)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('a dot above is left out only where “İ” has it, so that many of them take no longer', () => {
  expect(['i\u0307', 'İ'].map((json) => matches('i\u0307', json, false))).toEqual([true, true])
  expect(['a\u0307b', 'ab', 'aİb'].map((json) => matches('a\u0307b', json, false))).toEqual([true, false, false])
  for (const [word, letter] of [[`${'\u0307'.repeat(23)}x`, '\u0307'] as const, [`${'İ'.repeat(11)}x`, 'İ'] as const])
    expect(matches(word, letter.repeat(20_000), true)).toBe(false)
})

test('of a long word the first characters are enough', () => {
  expect(matches('x'.repeat(1000), 'x'.repeat(100), true)).toBe(true)
  expect(matches(`${'x'.repeat(10)}y`, 'x'.repeat(100), true)).toBe(false)
})
