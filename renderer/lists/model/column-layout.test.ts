import { describe, expect, test } from 'vitest'
import { columnLayoutSchema, maxArrangedColumns, plainLayout } from '#shared/lists/list-columns.ts'
import type { Column } from '#shared/lists/list.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { arrangeColumns, isPlainLayout, withPlace, withSettings, withShownOrder } from './column-layout.ts'

const columns: Column[] = ['a', 'b', 'c', 'd'].map((path) => ({ path, type: 'text', filled: 1 }))
const pathsOf = (layout: Parameters<typeof arrangeColumns>[1]): string =>
  arrangeColumns(columns, layout)
    .map(({ path }) => path)
    .join('')

describe('arranging', () => {
  test('arrangeColumns: columns without a place follow in the order in which they were found', () => {
    expect(pathsOf(plainLayout)).toBe('abcd')
    expect(pathsOf({ ...plainLayout, order: ['c', 'gone', 'a'] })).toBe('cabd')
  })

  test('arrangeColumns: puts pinned columns at their side', () => {
    const left = withSettings(plainLayout, ['c'], { pinned: 'left' })
    expect(pathsOf(left)).toBe('cabd')
    expect(pathsOf(withSettings(left, ['a'], { pinned: 'right' }))).toBe('cbda')
  })

  test('arrangeColumns: applies settings and uses defaults for the rest', () => {
    const layout = withSettings(plainLayout, ['b'], { title: ' Mine ', hidden: true, width: 120.4, format: 'raw' })
    expect(arrangeColumns(columns, layout)[1]).toEqual({
      ...{ path: 'b', type: 'text', filled: 1, title: 'Mine', isRenamed: true, isHidden: true, pinned: undefined },
      ...{
        width: 120,
        format: 'raw',
        isSized: true,
        isHiddenByDefault: false,
        isPinnedByPlace: false,
        dates: systemDates,
      },
    })
    expect(arrangeColumns(columns, layout)[0]).toMatchObject({ title: 'a', isHidden: false, format: 'as-sent' })
  })
})

describe('defaults', () => {
  const pinned = (layout: typeof plainLayout): string =>
    arrangeColumns(columns, layout)
      .filter((column) => column.pinned === 'left')
      .map(({ path }) => path)
      .join('')

  test('arrangeColumns: pins the first column, unless the person pins another one or unpins it', () => {
    expect(pinned(plainLayout)).toBe('a')
    expect(pinned({ ...plainLayout, order: ['c'] })).toBe('c')
    expect(pinned(withSettings(plainLayout, ['a'], { hidden: true }))).toBe('b')
    expect(pinned(withSettings(plainLayout, ['b'], { pinned: 'right' }))).toBe('a')
    expect(pinned(withSettings(plainLayout, ['b'], { pinned: 'left' }))).toBe('b')
    expect(pinned(withSettings(plainLayout, ['a'], { pinned: 'none' }))).toBe('')
  })

  test('arrangeColumns: hides empty and constant columns until shown, unless no other would be left', () => {
    const hiddenByDefault = new Set(['b', 'c'])
    const shown = (layout: typeof plainLayout, hidden: ReadonlySet<string>): string =>
      arrangeColumns(columns, layout, hidden)
        .filter(({ isHidden }) => !isHidden)
        .map(({ path }) => path)
        .join('')
    expect(shown(plainLayout, hiddenByDefault)).toBe('ad')
    const layout = withSettings(plainLayout, ['a', 'b'], { hidden: false }, hiddenByDefault)
    expect(layout.settings).toEqual([{ path: 'b', hidden: false }])
    expect(shown(layout, hiddenByDefault)).toBe('abd')
    expect(shown(plainLayout, new Set('abcd'))).toBe('abcd')
  })

  test('arrangeColumns: amounts and counts have separators, identifiers have none, unless the person chooses', () => {
    const formatsOf = (layout: typeof plainLayout): string[] =>
      arrangeColumns(
        ['amount', 'rowCount', 'sequence', 'transactions'].map((path) => ({ path, type: 'number', filled: 1 })),
        layout,
      ).map(({ format }) => format)
    expect(formatsOf(plainLayout)).toEqual(['thousands', 'thousands', 'as-sent', 'thousands'])
    const raw = withSettings(plainLayout, ['amount', 'sequence'], { format: 'as-sent' })
    expect(formatsOf(raw)).toEqual(['as-sent', 'thousands', 'as-sent', 'thousands'])
    expect(raw.settings).toHaveLength(1)
  })
})

describe('settings', () => {
  test('withSettings: leaves nothing behind of a setting that is undone', () => {
    const layout = withSettings(plainLayout, ['a', 'b'], { hidden: true, title: 'x' })
    expect(isPlainLayout(withSettings(layout, ['a', 'b'], { hidden: false, title: undefined }))).toBe(true)
    expect(isPlainLayout(withSettings(plainLayout, ['a'], { title: '  ', format: 'as-sent' }))).toBe(true)
  })

  test('withSettings: limits a width to what can be stored', () => {
    for (const width of [1, 47.6, 5000])
      expect(columnLayoutSchema.safeParse(withSettings(plainLayout, ['a'], { width })).success).toBe(true)
  })
})

describe('places', () => {
  test('withPlace: puts a column where it is dropped, within its side', () => {
    const place = (layout: typeof plainLayout, path: string, to: number): string =>
      pathsOf(withPlace(layout, arrangeColumns(columns, layout), path, to))
    expect(place(plainLayout, 'a', 2)).toBe('bcad')
    expect(place(plainLayout, 'd', 0)).toBe('dabc')
    expect(place(plainLayout, 'a', 99)).toBe('bcda')
    const pinned = withSettings(plainLayout, ['d'], { pinned: 'left' })
    expect(place(pinned, 'b', 0)).toBe('dbac')
    expect(place(pinned, 'd', 3)).toBe('dabc')
  })

  test('withPlace, withShownOrder: columns not loaded yet keep their places when others are moved', () => {
    const all = { ...plainLayout, order: ['d', 'c', 'b', 'a'] }
    const few = columns.filter(({ path }) => path === 'a' || path === 'b')
    const placed = withPlace(all, arrangeColumns(few, all), 'a', 0)
    expect(pathsOf(placed)).toBe('dcab')
    expect(pathsOf(withShownOrder(all, arrangeColumns(few, all), ['a', 'b']))).toBe('dcab')
    const last = { ...plainLayout, order: ['b', 'd', 'a', 'c'] }
    expect(pathsOf(withPlace(last, arrangeColumns(few, last), 'b', 1))).toBe('acbd')
  })

  test('withPlace: keeps the order of loaded columns if there are more than can be stored', () => {
    const gone = Array.from({ length: maxArrangedColumns }, (_, place) => `gone${place}`)
    const layout = withPlace({ ...plainLayout, order: gone }, arrangeColumns(columns, plainLayout), 'd', 0)
    expect(columnLayoutSchema.safeParse(layout).success).toBe(true)
    expect(pathsOf(layout)).toBe('dabc')
  })

  test('withShownOrder: hidden columns stay in place when shown ones are moved', () => {
    const hidden = withSettings(plainLayout, ['b'], { hidden: true })
    expect(pathsOf(withShownOrder(hidden, arrangeColumns(columns, hidden), ['d', 'a', 'c']))).toBe('dbac')
  })
})
