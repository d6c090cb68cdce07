import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchWord } from '#shared/lists/list-filter.ts'
import { isPlainlyFound, searchFor } from '../testing/plain-search.ts'
import { RecordSearch } from './record-search.ts'

/** Returns which records of a page are found. The page is only a part of its memory. */
function found(records: readonly string[], ...words: readonly string[]): number[] {
  return foundBy(records, words, searchFor(...words))
}

function foundBy(records: readonly string[], words: readonly string[], search: readonly SearchWord[]): number[] {
  const before = '{"reports":['
  const memory = Buffer.from(`${words.join('')}${before}${records.join(',')}],"next":"${words.join('')}"}`)
  const body = new Uint8Array(memory).subarray(Buffer.byteLength(words.join('')))
  const lengths = records.map((record) => Buffer.byteLength(record))
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, each) => sum + each + 1, before.length))
  const page = { first: 0, count: records.length, starts: Uint32Array.from(starts), lengths: Uint32Array.from(lengths) }
  const isFound = new RecordSearch(search).find({ ...page, body })
  return [...records.keys()].filter((record) => isFound[record] === 1)
}

test('RecordSearch: finds records anywhere in a page', () => {
  const word = fc.string({ unit: fc.constantFrom('x', 'y', 'z', 'ä'), minLength: 1, maxLength: 40 })
  const places = fc.array(fc.nat({ max: 499 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(word, places, fc.boolean(), fc.boolean(), (text, at, isUpper, hasEscapes) => {
      const own = JSON.stringify({ v: isUpper ? text.toUpperCase() : text })
      const records = Array.from({ length: 500 }, (_, index) =>
        at.includes(index) ? own : `{"v":"${'x------'.repeat(20)}${hasEscapes ? '\\n' : ''}"}`,
      )
      const expected = [...records.keys()].filter((record) => isPlainlyFound(records[record] ?? '', searchFor(text)))
      expect(found(records, text)).toEqual(expected)
    }),
  )
})

test('RecordSearch: a word that is also a number matches either of them', () => {
  const records = ['{"v":1234567}', '{"v":"\\u0031,234,567 items"}', '{"v":"1234,567"}', '{"v":-1234567.5}']
  const word = { text: '1,234,567', number: '1234567' }
  expect(foundBy(records, [], [{ ...word, excludes: false }])).toEqual([0, 1, 3])
  expect(foundBy(records, [], [{ ...word, excludes: true }])).toEqual([2])
})

test('RecordSearch: does not find text that spans two records or is in a name or in the envelope', () => {
  const records = ['{"ab":"x"}', '{"x":"ab"}', '{"x" : 1}', '{"ab":{"ab" :[1]},"b":"a,b"}']
  expect(found(records, 'ab')).toEqual([1])
  expect(found(records, '},{')).toEqual([])
  expect(found(records, '"next"')).toEqual([])
  expect(found(records, '1')).toEqual([2, 3])
  expect(found(records, 'x')).toEqual([0])
})

test('RecordSearch: finds text only within values, wherever they end', () => {
  const letter = fc.constantFrom('a', 'B', '1', '-', ',', ':', ' ', '}', 'true')
  const string = fc.string({ unit: letter, maxLength: 24 }).map((text) => JSON.stringify(text))
  const blank = fc.constantFrom('', '', ' ', '\n\t')
  const scalar = fc.oneof(string, fc.constantFrom('1', '-1.1', 'true', 'null'))
  const value = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  )
  const members = fc.array(fc.tuple(string, blank, value, blank), { maxLength: 6 })
  const json = fc.oneof(
    value,
    members.map((all) => `{${all.map(([name, before, of, after]) => `${name}${before}:${after}${of}`).join(',')}}`),
  )
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', '1', '-', ',', ':', ' ', '}', 'u'),
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(fc.array(json, { minLength: 1, maxLength: 4 }), text, (records, word) => {
      const expected = [...records.keys()].filter((record) => isPlainlyFound(records[record] ?? '', searchFor(word)))
      expect(found(records, word)).toEqual(expected)
    }),
    { numRuns: 3000 },
  )
})
