import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeWire, encodeWire } from './wire-format.ts'

/** Everything that the contract can carry: JSON values and `undefined`, at any depth, under any name. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(undefined, null, true, false),
    fc.string({ unit: 'binary' }),
    // JSON has no negative zero.
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$', 'of', '__proto__', 'constructor')), tie('value')),
  ),
}))

test('Wire format: each value of the contract arrives as it was sent', () => {
  fc.assert(
    fc.property(value, (sent) => {
      expect(decodeWire(encodeWire(sent))).toEqual(sent)
    }),
  )
})

test('Wire format: a missing property and an undefined one stay different', () => {
  expect(Object.keys(decodeWire(encodeWire({ here: undefined })) as object)).toEqual(['here'])
})

test('Wire format: an object that looks like one of the format’s tags arrives unchanged', () => {
  const sent = { $: 'undefined', of: [['x', 1]] }
  expect(decodeWire(encodeWire(sent))).toStrictEqual(sent)
})

test('Wire format: a property named __proto__ stays a property', () => {
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
])('Wire format: refuses %s, with its path', (_what, refused) => {
  expect(() => encodeWire({ list: [refused] })).toThrow('value.list[0]')
})
