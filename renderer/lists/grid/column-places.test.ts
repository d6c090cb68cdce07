import { expect, test } from 'vitest'
import { plainLayout } from '#shared/lists/list-columns.ts'
import { arrangeColumns, withSettings, type ArrangedColumn } from '../model/column-layout.ts'
import { columnsInSight, placeColumns, scrollLeftShowing, type PlacedColumn } from './column-places.ts'

/** Columns of 100 pixels, c0 to the last, with these pinned. */
function columns(
  count: number,
  pinned: { readonly left?: string[]; readonly right?: string[] } = {},
): ArrangedColumn[] {
  const found = Array.from({ length: count }, (_, index) => ({ path: `c${index}`, type: 'text' as const, filled: 1 }))
  const wide = withSettings(
    plainLayout,
    found.map(({ path }) => path),
    { width: 100 },
  )
  const left = withSettings(wide, pinned.left ?? ['c0'], { pinned: pinned.left ? 'left' : 'none', width: 100 })
  return arrangeColumns(found, withSettings(left, pinned.right ?? [], { pinned: 'right', width: 100 }))
}

const pathsOf = (placed: readonly PlacedColumn[]): string => placed.map(({ column }) => column.path).join(' ')

test('placeColumns: puts pinned columns at their sides and the others in a row between them', () => {
  const places = placeColumns(columns(5, { left: ['c3'], right: ['c0'] }), 800)
  expect(places.all.map(({ column, side, left, index }) => [column.path, side, left, index])).toEqual([
    ['c3', 'left', 0, 0],
    ['c1', 'free', 0, 1],
    ['c2', 'free', 100, 2],
    ['c4', 'free', 200, 3],
    ['c0', 'right', 0, 4],
  ])
  expect(places.width).toEqual({ left: 100, free: 300, right: 100 })
  expect(pathsOf(places.all.filter(({ isAtPinEdge }) => isAtPinEdge))).toBe('c3 c0')
})

test('columnsInSight: has the visible and the pinned ones of very many columns', () => {
  const places = placeColumns(columns(500, { left: ['c7'], right: ['c9'] }), 600)
  expect(pathsOf(columnsInSight(places, 0, 600))).toBe('c7 c0 c1 c2 c3 c9')
  expect(pathsOf(columnsInSight(places, 1050, 600))).toBe('c7 c12 c13 c14 c15 c16 c9')
  expect(pathsOf(columnsInSight(places, places.width.free - 400, 600))).toBe('c7 c496 c497 c498 c499 c9')
})

test('placeColumns: ignores pins that would leave no room for the rest', () => {
  const places = placeColumns(columns(6, { left: ['c0', 'c1'], right: ['c5'] }), 390)
  expect(places.width).toEqual({ left: 0, free: 600, right: 0 })
})

test('scrollLeftShowing: scrolls as little as possible to show a column', () => {
  const places = placeColumns(columns(20, { left: ['c0'] }), 500)
  expect(scrollLeftShowing(places, 'c1', 250, 500)).toBe(0)
  expect(scrollLeftShowing(places, 'c4', 250, 500)).toBe(250)
  expect(scrollLeftShowing(places, 'c10', 250, 500)).toBe(600)
  expect(scrollLeftShowing(places, 'c0', 250, 500)).toBe(250)
})
