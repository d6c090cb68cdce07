import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from '../testing/json-text.ts'
import { JsonFault, JsonReader } from './json-reader.ts'

function faultOf(text: string): JsonFault | undefined {
  const reader = new JsonReader(Buffer.from(text))
  try {
    reader.skipValue()
    reader.takeEnd()
    return undefined
  } catch (error) {
    if (error instanceof JsonFault) return error
    throw error
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('JsonReader: reads any JSON to its last byte', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      expect(faultOf(text)).toBeUndefined()
    }),
  )
})

test('JsonReader: accepts exactly what JSON.parse accepts', () => {
  const signs = fc.constantFrom(...Array.from('{}[]",:\\u0019-+.eEtrufalsn \n\t\u0001é'))
  const broken = fc
    .tuple(jsonText, fc.nat(), fc.nat({ max: 2 }), fc.array(signs, { maxLength: 2 }))
    .map(([text, at, removed, added]) => {
      const place = at % (text.length + 1)
      return (text.slice(0, place) + added.join('') + text.slice(place + removed)).toWellFormed()
    })
  fc.assert(
    fc.property(broken, (text) => {
      expect(faultOf(text) === undefined).toBe(isJson(text))
    }),
    { numRuns: 2000 },
  )
})

test('JsonReader: distinguishes truncated from malformed text', () => {
  fc.assert(
    fc.property(jsonText, fc.nat(), (text, at) => {
      const bytes = Buffer.from(`[${text}]`)
      const beginning = bytes.subarray(0, at % bytes.length)
      const reader = new JsonReader(beginning)
      expect(() => reader.skipValue()).toThrow(
        expect.objectContaining({ kind: 'truncated', offset: beginning.length }) as Error,
      )
    }),
  )
  expect(faultOf('{"a":01}')).toMatchObject({ kind: 'malformed', offset: 6 })
  expect(faultOf('{"a":1,}')).toMatchObject({ kind: 'malformed', offset: 7 })
  expect(faultOf('<html>')).toMatchObject({ kind: 'malformed', offset: 0 })
})

test('JsonReader: needs no stack for depth', () => {
  const depth = 1_000_000
  expect(faultOf('['.repeat(depth) + ']'.repeat(depth))).toBeUndefined()
})
