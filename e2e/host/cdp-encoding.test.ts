import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMessage, encodeMessage, headerSize, messageLength } from './cdp-encoding.ts'

/** Everything that the protocol can express in both directions. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\0', '"') }),
    fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
    fc.double({ noNaN: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { noNullPrototype: true }),
  ),
}))

test('decoding an encoded message returns the message', () => {
  fc.assert(
    fc.property(value, (part) => {
      const bytes = encodeMessage({ id: 1, part })
      expect(messageLength(bytes.subarray(0, headerSize))).toBe(bytes.length)
      expect(decodeMessage(bytes)).toStrictEqual({ id: 1, part })
    }),
    { numRuns: 500 },
  )
})

test('a message is encoded like Chromium’s own encoder does', () => {
  const message = { id: 1, method: 'A.b', params: { list: [true, null, -2, 1.5], text: 'é', left: undefined } }
  expect(encodeMessage(message).toString('hex')).toBe(
    [
      'd8185a00000043bf', // an envelope, 67 bytes, with a map
      '62696401', // id
      '666d6574686f6463412e62', // method
      '66706172616d73d8185a00000024bf', // params: 36 bytes
      '646c697374d8185a0000000e9ff5f621fb3ff8000000000000ff', // list
      '647465787462c3a9', // text
      'ffff',
    ].join(''),
  )
})

test.each([0, 23, 24, 255, 256, 65_535, 65_536, 300_000])(
  'texts and bytes of length %d are encoded with their length',
  (length) => {
    const text = 'x'.repeat(length)
    expect(decodeMessage(encodeMessage({ text }))).toEqual({ text })
    // Received bytes are base64, as in the protocol’s JSON.
    const bytes = Buffer.alloc(length, 7)
    expect(decodeMessage(encodeMessage({ bytes }))).toEqual({ bytes: bytes.toString('base64') })
  },
)

test('values that the protocol can’t express are refused', () => {
  expect(() => encodeMessage({ id: 1n })).toThrow(new TypeError('A bigint cannot be sent to Chromium.'))
  expect(() => encodeMessage({ call: () => 1 })).toThrow(new TypeError('A function cannot be sent to Chromium.'))
})

test('bytes that are not a message are refused', () => {
  const message = encodeMessage({ id: 1, text: 'abc' })
  expect(() => messageLength(Buffer.from('{"id":1}'))).toThrow('Chromium sent what is no message: 7b226964223a31')
  expect(() => decodeMessage(message.subarray(0, -3))).toThrow('cut short')
  expect(() => decodeMessage(Buffer.concat([message, message]))).toThrow('more than a message')
  expect(() => decodeMessage(Buffer.from([0xf7]))).toThrow('a value of an unknown kind: 247')
  expect(() => decodeMessage(Buffer.alloc(400, 0x9f))).toThrow('nested too deeply')
})
