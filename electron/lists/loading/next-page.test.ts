import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Envelope } from '../../records/pages/envelope.ts'
import { SeenCursors } from '../../records/pages/seen-cursors.ts'
import { nextPage } from './next-page.ts'

const cursor = (text: string): Envelope['next'] => ({ kind: 'cursor', cursor: text })
const never = (): boolean => false

describe('nextPage', () => {
  test('nextPage: continues with the cursor for “false”', () => {
    expect(nextPage({ next: cursor('c2'), lastPage: 'false' }, never)).toEqual({ kind: 'continue', cursor: 'c2' })
  })

  test.each(['none', 'missing'] as const)('nextPage: is complete without a notice, “true” and next %s', (kind) => {
    expect(nextPage({ next: { kind }, lastPage: 'true' }, never)).toEqual({ kind: 'complete', notice: undefined })
  })

  test.each([cursor('c2'), { kind: 'invalid' } as const])('nextPage: completes with notice, “true” and %j', (next) => {
    expect(nextPage({ next, lastPage: 'true' }, never)).toMatchObject({
      kind: 'complete',
      notice: expect.stringContaining('but has a “next” cursor') as string,
    })
  })

  test.each([
    ['none', 'false', 'has no “next” cursor'],
    ['missing', 'false', 'has no “next” cursor'],
    ['invalid', 'false', '“next” cursor is not a string'],
    ['none', 'missing', 'is missing'],
    ['none', 'invalid', 'neither “true” nor “false”'],
  ] as const)('nextPage: stops with a clear error, next %s and lastPage %s', (kind, lastPage, words) => {
    const step = nextPage({ next: { kind }, lastPage }, never)
    expect(step).toMatchObject({ kind: 'stop', error: { code: 'list-envelope-invalid' } })
    expect(step.kind === 'stop' && step.error.message).toContain(words)
  })

  test('nextPage: stops at a repeated cursor', () => {
    const step = nextPage({ next: cursor('c1'), lastPage: 'false' }, (text) => text === 'c1')
    expect(step).toMatchObject({ kind: 'stop', error: { code: 'list-cursor-repeated' } })
    // Uses the names of the buttons beside it.
    expect(step.kind === 'stop' && step.error.hint).toMatch(/^Retry from this page, or reload from the first/u)
  })

  test.each(['a\nb', 'a\r\nauthorization: x', ' a', 'a ', 'ä', 'a\0'])(
    'nextPage: stops at a cursor that no header can carry unchanged, %j',
    (text) => {
      const step = nextPage({ next: cursor(text), lastPage: 'false' }, never)
      expect(step).toMatchObject({ kind: 'stop', error: { code: 'list-envelope-invalid' } })
    },
  )
})

test('nextPage: requests no cursor twice, whatever a service sends, so a load ends for any finite set', () => {
  const next: fc.Arbitrary<Envelope['next']> = fc.oneof(
    fc.nat({ max: 20 }).map((number) => cursor(`c${number}`)),
    fc.nat({ max: 20 }).map((number) => cursor(`${'long'.repeat(40)}${number}`)),
    fc.constantFrom('none' as const, 'missing' as const, 'invalid' as const).map((kind) => ({ kind })),
  )
  const lastPage = fc.constantFrom<Envelope['lastPage']>(
    'false',
    'false',
    'false',
    'false',
    'true',
    'missing',
    'invalid',
  )
  // 42 different cursors in any order, endlessly: a rule that accepted one twice would not end.
  const answers = fc.array(fc.record({ next, lastPage }), { minLength: 1, maxLength: 100 })
  fc.assert(
    fc.property(answers, (envelopes) => {
      const seen = new SeenCursors()
      const asked: string[] = []
      for (let page = 0; page < 1000; page += 1) {
        const envelope = envelopes[page % envelopes.length]
        if (envelope === undefined) break
        const step = nextPage(envelope, (text) => seen.has(text))
        if (step.kind !== 'continue') {
          expect(new Set(asked).size).toBe(asked.length)
          return
        }
        seen.add(step.cursor)
        asked.push(step.cursor)
      }
      expect.unreachable('The load did not end.')
    }),
  )
})
