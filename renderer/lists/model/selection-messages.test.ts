import { expect, test } from 'vitest'
import { selectionSize, summaryMessage, summedColumn } from './selection-messages.ts'

test('selectionSize: counts rows of records, and rows and columns of a range of cells', () => {
  expect(selectionSize({ positions: [7], cells: undefined })).toBe('1 row')
  expect(selectionSize({ positions: Array.from({ length: 2000 }, (_, row) => row), cells: undefined })).toBe(
    '2,000 rows',
  )
  expect(selectionSize({ positions: [], cells: { rows: 3, columns: ['a', 'b'] } })).toBe('3 rows by 2 columns')
  expect(selectionSize({ positions: [], cells: { rows: 1, columns: ['a'] } })).toBe('1 row by 1 column')
})

const column = (path: string, type: 'number' | 'text' | 'mixed' = 'number') => ({ path, type })

test('summedColumn: is the only selected one, or the first of amounts, then of counts, but no identifier', () => {
  expect(summedColumn([column('sequence')])?.path).toBe('sequence')
  expect(summedColumn([column('name', 'text')])).toBeUndefined()
  expect(summedColumn([column('sequence'), column('rowCount'), column('amount')])?.path).toBe('amount')
  expect(summedColumn([column('sequence'), column('rowCount')])?.path).toBe('rowCount')
  expect(summedColumn([column('sequence'), column('name', 'text')])).toBeUndefined()
  expect(summedColumn([column('id'), column('amount', 'text'), column('fee', 'mixed')])?.path).toBe('fee')
})

const none = { count: 0, names: [] }

test('summaryMessage: has count, sum, mean, smallest and largest with all digits', () => {
  const summary = { count: 2, sum: '89214.5', mean: '44607.25', min: '1204.50', max: '88010', currencies: none }
  expect(summaryMessage('amount', summary)).toBe(
    'amount: 2 numbers · sum 89,214.5 · mean 44,607.25 · min 1,204.5 · max 88,010',
  )
  expect(summaryMessage('amount', { count: 0, currencies: none })).toBe('amount: no numbers')
  // Too large to calculate with.
  expect(summaryMessage('n', { count: 1, min: '1e5000', max: '1e5000', currencies: none })).toBe(
    'n: 1 number · min 1e5000 · max 1e5000',
  )
})

test('summaryMessage: neither adds nor compares several currencies, and does so with one', () => {
  const amounts = { count: 3, sum: '6', mean: '2', min: '1', max: '3' }
  expect(summaryMessage('amount', { ...amounts, currencies: { count: 2, names: ['EUR', 'USD'] } })).toBe(
    'amount: 3 numbers · Mixes 2 currencies: EUR, USD.',
  )
  expect(summaryMessage('amount', { ...amounts, currencies: { count: 1, names: ['EUR'] } })).toContain('sum 6')
})
