import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordText } from '../testing/json-text.ts'
import { differenceOf, type RecordDifference } from './record-difference.ts'

const difference = (before: string, after: string): RecordDifference | undefined =>
  differenceOf(Buffer.from(before), Buffer.from(after))

test.each([
  ['{"a":1,"b":"x"}', '{ "b":"\\u0078", "a":1 }'],
  ['{"a":10}', '{"a":10.0}'],
  ['{"a":[1e1,{"b":0.10}]}', '{"a":[10,{"b":0.1}]}'],
  ['{"a":-0}', '{"a":0}'],
  ['{"a":1,"a":2}', '{"a":1.0,"a":2}'],
  ['"x"', ' "x" '],
])('differenceOf: is none between %s and %s', (before, after) => {
  expect(difference(before, after)).toBeUndefined()
})

test.each([
  ['{"a":1,"b":2}', '{"a":1,"b":3}', ['b'], '{"b":2}', '{"b":3}'],
  [
    '{"a":123456789012345678}',
    '{"a":123456789012345679}',
    ['a'],
    '{"a":123456789012345678}',
    '{"a":123456789012345679}',
  ],
  ['{"o":{"x":1,"y":2}}', '{"o":{"x":1,"z":[]}}', ['o.y', 'o.z'], '{"o":{"y":2}}', '{"o":{"z":[]}}'],
  ['{"o":{"x":1}}', '{"o":null}', ['o'], '{"o":{"x":1}}', '{"o":null}'],
  ['{"n":1}', '{"n":"1"}', ['n'], '{"n":1}', '{"n":"1"}'],
  ['{}', '{"a.b":null}', ['a\\.b'], undefined, '{"a.b":null}'],
  ['{"l":[1,2]}', '{"l":[2,1]}', ['l'], '{"l":[1,2]}', '{"l":[2,1]}'],
  ['1', '"x"', [''], '1', '"x"'],
  ['{"a":1,"a":2}', '{"a":1}', ['a'], '{"a":[1,2]}', '{"a":1}'],
  ['{"a":1,"b":1,"a":2}', '{"a":1,"a":3,"b":1}', ['a'], '{"a":[1,2]}', '{"a":[1,3]}'],
  ['{"b":0}', '{"a":1,"a":1,"b":0}', ['a'], undefined, '{"a":[1,1]}'],
  ['{"l":[{"a":1,"a":2}]}', '{"l":[{"a":1}]}', ['l'], '{"l":[{"a":1,"a":2}]}', '{"l":[{"a":1}]}'],
])('differenceOf: shows only the changed fields, %s to %s', (before, after, fields, was, is) => {
  expect(difference(before, after)).toEqual({ fields, before: was, after: is })
})

test('differenceOf: is none between a record and itself, and is JSON otherwise', () => {
  fc.assert(
    fc.property(recordText, recordText, (one, other) => {
      expect(difference(one, one)).toBeUndefined()
      const found = difference(one, other)
      for (const text of [found?.before, found?.after]) if (text !== undefined) JSON.parse(text)
      if (found !== undefined) expect(found.fields.length).toBeGreaterThan(0)
    }),
  )
})
