import { expect, test } from 'vitest'
import { plainLayout } from '#shared/lists/list-columns.ts'
import type { Column } from '#shared/lists/list.ts'
import { arrangeColumns, withSettings, maxColumns } from '../model/column-layout.ts'
import { cellOf, drawnColumns } from './record-columns.ts'

const columns = (count: number): Column[] =>
  Array.from({ length: count }, (_, index) => ({ path: `c${index}`, type: 'text', filled: 1 }))

test('drawnColumns: leave out hidden columns and begin with pinned ones', () => {
  const layout = withSettings(withSettings(plainLayout, ['c0'], { hidden: true }), ['c2'], { pinned: 'left' })
  expect(drawnColumns(arrangeColumns(columns(3), layout)).map(({ path }) => path)).toEqual(['c2', 'c1'])
})

test('drawnColumns: hiding some of very many columns makes room for others', () => {
  const many = columns(maxColumns + 10)
  expect(drawnColumns(arrangeColumns(many, plainLayout))).toHaveLength(maxColumns)
  const layout = withSettings(plainLayout, ['c0', 'c1'], { hidden: true })
  expect(drawnColumns(arrangeColumns(many, layout)).at(-1)?.path).toBe(`c${maxColumns + 1}`)
})

test('cellOf: distinguishes a field that the record lacks from a column that was not requested', () => {
  const places = new Map([
    ['a', 0],
    ['b', 1],
  ])
  const row = { position: 1, texts: ['x1', ''], kinds: ['text', 'absent'] as const, cut: [], places }
  expect(cellOf(row, 'a')).toEqual({ kind: 'text', text: 'x1' })
  expect(cellOf(row, 'b')).toBeNull()
  expect(cellOf(row, 'c')).toBeUndefined()
})
