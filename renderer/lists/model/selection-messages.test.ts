import { expect, test } from 'vitest'
import { selectionSize } from './selection-messages.ts'

test('selectionSize: counts rows of records, and rows and columns of a range of cells', () => {
  expect(selectionSize({ positions: [7], cells: undefined })).toBe('1 row')
  expect(selectionSize({ positions: Array.from({ length: 2000 }, (_, row) => row), cells: undefined })).toBe(
    '2,000 rows',
  )
  expect(selectionSize({ positions: [], cells: { rows: 3, columns: ['a', 'b'] } })).toBe('3 rows by 2 columns')
  expect(selectionSize({ positions: [], cells: { rows: 1, columns: ['a'] } })).toBe('1 row by 1 column')
})
