import { Buffer } from 'node:buffer'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileTextSearch } from './text-search.ts'
import { RecordDatabase } from './record-database.ts'
import { pageOf } from './testing/page-text.ts'
import { TextOrder } from './text-order.ts'

// Languages that order letters unlike English: of their own, as pairs, capitals first, marks ignored, digits as numbers.
const languages = ['en', 'de', 'sv', 'da', 'cs', 'hu', 'es-u-co-trad', 'de-u-co-phonebk', 'th', 'en-u-kn', 'tr', 'ja']

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-order-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

const character = fc.oneof(
  fc.constantFrom(...Array.from('abcchdzsaaAZlyij019 -_\'".,äÄåøöéßñçğıŁžμя漢\u0301\u00ad')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join('').toWellFormed())

test.each(languages)('weights stand in the collator’s order where there are any: %s', (language) => {
  const order = new TextOrder(language)
  const base = new Intl.Collator(language, { sensitivity: 'base' })
  const weights = (value: string): Uint8Array | undefined => {
    const bytes = Buffer.from(value)
    const into = new Uint8Array(bytes.length)
    const end = order.weigh(bytes, 0, bytes.length, into, 0)
    return end < 0 ? undefined : into.subarray(0, end)
  }
  fc.assert(
    fc.property(text, text, (left, right) => {
      const [one, other] = [weights(left), weights(right)]
      if (one === undefined || other === undefined) return
      expect(Math.sign(Buffer.compare(one, other))).toBe(Math.sign(base.compare(left, right)))
    }),
    { numRuns: 1000 },
  )
})

test('plain English text is weighed, so that sorting it is quick', () => {
  const bytes = Buffer.from('Report 12 of the day: "Überweisung" (final)')
  const into = new Uint8Array(bytes.length)
  expect(new TextOrder('en').weigh(bytes, 0, bytes.length, into, 0)).toBeGreaterThan(0)
})

test.each(['en', 'da', 'cs'])('a column of text is sorted as the collator sorts it: %s', async (language) => {
  const { compare } = new Intl.Collator(language)
  let file = 0
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 40 }), fc.boolean(), async (texts, escapes) => {
      file += 1
      const database = new RecordDatabase(join(folder, String(file)), {
        list: 'reports',
        chosenMember: 'reports',
        language,
        searchCode: compileTextSearch(),
      })
      try {
        const written = (value: string): string =>
          escapes
            ? JSON.stringify(value).replaceAll(/[^ -~]|a/gu, (sign) =>
                Array.from(
                  { length: sign.length },
                  (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
                ).join(''),
              )
            : JSON.stringify(value)
        // A column that had no date would be one of dates where all of its text is.
        const records = ['{"v":"text"}', ...texts.map((value) => `{"v":${written(value)}}`)]
        database.addPage(pageOf(records, null, 'true'), false)
        const all = ['text', ...texts]
        const expected = [...all.keys()].sort((one, other) => compare(all[one] ?? '', all[other] ?? '') || one - other)
        const { rows } = await database.rows(
          { search: [], filters: [], sort: [{ path: 'v', direction: 'ascending' }] },
          0,
          100,
          [],
        )
        expect(rows.map(({ position }) => position)).toEqual(expected)
      } finally {
        database.close()
      }
    }),
  )
})
