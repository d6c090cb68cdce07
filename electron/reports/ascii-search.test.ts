import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AsciiSearch } from './ascii-search.ts'

function found(text: string, body: string): number[] {
  const search = new AsciiSearch(text)
  const bytes = Buffer.from(body)
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

test('places far into a long body are found, on both sides of where it is divided', () => {
  const word = fc.string({ unit: fc.constantFrom('x', 'y', 'z'), minLength: 1, maxLength: 6 })
  const places = fc.array(fc.nat({ max: 20_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(word, places, fc.boolean(), (text, at, isUpper) => {
      const written = isUpper ? text.toUpperCase() : text
      let body = 'x------'.repeat(2860)
      for (const place of at) body = body.slice(0, place) + written + body.slice(place + text.length)
      expect(found(text, body)).toEqual(standing(text, body))
    }),
  )
})

test('it keeps to the part it was given', () => {
  const bytes = Buffer.from(`ab${'-'.repeat(10_000)}ab`)
  const search = new AsciiSearch('ab')
  expect(search.find(bytes, 1, bytes.length)).toBe(10_002)
  expect(search.find(bytes, 1, bytes.length - 1)).toBe(bytes.length - 1)
  expect(search.find(bytes, bytes.length, bytes.length)).toBe(bytes.length)
})
