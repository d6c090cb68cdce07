import { expect, test } from 'vitest'
import { plainLayout } from '#shared/lists/list-columns.ts'
import { arrangeColumns, withSettings, type ArrangedColumn } from '../model/column-layout.ts'
import { withStatusInView } from './fitting-width.ts'

const automatic = new Map(Object.entries({ id: 140, name: 310, team: 200, status: 110, note: 300 }))
const paths = [...automatic.keys()]

/** Columns of these automatic widths. @param sized widths that the person chose */
function columns(sized: Readonly<Record<string, number>> = {}): ArrangedColumn[] {
  const layout = Object.entries(sized).reduce(
    (before, [path, width]) => withSettings(before, [path], { width }),
    plainLayout,
  )
  return arrangeColumns(
    paths.map((path) => ({ path, type: 'text', filled: 1 })),
    layout,
  ).map((column) => (column.isSized ? column : { ...column, width: automatic.get(column.path) ?? 0 }))
}

const widthsIn = (room: number, sized?: Readonly<Record<string, number>>): number[] =>
  withStatusInView(columns(sized), room, automatic).map(({ width }) => width)

test.each([
  { room: 760, widths: [140, 310, 200, 110, 300] },
  { room: 700, widths: [140, 250, 200, 110, 300] },
  // As much as two texts give, to one width.
  { room: 590, widths: [140, 170, 170, 110, 300] },
  { room: 570, widths: [140, 160, 160, 110, 300] },
  // Not enough: nothing is gained by shorter texts.
  { room: 569, widths: [140, 310, 200, 110, 300] },
  { room: 0, widths: [140, 310, 200, 110, 300] },
])('withStatusInView: in $room pixels the columns are $widths wide', ({ room, widths }) => {
  expect(widthsIn(room)).toEqual(widths)
})

test('withStatusInView: columns pinned right are over the end of the view', () => {
  const pinned = columns().map((column) => (column.path === 'note' ? { ...column, pinned: 'right' as const } : column))
  expect(withStatusInView(pinned, 1000, automatic).map(({ width }) => width)).toEqual([140, 250, 200, 110, 300])
})

test('withStatusInView: what the person sized stays and does not change the others', () => {
  expect(widthsIn(700, { team: 400 })).toEqual([140, 250, 400, 110, 300])
  expect(widthsIn(700, { name: 500 })).toEqual([140, 500, 200, 110, 300])
})
