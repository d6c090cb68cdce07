import { expect, test } from 'vitest'
import { filterHint } from './filter-hint.ts'
import { parseFilterLine } from './filter-line-reading.ts'

const columns = [
  { path: 'created', type: 'datetime', title: 'Created' },
  { path: 'amount', type: 'number' },
  { path: 'note', type: 'text' },
  { path: 'odd', type: 'mixed' },
] as const

function hintFor(line: string): string | undefined {
  const parsed = parseFilterLine(line, columns, 'en')
  if (parsed.kind === 'fault') throw new Error(parsed.fault.message)
  return filterHint(parsed.line.filters, columns)
}

test.each([
  ['created:yesterdy', '“yesterdy” is not a date, but most values of “Created” are.'],
  ['created:today,soon', '“soon” is not a date, but most values of “Created” are.'],
  ['created>5', '“5” is not a date, but most values of “Created” are.'],
  ['note:x -amount:abc', '“abc” is not a number, but most values of “amount” are.'],
  ['amount:2026-11-03', '“2026-11-03” is not a number, but most values of “amount” are.'],
  ['amount:+5', '“+5” is not a number, but most values of “amount” are. Did you mean 5?'],
  ['amount:.5', '“.5” is not a number, but most values of “amount” are. Did you mean 0.5?'],
  ['amount:1,-.5', '“-.5” is not a number, but most values of “amount” are. Did you mean -0.5?'],
  ['amount:+', '“+” is not a number, but most values of “amount” are.'],
  ['amount:+007', '“+007” is not a number, but most values of “amount” are.'],
  ['created:.5', '“.5” is not a date, but most values of “Created” are.'],
  ['amount<=today', '“today” is not a number, but most values of “amount” are.'],
])('filterHint: names a value that is no number or date although most of the column’s values are: %s', (line, hint) => {
  expect(hintFor(line)).toBe(hint)
})

test.each([
  ...[
    'created:2026',
    'created:2026-11,"2026-11-03",last 7d',
    'created>2026',
    'created:empty',
    'created~soon',
    'created:""',
  ],
  ...['amount:5,1e3', 'amount>1000', 'amount:1..2026', 'note:soon', 'note>5', 'odd:soon', 'soon'],
])('filterHint: is undefined if the filter fits the column, %s', (line) => {
  expect(hintFor(line)).toBeUndefined()
})
