import { describe, expect, test } from 'vitest'
import type { Cell } from '#shared/lists/list.ts'
import { systemDates } from '#shared/values/date-text.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { copiedCell, shownCell, shownTooltip } from './shown-cell.ts'
import { row } from './testing/record-row.ts'

const look = { format: 'as-sent', dates: systemDates } as const
const both: Pick<ArrangedColumn, 'path' | 'format' | 'dates' | 'difference'> = {
  ...{ path: 'after.n', ...look, format: 'thousands' },
  difference: { kind: 'field', before: 'before.n', after: 'after.n' },
}
const number = (text: string): Cell => ({ kind: 'number', text })

describe('cells of a comparison', () => {
  test('shownCell: shows the old and new value of a changed field, each in the column’s format', () => {
    const record = row({ change: 'changed', 'before.n': number('1000'), 'after.n': number('2000') })
    expect(shownCell(record, both)).toEqual({
      ...{ path: 'after.n', cell: number('2000'), text: '1,000 → 2,000', change: 'changed' },
    })
    expect(copiedCell(record, both)).toBe('1000 → 2000')
    expect(shownTooltip(record, both, () => false)).toBeUndefined()
    expect(shownTooltip(record, both, () => true)).toBe('1,000 → 2,000')
  })

  test('shownCell: shows which side has no value', () => {
    const without = { ...both, difference: { kind: 'field', before: 'before.n', after: undefined } } as const
    const removed = shownCell(row({ change: 'changed', 'before.n': number('1') }), without)
    expect(removed).toMatchObject({ path: 'before.n', text: '1 → (none)', change: 'changed' })
    const added = { ...both, difference: { kind: 'field', before: undefined, after: 'after.n' } } as const
    expect(shownCell(row({ change: 'changed', 'after.n': number('1') }), added).text).toBe('(none) → 1')
  })

  test('shownCell: shows the value of an added or removed record, and filters by that side', () => {
    const added = shownCell(row({ change: 'added', 'after.n': number('1') }), both)
    expect(added).toMatchObject({ path: 'after.n', text: '1', change: undefined })
    const gone = shownCell(row({ change: 'gone', 'before.n': number('1') }), both)
    expect(gone).toMatchObject({ path: 'before.n', text: '1', change: undefined })
  })

  test('shownCell: shows nothing for a field that has not changed', () => {
    expect(shownCell(row({ change: 'changed' }), both)).toMatchObject({ text: '', change: undefined })
  })

  test('shownCell: shows the kind of difference in words', () => {
    const change = { path: 'change', ...look, difference: { kind: 'change' } } as const
    expect(shownCell(row({ change: 'gone' }), change)).toMatchObject({
      path: 'change',
      text: 'Removed',
      change: 'gone',
    })
  })
})
