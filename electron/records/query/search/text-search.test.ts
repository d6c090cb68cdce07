import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { textSearchCode } from './text-search-code.ts'
import { compileTextSearch, soughtAscii, TextSearch } from './text-search.ts'
import { isPlainlyFound, searchFor } from '../../testing/plain-search.ts'

const code = compileTextSearch()

function found(text: string, body: string): number[] {
  const search = new TextSearch([soughtAscii(text)], code)
  const bytes = search.room(Buffer.byteLength(body))
  bytes.set(Buffer.from(body))
  const places: number[] = []
  for (let at = search.find(bytes, 0, bytes.length); at < bytes.length; at = search.find(bytes, at + 1, bytes.length))
    places.push(at)
  return places
}

/** The slow way. */
function standing(text: string, body: string): number[] {
  const lower = body.toLowerCase()
  const places: number[] = []
  for (let at = lower.indexOf(text); at !== -1; at = lower.indexOf(text, at + 1)) places.push(at)
  return places
}

test('every place is found, wherever it lies', () => {
  const letters = fc.constantFrom('a', 'b', 'A', 'B', 'c')
  const text = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(text, fc.string({ unit: letters, maxLength: 60 }), (word, body) => {
      expect(found(word, body)).toEqual(standing(word, body))
    }),
  )
})

test('places far into a long body are found, and what was in the room before is not', () => {
  const word = fc.string({ unit: fc.constantFrom('x', 'y', 'z'), minLength: 1, maxLength: 40 })
  const places = fc.array(fc.nat({ max: 200_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(word, places, fc.boolean(), (text, at, isUpper) => {
      const written = isUpper ? text.toUpperCase() : text
      let body = 'x------'.repeat(28_600)
      for (const place of at) body = body.slice(0, place) + written + body.slice(place + text.length)
      expect(found(text, body)).toEqual(standing(text, body))
    }),
  )
})

test('it keeps to the part it was given', () => {
  const search = new TextSearch([soughtAscii('ab')], code)
  const bytes = search.room(10_004)
  bytes.fill(45)
  bytes.set(Buffer.from('ab'))
  bytes.set(Buffer.from('ab'), 10_002)
  expect(search.find(bytes, 1, bytes.length)).toBe(10_002)
  expect(search.find(bytes, 1, bytes.length - 1)).toBe(bytes.length - 1)
  expect(search.find(bytes, bytes.length, bytes.length)).toBe(bytes.length)
  expect(search.find(bytes.subarray(10_000), 0, 4)).toBe(2)
  // Earlier, longer content is behind the end.
  const fewer = search.room(10_003)
  expect(search.find(fewer, 1, fewer.length)).toBe(fewer.length)
})

test('of several texts the one that is asked for is found, in its own letters', () => {
  const search = new TextSearch([soughtAscii('ab'), soughtAscii('x'), soughtAscii('bcd')], code)
  const body = '..xABcD'
  const bytes = search.room(body.length)
  bytes.set(Buffer.from(body))
  expect([0, 1, 2].map((text) => search.find(bytes, 0, bytes.length, text))).toEqual([3, 2, 4])
  expect(() => search.find(bytes, 0, bytes.length, 3)).toThrow(RangeError)
})

test('in JSON a text is found within values only, wherever they end', () => {
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
    fc.property(json, text, fc.constantFrom('', '"', 'a', 'a":', '"a"'), (record, word, around) => {
      const search = new TextSearch([soughtAscii('zzz'), soughtAscii(word)], code)
      // What surrounds the record isn't part of it.
      const bytes = search.room(Buffer.byteLength(around + record + around))
      bytes.set(Buffer.from(around + record + around))
      const end = around.length + record.length
      const held = search.findInValue(bytes, around.length, end, 1, false) < end
      expect(held).toBe(isPlainlyFound(record, searchFor(word)))
    }),
    { numRuns: 3000 },
  )
})

test('other bytes than those in its room are refused', () => {
  const search = new TextSearch([soughtAscii('ab')], code)
  const bytes = search.room(10)
  search.room(1_000_000)
  expect(() => search.find(Buffer.from('ab'), 0, 2)).toThrow(RangeError)
  // The room has moved.
  expect(() => search.find(bytes, 0, 10)).toThrow(RangeError)
})

test('its code is made of its text', async () => {
  const text = readFileSync(join(import.meta.dirname, 'text-search.wat'), 'utf8')
  const assembler = await wabt()
  const { buffer } = assembler.parseWat('text-search.wat', text).toBinary({})
  expect(textSearchCode, 'out of date: npm run assemble').toBe(Buffer.from(buffer).toString('base64'))
})
