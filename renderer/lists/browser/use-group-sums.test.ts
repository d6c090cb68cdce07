import { expect, test } from 'vitest'
import { coverageOf } from './use-group-sums.ts'

const query = { search: [], filters: [], sort: [], groups: [{ path: 'team' }] }

test('coverageOf: is known for the rows of this query and dataset, not for those before another query or a reload', () => {
  const shown = { datasetId: 'new', query, count: 3, covers: 5 }
  expect(coverageOf(shown, 'new', query)).toBe(5)
  expect(coverageOf(shown, 'newest', query)).toBeUndefined()
  expect(coverageOf(shown, 'new', { ...query, groups: [{ path: 'status' }] })).toBeUndefined()
  expect(coverageOf(undefined, 'new', query)).toBeUndefined()
})
