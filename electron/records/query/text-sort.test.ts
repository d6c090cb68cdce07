import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Slices } from '../../concurrency.ts'
import { DictionaryColumn } from '../columns/dictionary-column.ts'
import { RecordDatabase } from '../record-database.ts'
import { pageOf } from '../testing/page-text.ts'
import { sortTexts, textCollator } from './text-sort.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-order-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

/** Sorts a column of these JSON strings and returns their places in it. */
async function sorted(strings: readonly string[], language: string): Promise<number[]> {
  const file = join(await mkdtemp(join(folder, 'list-')), 'records')
  const database = new RecordDatabase(file, { list: 'reports', chosenMember: 'reports', language })
  try {
    const records = strings.map((string) => `{"v":${string}}`)
    database.addPage(pageOf(records, null, 'true'), false)
    const sort = [{ path: 'v', direction: 'ascending' as const }]
    const { rows } = await database.rows({ search: [], filters: [], sort }, 0, strings.length, [])
    return rows.map(({ position }) => position)
  } finally {
    database.close()
  }
}

/** Each UTF-16 unit as an escape. */
function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'))
  return `"${units.map((unit) => `\\u${unit}`).join('')}"`
}

test('Text sort: orders numbers in text by their value', async () => {
  const texts = ['INV-10', 'INV-9', 'inv-2', 'INV-100', 'Report 2 of 10', 'Report 2 of 9', 'Report 10', '9']
  const natural = ['9', 'inv-2', 'INV-9', 'INV-10', 'INV-100', 'Report 2 of 9', 'Report 2 of 10', 'Report 10']
  const order = await sorted(
    texts.map((text) => JSON.stringify(text)),
    'en',
  )
  expect(order.map((place) => texts[place])).toEqual(natural)
})

const piece = fc.oneof(
  fc.constantFrom(
    ...Array.from('abcchdzsaaAZlyij0192 -_\'".,äÄåøöéßñçğıŁžμя漢かガ가힣אش\u0301\u00ad'),
    'ch',
    'aa',
    '10',
    '9',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('').toWellFormed())

// Languages that order letters unlike each other, on more texts than one run has.
test.each(['en', 'de', 'da', 'cs', 'th', 'tr', 'ja', 'zh', 'ko', 'ar'])(
  'Text sort: orders texts like the collator, however they are escaped: %s',
  async (language) => {
    // In a column without other text, all could be dates.
    const texts = ['text', ...fc.sample(text, { numRuns: 3000, seed: 1 })]
    const { compare } = new Intl.Collator(language, { numeric: true })
    const isNumber = (each: string): boolean => /^\d+$/u.test(each)
    expect(texts.some(isNumber)).toBe(true)
    const expected = [...texts.keys()].sort(
      (one, other) => compare(texts[one] ?? '', texts[other] ?? '') || one - other,
    )
    const strings = texts.map((each, at) => (at % 3 === 0 ? escaped(each) : JSON.stringify(each)))
    expect(await sorted(strings, language)).toEqual(expected)
  },
)

test('Text sort: ends when it is cancelled', async () => {
  const values = new DictionaryColumn(() => undefined)
  const numbers = Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 200_003)
  values.reserve(numbers.length, numbers.length)
  for (const [position, number] of numbers.entries()) {
    const bytes = new TextEncoder().encode(`"Überweisung ${number}"`)
    values.add(position, bytes, 0, bytes.length, 0)
  }
  const cancel = new AbortController()
  const group = Uint32Array.from(numbers, (_, index) => index + 1)
  const sort = sortTexts(values, group, textCollator('de'), new Slices(cancel.signal))
  setImmediate(() => cancel.abort(new Error('cancelled')))
  await expect(sort).rejects.toThrow('cancelled')
})
