import { expect, test } from 'vitest'
import { RowSelection, maxRange, type QueryRows } from './row-selection.ts'

/** A query whose rows are the records from the last to the first. */
const backwards: QueryRows = {
  positionsOf: (first, count) => Promise.resolve(Array.from({ length: count }, (_, row) => 999_999 - first - row)),
  rowOf: (position) => Promise.resolve(999_999 - position),
}

/** A query whose rows are the records as they came, without those before the hundredth. */
const laterOnes: QueryRows = {
  positionsOf: (first, count) => Promise.resolve(Array.from({ length: count }, (_, row) => 100 + first + row)),
  rowOf: (position) => Promise.resolve(position < 100 ? undefined : position - 100),
}

function selection(): { readonly chosen: RowSelection; readonly published: (readonly number[])[] } {
  const published: (readonly number[])[] = []
  return { chosen: new RowSelection((positions) => published.push(positions), undefined), published }
}

test('RowSelection: selects one row alone, adds and removes others, and clears all', () => {
  const { chosen, published } = selection()
  chosen.selectOnly(40)
  chosen.toggle(70)
  chosen.toggle(40)
  expect(chosen.has(70)).toBe(true)
  expect(chosen.has(40)).toBe(false)
  chosen.selectOnly(20)
  chosen.clear()
  expect(published).toEqual([[40], [40, 70], [70], [20], []])
  expect(chosen.size).toBe(0)
})

test('RowSelection: a range extends from the last chosen row to either side, in the query’s order', async () => {
  const { chosen, published } = selection()
  chosen.selectOnly(999_989)
  await chosen.selectRange(12, backwards)
  await chosen.selectRange(9, backwards)
  expect(published.slice(1)).toEqual([
    [999_989, 999_988, 999_987],
    [999_990, 999_989],
  ])
})

test('RowSelection: ends a range that is too long at the limit, counted from its start', async () => {
  const { chosen } = selection()
  chosen.selectOnly(999_994)
  await chosen.selectRange(900_000, backwards)
  expect(chosen.size).toBe(maxRange)
  expect(chosen.has(999_994)).toBe(true)
})

test('RowSelection: the next choice cancels a range that is still being loaded', async () => {
  const { chosen, published } = selection()
  const range = chosen.selectRange(3000, backwards)
  chosen.selectOnly(10)
  await range
  expect(published).toEqual([[10]])
})

test('RowSelection: is restored with the start of its ranges, without publishing it', async () => {
  const before = selection().chosen
  before.selectOnly(200)
  before.toggle(999_969)
  const published: (readonly number[])[] = []
  const after = new RowSelection((positions) => published.push(positions), before.rows)
  expect(after.rows).toEqual({ positions: [200, 999_969], anchor: 999_969 })
  expect(after.has(200)).toBe(true)
  expect(published).toEqual([])
  await after.selectRange(31, backwards)
  expect(published).toEqual([[999_969, 999_968]])
})

test('RowSelection: a range in another query starts at the last chosen record’s row there', async () => {
  const { chosen, published } = selection()
  chosen.selectOnly(102)
  await chosen.selectRange(4, laterOnes)
  expect(published.at(-1)).toEqual([102, 103, 104])
  await chosen.selectRange(999_898, backwards)
  expect(published.at(-1)).toEqual([102, 101])
})

test('RowSelection: a range is one row if the query leaves the last chosen record out', async () => {
  const { chosen, published } = selection()
  chosen.selectOnly(7)
  await chosen.selectRange(4, laterOnes)
  await chosen.selectRange(6, laterOnes)
  expect(published.slice(1)).toEqual([[104], [104, 105, 106]])
})

test('RowSelection: a range that cannot be loaded keeps the selection and the start of ranges', async () => {
  const { chosen, published } = selection()
  const unreadable: QueryRows = {
    ...backwards,
    positionsOf: (first, count) =>
      first >= 1000 ? Promise.reject(new Error('The disk is gone.')) : backwards.positionsOf(first, count),
  }
  chosen.selectOnly(999_999)
  await expect(chosen.selectRange(2000, unreadable)).rejects.toThrow('The disk is gone.')
  expect(chosen.rows).toEqual({ positions: [999_999], anchor: 999_999 })
  await chosen.selectRange(1, unreadable)
  expect(published).toEqual([[999_999], [999_999, 999_998]])
  // The result of a superseded request is ignored.
  const range = chosen.selectRange(2000, unreadable)
  chosen.selectOnly(7)
  await range
  expect(published.at(-1)).toEqual([7])
})
