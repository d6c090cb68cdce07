import { expect, test } from 'vitest'
import { filterConditionSchema, maxFilterValues } from './list-filter.ts'

test.each([
  [[], undefined, false],
  [['a'], undefined, true],
  [[], ['2026-11'], true],
  [Array.from({ length: maxFilterValues }, String), undefined, true],
  [Array.from({ length: maxFilterValues }, String), ['2026-11'], false],
])('filterConditionSchema: one-of has at least one value, and not too many, case %#', (texts, periods, isRight) => {
  const condition = { kind: 'one-of', texts, ...(periods && { periods }) }
  expect(filterConditionSchema.safeParse(condition).success).toBe(isRight)
})
