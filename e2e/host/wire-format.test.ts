import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeWire, encodeWire } from './wire-format.ts'

/** What the contract can carry: JSON's values and `undefined`, at any depth, under any name. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(undefined, null, true, false),
    fc.string({ unit: 'binary' }),
    // JSON has no minus zero.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$', 'of', '__proto__', 'constructor')), tie('value')),
  ),
}))

test('every value of the contract arrives as it was sent', () => {
  fc.assert(
    fc.property(value, (sent) => {
      expect(decodeWire(encodeWire(sent))).toEqual(sent)
    }),
  )
})

test('an absent member and one that is undefined stay different', () => {
  expect(Object.keys(decodeWire(encodeWire({ here: undefined })) as object)).toEqual(['here'])
})

test('an object that looks like the format’s own marks is no mark', () => {
  const sent = { $: 'undefined', of: [['x', 1]] }
  expect(decodeWire(encodeWire(sent))).toStrictEqual(sent)
})

test('a member named __proto__ stays a member', () => {
  const received = decodeWire(encodeWire(JSON.parse('{"__proto__":{"isAdmin":true}}'))) as object
  expect(Object.hasOwn(received, '__proto__')).toBe(true)
  expect('isAdmin' in received).toBe(false)
})

test.each([
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(1)],
  ['a function', () => 1],
  ['a big integer', 1n],
  ['a number that is none', Number.NaN],
  ['an infinite number', Number.POSITIVE_INFINITY],
])('%s is refused, with the place where it is', (_what, refused) => {
  expect(() => encodeWire({ list: [refused] })).toThrow('value.list[0]')
})
