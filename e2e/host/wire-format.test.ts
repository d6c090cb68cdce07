import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeWire, encodeWire } from './wire-format.ts'

test('plain values come back as they went, undefined and odd names included', () => {
  const value = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(undefined, null, true, false, '', '$'),
      fc.double({ noDefaultInfinity: true, noNaN: true }).filter((number) => !Object.is(number, -0)),
      fc.string({ unit: 'binary' }),
      fc.array(tie('node')),
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$', '__proto__', 'toJSON', 'of')), tie('node'), {
        noNullPrototype: true,
      }),
    ),
  })).node
  fc.assert(
    fc.property(value, (sent) => {
      expect(decodeWire(encodeWire(sent))).toStrictEqual(sent)
    }),
  )
})

test.each([[new Date()], [new Map()], [() => 1], [Symbol('x')], [Number.NaN], [1n], [[new Uint8Array(2)]]])(
  'what the app’s contract has no use for is refused: %s',
  (value) => {
    expect(() => encodeWire(value)).toThrow(/cloned|does not send/u)
  },
)
