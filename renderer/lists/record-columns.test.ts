import { expect, test } from 'vitest'
import { plainLayout } from '../../shared/model/list-columns.ts'
import type { Column } from '../../shared/model/list.ts'
import { arrangeColumns, withSettings } from './column-layout.ts'
import { columnDefinitions, drawnColumns, mostColumns } from './record-columns.ts'

const columns = (count: number): Column[] =>
  Array.from({ length: count }, (_, index) => ({ path: `c${index}`, type: 'text', filled: 1 }))

test('hidden columns are not drawn, and what is set is said', () => {
  const layout = withSettings(withSettings(plainLayout, ['c0'], { hidden: true }), ['c2'], {
    pinned: 'left',
    title: 'Mine',
    width: 90,
  })
  const definitions = columnDefinitions(drawnColumns(arrangeColumns(columns(3), layout)))
  expect(definitions.map(({ colId, headerName, width, pinned }) => [colId, headerName, width, pinned])).toEqual([
    ['c2', 'Mine', 90, 'left'],
    ['c1', 'c1', 190, null],
  ])
})

test('hiding some of very many columns lets others come up', () => {
  const many = columns(mostColumns + 10)
  expect(drawnColumns(arrangeColumns(many, plainLayout))).toHaveLength(mostColumns)
  const layout = withSettings(plainLayout, ['c0', 'c1'], { hidden: true })
  expect(drawnColumns(arrangeColumns(many, layout)).at(-1)?.path).toBe(`c${mostColumns + 1}`)
})
