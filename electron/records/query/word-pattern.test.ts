import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutCase } from '../values/case-folding.ts'
import { wordPattern } from './word-pattern.ts'

function matches(word: string, json: string, hasEscapes: boolean): boolean {
  return isIn(wordPattern(withoutCase(word), hasEscapes), json)
}

function isIn(pattern: RegExp, json: string): boolean {
  pattern.lastIndex = 0
  return pattern.test(Buffer.from(json).toString('latin1'))
}

const unitsOf = (text: string): string[] => Array.from({ length: text.length }, (_, at) => text.charAt(at))
const unicodeEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
const upperEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

test('wordPattern: finds each letter by its lower case, as it is, as an escape and decomposed', () => {
  const missing: string[] = []
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const letter = String.fromCodePoint(code)
    const folded = withoutCase(letter)
    const decomposed = letter.normalize('NFD')
    if (folded === letter && decomposed === letter) continue
    const escaped = [letter, decomposed].map((each) => unitsOf(each).map(unicodeEscape).join(''))
    const [plain, escaping] = [false, true].map((hasEscapes) => wordPattern(withoutCase(folded), hasEscapes)) as [
      RegExp,
      RegExp,
    ]
    const isFound =
      [letter, decomposed].every((written) => isIn(plain, written)) &&
      [letter, ...escaped].every((written) => isIn(escaping, `-${written}`))
    if (!isFound || withoutCase(decomposed) !== folded) missing.push(`U+${code.toString(16)}`)
  }
  expect(missing).toEqual([])
})

test('wordPattern: finds a word in each text that has it, in any escapes and either Unicode form', () => {
  const character = fc.oneof(
    fc.constantFrom(...Array.from('aAkKiIıİeé\u0301\u0323\u0307\u212aσςΣßẞäÄÅ\u212b가"\\/\n\u0001&日😀𐐀𐐨')),
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
  const form = fc.constantFrom('NFC', 'NFD')
  fc.assert(
    fc.property(text, form, writers, fc.nat(), fc.nat(), (original, normalForm, written, from, length) => {
      const whole = original.normalize(normalForm)
      const json = Array.from(whole, (each, at) => written[at % written.length]?.(each) ?? '').join('')
      const folded = withoutCase(whole)
      const start = from % folded.length
      const word = folded.slice(start, start + 1 + (length % folded.length))
      // Part of a letter with several marks may be in another order there.
      fc.pre(![word, folded.slice(start + word.length)].some((part) => /^\p{M}/u.test(part)))
      expect(matches(word, json, true)).toBe(true)
      if (!json.includes('\\')) expect(matches(word, json, false)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['izmir', ['izmir', 'İzmir', 'I\u0307zmir', 'i\u0307zmir', '\\u0130zmir'], ['ızmir', 'izmír']],
  ['café', ['CAFÉ', 'cafe\u0301', 'CAFE\\u0301', 'caf\\u00C9'], ['cafe']],
  ['가', ['가', '\u1100\u1161'], ['\u1100']],
])('wordPattern: matches %s in all of its forms', (word, found, others) => {
  expect(found.filter((json) => !matches(word, json, true))).toEqual([])
  expect(others.filter((json) => matches(word, json, true))).toEqual([])
})

test('wordPattern: takes no longer for many dots above', () => {
  for (const [word, json] of [
    [`${'\u0307'.repeat(23)}x`, '\u0307'.repeat(20_000)],
    [`${'İ'.repeat(23)}x`, 'İ'.repeat(20_000)],
    [`${'İ'.repeat(23)}x`, 'i\u0307\u0307'.repeat(20_000)],
  ] as const)
    expect(matches(word, json, true)).toBe(false)
})

test('wordPattern: matches a long word by its first characters', () => {
  expect(matches('x'.repeat(1000), 'x'.repeat(100), true)).toBe(true)
  expect(matches(`${'x'.repeat(10)}y`, 'x'.repeat(100), true)).toBe(false)
})
