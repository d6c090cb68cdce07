import { expect, test } from 'vitest'
import { comparisonMessage, notComparedMessage } from './differences-view.tsx'

const counts = {
  added: 0,
  gone: 0,
  changed: 0,
  same: 0,
  withoutIdBefore: 0,
  withoutIdAfter: 0,
  repeatedBefore: 0,
  repeatedAfter: 0,
}

test.each([
  [{ ...counts, added: 1200, changed: 3, same: 7 }, '1,200 added · 0 removed · 3 changed · 7 unchanged'],
  [{ ...counts, same: 1500 }, 'No differences · 1,500 unchanged'],
  [{ ...counts, same: 1 }, 'No differences · 1 unchanged'],
  [counts, 'Both lists are empty'],
])('comparisonMessage: counts the records of %j', (of, words) => {
  expect(comparisonMessage(of)).toBe(words)
})

test('notComparedMessage: counts records without an identifier', () => {
  expect(notComparedMessage(counts, 'id')).toBeUndefined()
  expect(notComparedMessage({ ...counts, withoutIdAfter: 2 }, 'id')).toBe(
    'Not compared (no “id”): 0 in the first list, 2 in the second.',
  )
})
