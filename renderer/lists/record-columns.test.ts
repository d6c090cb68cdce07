import { expect, test } from 'vitest'
import { cellText, cellTooltip, columnDefinitions } from './record-columns.ts'

test('cells show numbers as they were sent, and nothing for what is not there', () => {
  expect(cellText({ kind: 'number', text: '900000000000000001' })).toBe('900000000000000001')
  expect(cellText({ kind: 'text', text: 'abc', cut: true })).toBe('abc…')
  expect(cellText(null)).toBe('')
  expect(cellText(undefined)).toBe('')
})

test('dates have their local time on hover, long text itself', () => {
  expect(cellTooltip({ kind: 'text', text: '2026-11-20T10:00:00Z' }, 'datetime')).toContain('here')
  expect(cellTooltip({ kind: 'text', text: '2026-11-20' }, 'datetime')).toBeUndefined()
  expect(cellTooltip({ kind: 'text', text: 'short' }, 'text')).toBeUndefined()
  expect(cellTooltip({ kind: 'text', text: 'x'.repeat(40) }, 'text')).toBe('x'.repeat(40))
})

test('columns keep the order in which they were found', () => {
  const columns = columnDefinitions([
    { path: 'b', type: 'number', filled: 1 },
    { path: 'a.b', type: 'text', filled: 1 },
  ])
  expect(columns.map(({ colId }) => colId)).toEqual(['b', 'a.b'])
})
