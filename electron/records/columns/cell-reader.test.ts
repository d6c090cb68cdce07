import { expect, test } from 'vitest'
import { CellReader } from './cell-reader.ts'

const record = Buffer.from('{"a":{"b":"12345"},"c":678,"d":"","e":true}')

test('CellReader: cuts the cells of a row that exceed its total, and marks them', () => {
  const reader = new CellReader(['a.b', 'a', 'c', 'd', 'absent'])
  expect(reader.row(3, record, 100, 10)).toEqual({
    position: 3,
    texts: ['12345', '{"b":', '', '', ''],
    kinds: ['text', 'object', 'number', 'text', 'absent'],
    cut: [1, 2],
  })
})

test.each([
  [100, 8],
  [5, undefined],
])('CellReader: cuts nothing at %i characters of a cell and %s of all', (most, total) => {
  const reader = new CellReader(['a.b', 'c'])
  expect(reader.row(0, record, most, total)).toMatchObject({ texts: ['12345', '678'], cut: [] })
})
