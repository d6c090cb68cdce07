import { expect, test } from 'vitest'
import { systemDates } from '#shared/values/date-text.ts'
import type { ArrangedColumn } from '../../model/column-layout.ts'
import { placeColumns } from '../column-places.ts'
import type { TableSelection } from '../grid-request.ts'
import { GridSelection } from './grid-selection.ts'

function column(path: string): ArrangedColumn {
  return {
    path,
    title: path,
    type: 'text',
    filled: 1,
    width: 100,
    format: 'as-sent',
    dates: systemDates,
    isRenamed: false,
    isHidden: false,
    isHiddenByDefault: false,
    isSized: false,
    pinned: undefined,
    isPinnedByPlace: false,
  }
}

/** Creates the selection of a table of ten rows, whose row is each record's position. */
function selection(opened?: number) {
  const table = {
    places: placeColumns(['a', 'b', 'c', 'd'].map(column), 1000),
    rowCount: 10,
    draw: () => undefined,
    /** The query's row in the first of the table. */
    first: 0,
  }
  const reported: TableSelection[] = []
  const chosen = new GridSelection(
    {
      body: () => table,
      queryRows: () => ({
        isShown: () => true,
        positionsOf: (first, count) => Promise.resolve(Array.from({ length: count }, (_, row) => first + row)),
        rowOf: (position) => Promise.resolve(position),
      }),
      span: (first, last) => ({ first: table.first + first, count: last - first + 1 }),
      opened: () => opened,
      onSelect: (selected) => reported.push(selected),
      onMissed: (error) => {
        throw error
      },
    },
    undefined,
  )
  const cells = (): unknown => {
    const last = reported.at(-1)?.cells
    return last && [last.firstRow, last.rows, last.columns.map(({ path }) => path).join('')]
  }
  return { chosen, table, reported, cells }
}

const at = (row: number, path: string) => ({ row, path })

test('GridSelection: a range extends from its first cell to any side, and starts again at another cell', () => {
  const { chosen, cells } = selection()
  chosen.extend(at(4, 'b'), at(5, 'b'))
  chosen.extend(at(5, 'b'), at(5, 'c'))
  expect(cells()).toEqual([4, 2, 'bc'])
  chosen.extend(at(5, 'c'), at(2, 'a'))
  expect(cells()).toEqual([2, 3, 'ab'])
  // The focus has moved meanwhile.
  chosen.extend(at(8, 'd'), at(9, 'd'))
  expect(cells()).toEqual([8, 2, 'd'])
  chosen.endRange()
  expect(cells()).toBeUndefined()
})

test('GridSelection: the open record is selected again when a range of cells ends', () => {
  const { chosen, reported } = selection(6)
  chosen.extend(at(1, 'a'), at(2, 'a'))
  expect(reported.at(-1)?.positions).toEqual([])
  chosen.endRange()
  expect(reported.at(-1)).toEqual({ positions: [6], isChosen: false, cells: undefined })
})

test('GridSelection: rows end a range of cells, and a range of cells ends the selection of rows', () => {
  const { chosen, reported, cells } = selection()
  chosen.extend(at(1, 'a'), at(2, 'b'))
  chosen.selectRow(7)
  expect(reported.at(-1)).toEqual({ positions: [7], isChosen: true, cells: undefined })
  chosen.extend(at(1, 'a'), at(1, 'b'))
  expect(reported.at(-1)?.positions).toEqual([])
  expect(chosen.hasChosenRows).toBe(false)
  expect(cells()).toEqual([1, 1, 'ab'])
  chosen.clear()
  expect(reported.at(-1)).toEqual({ positions: [], isChosen: false, cells: undefined })
})

test('GridSelection: copies chosen rows and ranges, but neither a single cell nor a record that is only open', async () => {
  const { chosen } = selection()
  expect(chosen.copied).toBeUndefined()
  chosen.selectOnly(3)
  expect(chosen.copied).toBeUndefined()
  chosen.selectRow(3)
  expect(chosen.copied?.positions).toEqual([3])
  chosen.extend(at(0, 'a'), at(1, 'a'))
  expect(chosen.copied?.cells?.rows).toBe(2)
  chosen.extend(at(1, 'a'), at(0, 'a'))
  expect(chosen.copied).toBeUndefined()
  chosen.selectAll()
  await expect.poll(() => chosen.copied?.positions).toHaveLength(10)
})

test('GridSelection: a range keeps its first and last column when they move, and ends when one is hidden', () => {
  const { chosen, table, cells } = selection()
  chosen.extend(at(0, 'a'), at(1, 'b'))
  table.places = placeColumns(['b', 'c', 'a', 'd'].map(column), 1000)
  chosen.followColumns()
  expect(cells()).toEqual([0, 2, 'bca'])
  table.places = placeColumns(['b', 'c', 'd'].map(column), 1000)
  chosen.followColumns()
  expect(cells()).toBeUndefined()
  expect(chosen.hasRange).toBe(false)
})

test('GridSelection: a range is reported with the rows that the table shows there once groups were opened', () => {
  const { chosen, table, reported, cells } = selection()
  chosen.extend(at(1, 'a'), at(2, 'b'))
  expect(cells()).toEqual([1, 2, 'ab'])
  table.first = 4
  chosen.followRows()
  expect(cells()).toEqual([5, 2, 'ab'])
  table.rowCount = 2
  chosen.followRows()
  expect(cells()).toBeUndefined()
  const before = reported.length
  chosen.followRows()
  expect(reported).toHaveLength(before)
})
