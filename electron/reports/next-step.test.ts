import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EnvelopeCollector, readEnvelopeEarly, type Envelope } from './envelope.ts'
import { nextStep } from './next-step.ts'

const never = (): boolean => false
const envelope = (next: unknown, lastPage: unknown): Envelope => {
  const members = [
    ...(next === undefined ? [] : [`"next":${JSON.stringify(next)}`]),
    ...(lastPage === undefined ? [] : [`"lastPage":${JSON.stringify(lastPage)}`]),
  ]
  const read = readEnvelopeEarly(
    Buffer.from(`{"reports":[{"a":{"next":"inner"}}]${members.map((each) => `,${each}`).join('')}}`),
  )
  if (read === undefined) throw new Error('not read')
  return read
}

describe('the rules of the document', () => {
  test.each([
    ['abc', 'false', { kind: 'continue', cursor: 'abc' }],
    ['abc', false, { kind: 'continue', cursor: 'abc' }],
    [null, 'true', { kind: 'complete', notice: undefined }],
    [null, true, { kind: 'complete', notice: undefined }],
    [undefined, 'true', { kind: 'complete', notice: undefined }],
    ['abc', 'true', { kind: 'complete', notice: expect.stringContaining('names a following one') }],
    [7, 'true', { kind: 'complete', notice: expect.any(String) }],
    [null, 'false', { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
    [undefined, 'false', { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
    ['', 'false', { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
    [7, 'false', { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
    ['a\nb', 'false', { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
    ['é', 'false', { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
    ['abc', undefined, { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
    ['abc', 'FALSE', { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
    ['abc', 0, { kind: 'stop', error: { code: 'list-envelope-invalid' } }],
  ])('next %j, lastPage %j', (next, lastPage, expected) => {
    expect(nextStep(envelope(next, lastPage), never)).toMatchObject(expected)
  })

  test('a cursor that came before is not followed', () => {
    expect(nextStep(envelope('abc', 'false'), (cursor) => cursor === 'abc')).toMatchObject({
      kind: 'stop',
      error: { code: 'list-cursor-repeated' },
    })
  })
})

test('whatever a service sends, a run that obeys ends: no cursor is asked for twice', () => {
  const value = fc.oneof(fc.constantFrom(null, undefined, '', 'a', 'b', 'c', 0, {}), fc.string())
  const last = fc.constantFrom('true', 'false', true, false, undefined, null, 'no')
  fc.assert(
    fc.property(fc.array(fc.tuple(value, last), { minLength: 1, maxLength: 30 }), (pages) => {
      const seen = new Set<string>()
      let asked = 0
      for (const [next, lastPage] of pages) {
        const step = nextStep(envelope(next, lastPage), (cursor) => seen.has(cursor))
        if (step.kind !== 'continue') break
        expect(seen.has(step.cursor)).toBe(false)
        seen.add(step.cursor)
        asked += 1
      }
      expect(asked).toBe(seen.size)
    }),
  )
})

test('what is read early from the end of a body is what JSON.parse finds', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', '{', '}', 'a', 'é', '\n', ' ') })
  const page = fc.record(
    {
      next: fc.oneof(text, fc.constant(null)),
      lastPage: fc.constantFrom('true', 'false', true, false, 'other'),
      reports: fc.array(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)))),
      note: text,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(page, fc.integer({ min: 0, max: 2 }), (members, indent) => {
      const body = Buffer.from(JSON.stringify(members, undefined, indent))
      const read = readEnvelopeEarly(body)
      const { next, lastPage } = members
      expect(read?.next).toEqual(
        next === undefined
          ? { kind: 'missing' }
          : next === null || next === ''
            ? { kind: 'none' }
            : { kind: 'cursor', cursor: next },
      )
      expect(read?.lastPage).toBe(
        lastPage === undefined ? 'missing' : lastPage === 'other' ? 'invalid' : String(lastPage),
      )
    }),
  )
  expect(new EnvelopeCollector().envelope).toEqual({ next: { kind: 'missing' }, lastPage: 'missing' })
})
