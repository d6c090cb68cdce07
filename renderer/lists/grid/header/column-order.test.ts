import { describe, expect, test } from 'vitest'
import { plainLayout } from '#shared/lists/list-columns.ts'
import { arrangeColumns, withSettings } from '../../model/column-layout.ts'
import { placeColumns, type ColumnPlaces } from '../column-places.ts'
import { dropPlaceAt, orderAfterDrop, orderAfterStep } from './column-order.ts'

/** a pinned left, b to e free, f pinned right, of 100 pixels each. */
function six(): ColumnPlaces {
  const columns = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ path, type: 'text' as const, filled: 1 }))
  const paths = columns.map(({ path }) => path)
  const wide = withSettings(plainLayout, paths, { width: 100 })
  const left = withSettings(wide, ['a'], { pinned: 'left' })
  return placeColumns(arrangeColumns(columns, withSettings(left, ['f'], { pinned: 'right' })), 500)
}

describe('dropping', () => {
  const dropped = (path: string, x: number, scrollLeft = 0): string => {
    const places = six()
    const place = dropPlaceAt({ places, scrollLeft, viewWidth: 500 }, x)
    return `${place.side} ${orderAfterDrop(places, path, place).join('')}`
  }

  test('Dropped column: goes to the nearer end of the one it is dropped on', () => {
    expect(dropped('b', 240)).toBe('free abcdef')
    expect(dropped('b', 260)).toBe('free acbdef')
    expect(dropped('e', 120)).toBe('free aebcdf')
    expect(dropped('c', 230)).toBe('free abcdef')
  })

  test('Dropped column: its place takes account of scrolling', () => {
    expect(dropped('b', 399, 100)).toBe('free acdebf')
  })

  test('Dropped column: is pinned on a pinned side', () => {
    expect(dropped('d', 20)).toBe('left dabcef')
    expect(dropped('d', 80)).toBe('left adbcef')
    expect(dropped('b', 490)).toBe('right acdefb')
    expect(dropped('a', 240)).toBe('free bacdef')
  })
})

test('orderAfterStep: swaps a column with its neighbor on the same side', () => {
  expect(orderAfterStep(six(), 'b', 1)?.join('')).toBe('acbdef')
  expect(orderAfterStep(six(), 'e', -1)?.join('')).toBe('abcedf')
  expect(orderAfterStep(six(), 'b', -1)).toBeUndefined()
  expect(orderAfterStep(six(), 'f', 1)).toBeUndefined()
})
