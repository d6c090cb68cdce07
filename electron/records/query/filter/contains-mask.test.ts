import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonReader } from '../../json/json-reader.ts'
import { writingOf } from '../../json/escape-style.ts'
import { Slices } from '../../../scheduling/cooperative-yield.ts'
import { compileTextSearch } from '../search/text-search.ts'
import { DictionaryColumn } from '../../columns/dictionary-column.ts'
import { valueTest } from './predicate.ts'
import { containsMask } from './contains-mask.ts'

function dictionaryOf(values: readonly unknown[], written: (json: string) => string): DictionaryColumn {
  const dictionary = new DictionaryColumn(() => undefined)
  dictionary.reserve(values.length, values.length)
  for (const [position, value] of values.entries()) {
    const bytes = Buffer.from(written(JSON.stringify(value)))
    const writing = writingOf(new JsonReader(bytes).skipValue())
    dictionary.add(position, bytes, 0, bytes.length, { start: 0, writing })
  }
  return dictionary
}

const asIs = (json: string): string => json
/** Escapes JSON like services that write only ASCII and embed it in HTML. */
const escaped = (json: string): string =>
  json
    .replaceAll(/[^ -~]|[<&]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

const letter = fc.constantFrom('a', 'b', 'A', '1', '[', ',', 'n', 'u', 'l', 'ü', 'Ü', '/', '<', '"')
const value = fc.oneof(
  fc.string({ unit: letter, maxLength: 8 }),
  fc.constantFrom(null, true, 11, -1.5, ['a', 'b'], { a: 'b' }),
)

test('the values that hold a text are those of which each by itself does', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', '1', '"', ',', 'n', 'l', 'ü', '/', '<'),
    minLength: 1,
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 40 }), text, fc.boolean(), async (values, word, escapes) => {
      const dictionary = dictionaryOf(values, escapes ? escaped : asIs)
      const contains = await containsMask(
        dictionary,
        word,
        compileTextSearch(),
        new Slices(new AbortController().signal),
      )
      const test = valueTest({ kind: 'contains', text: word })
      const expected = Array.from({ length: dictionary.count + 1 }, (_, each) => {
        const bytes = each === 0 ? Buffer.from('null') : dictionary.value(each)
        return test(bytes, 0, bytes.length) ? 1 : 0
      })
      expect(Array.from(contains)).toEqual(expected)
    }),
  )
})

test('values over more than one stretch are all looked through', async () => {
  const values = Array.from({ length: 30_000 }, (_, index) => `value ${index} ${'-'.repeat(40)}${index % 7}`)
  const contains = await containsMask(
    dictionaryOf(values, asIs),
    '-6',
    compileTextSearch(),
    new Slices(new AbortController().signal),
  )
  expect(contains.reduce((sum, each) => sum + each)).toBe(values.filter((text) => text.endsWith('6')).length)
})
