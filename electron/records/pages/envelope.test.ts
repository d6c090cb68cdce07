import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ResponseBody } from '../../http/response-body.ts'
import { SchemaTree } from '../columns/schema-tree.ts'
import { PageColumnIndex } from '../storage/page-column-index.ts'
import { jsonText, recordText } from '../testing/json-text.ts'
import { readEnvelopeEarly } from './envelope.ts'
import { PageReader } from './page-reader.ts'

function parsedEnvelope(body: Uint8Array): unknown {
  return new PageReader('reports', 'reports', new SchemaTree(), new PageColumnIndex()).read(body).envelope
}

/** Splits a body into parts at these positions. */
function inParts(body: Uint8Array<ArrayBuffer>, cuts: readonly number[]): ResponseBody {
  const places = [0, ...cuts.map((cut) => cut % (body.length + 1)).sort((one, other) => one - other), body.length]
  return new ResponseBody(places.slice(1).map((end, index) => body.subarray(places[index], end)))
}

test.each([
  ['{"reports":[],"next":"c2","lastPage":"false"}', { kind: 'cursor', cursor: 'c2' }, 'false'],
  ['{"next":"c2","lastPage":"false","reports":[]}', { kind: 'cursor', cursor: 'c2' }, 'false'],
  ['{"reports":[],"next":null,"lastPage":"true"}', { kind: 'none' }, 'true'],
  ['{"reports":[],"next":"","lastPage":true}', { kind: 'none' }, 'true'],
  ['{"reports":[],"lastPage":false,"next":7}\r\n ', { kind: 'invalid' }, 'false'],
  ['{"reports":[],"next":"a\\"b\\\\","lastPage":"no"}', { kind: 'cursor', cursor: 'a"b\\' }, 'invalid'],
  ['{"reports":[{"next":"inside","lastPage":"true"}]}', { kind: 'missing' }, 'missing'],
  ['{"next":"first","next":"last","lastPage":"false","reports":[]}', { kind: 'cursor', cursor: 'last' }, 'false'],
])('readEnvelopeEarly: reads next and lastPage, in parts split anywhere, of %s', (page, next, lastPage) => {
  const body = Buffer.from(page)
  // Split anywhere: the last part may start in the middle of anything.
  for (let cut = 0; cut <= body.length; cut += 1)
    expect(readEnvelopeEarly(inParts(body, [cut])), `cut at ${cut}`).toEqual({ next, lastPage })
  expect(parsedEnvelope(body)).toEqual({ next, lastPage })
})

test('readEnvelopeEarly: matches the parsed page, wherever the members are', () => {
  const member = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom('"next"', '"n\\u0065xt"', '"lastPage"'), jsonText) },
    fc.tuple(fc.constantFrom('"next"'), fc.constantFrom('"c1"', 'null', '"\\\\"', '"a\\"b"')),
    fc.tuple(fc.constantFrom('"lastPage"'), fc.constantFrom('"true"', '"false"', 'true', 'false')),
    fc.tuple(fc.constantFrom('"other"', '"x,\\"next\\":"'), jsonText),
  )
  fc.assert(
    fc.property(
      fc.array(member, { maxLength: 6 }),
      fc.array(recordText, { maxLength: 3 }),
      fc.nat(),
      fc.constantFrom('', ' ', '\n'),
      fc.array(fc.nat(), { maxLength: 3 }),
      (members, records, at, blank, cuts) => {
        const all = members.map(([name, value]) => `${name}${blank}:${blank}${value}`)
        all.splice(at % (all.length + 1), 0, `"reports":[${records.join(',')}]`)
        const body = Buffer.from(`{${blank}${all.join(`${blank},${blank}`)}${blank}}${blank}`)
        expect(readEnvelopeEarly(inParts(body, cuts))).toEqual(parsedEnvelope(body))
      },
    ),
    { numRuns: 1000 },
  )
})

test('readEnvelopeEarly: never throws for a body that is not JSON', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readEnvelopeEarly(inParts(bytes, []))))
  fc.assert(
    fc.property(jsonText, fc.nat(), (text, at) => {
      const bytes = Buffer.from(text)
      readEnvelopeEarly(inParts(bytes.subarray(at % (bytes.length + 1)), []))
    }),
  )
})
