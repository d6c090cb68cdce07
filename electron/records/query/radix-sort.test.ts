import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Slices } from '../../concurrency.ts'
import { jsonNumberText } from '../testing/json-text.ts'
import { shortNumber } from '../values/short-decimal.ts'
import { sortByBytes } from './byte-sort.ts'
import { sortByDouble, sortByRank } from './radix-sort.ts'

const slices = new Slices(new AbortController().signal)

test('sortByBytes: sorts many strings with long common beginnings by their bytes', async () => {
  const part = fc.constantFrom('', 'a', 'b', 'Report number ', 'same beginning, ', 'zz')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(part, part, part), { minLength: 260, maxLength: 600 }), async (parts) => {
      const texts = parts.map((some) => some.join(''))
      const pool = Buffer.from(texts.join(''))
      const starts = new Uint32Array(texts.length)
      const ends = new Uint32Array(texts.length)
      let end = 0
      for (const [index, text] of texts.entries()) {
        starts[index] = end
        end += text.length
        ends[index] = end
      }
      const order = Uint32Array.from(texts.keys())
      const isGreater = await sortByBytes(order, { pool, starts, ends }, slices)
      expect(Array.from(order, (index) => texts[index])).toEqual(texts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      const sorted = Array.from(order, (index) => texts[index])
      expect([...isGreater]).toEqual(sorted.map((text, at) => (at === 0 || text !== sorted[at - 1] ? 1 : 0)))
    }),
    { numRuns: 20 },
  )
})

test('sortByDouble: sorts doubles by size and keeps the order of equal ones', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true }), { maxLength: 50 }), (numbers) => {
      const values = numbers.map((value) => value || 0)
      const order = Uint32Array.from(values.keys())
      const keys = Float64Array.from(values)
      sortByDouble(order, keys)
      const expected = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b)
      // Infinities have no difference.
      const byComparing = [...values.keys()].sort((a, b) =>
        (values[a] ?? 0) < (values[b] ?? 0) ? -1 : (values[a] ?? 0) > (values[b] ?? 0) ? 1 : a - b,
      )
      expect([...order]).toEqual(values.every(Number.isFinite) ? expected : byComparing)
      expect([...keys]).toEqual(byComparing.map((index) => values[index]))
    }),
  )
})

test('shortNumber: reads the same number as JavaScript', () => {
  fc.assert(
    fc.property(jsonNumberText, (text) => {
      const quick = shortNumber(Buffer.from(text), 0, text.length)
      if (!Number.isNaN(quick)) expect(quick).toBe(Number(text) || 0)
    }),
    { numRuns: 1000 },
  )
})

test('sortByRank: sorts positions by rank either way, those without a rank last', () => {
  const ids = Uint32Array.of(1, 0, 2, 3, 2)
  const ranks = Uint32Array.of(0, 5000, 1, 0)
  const all = (): Uint32Array<ArrayBuffer> => Uint32Array.of(0, 1, 2, 3, 4)
  expect([...sortByRank(all(), ids, ranks, 5000, 'ascending')]).toEqual([2, 4, 0, 1, 3])
  expect([...sortByRank(all(), ids, ranks, 5000, 'descending')]).toEqual([0, 2, 4, 1, 3])
})
