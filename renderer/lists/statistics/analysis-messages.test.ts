import { expect, test } from 'vitest'
import type { RunState, RunSummary } from '../../../shared/model/lists/list.ts'
import { coverageMessage, percentText } from './analysis-messages.ts'

const run = (kind: 'idle' | 'complete', records: number): RunSummary => ({
  runId: '0b6f2b3e-0000-4000-8000-000000000000',
  list: 'reports',
  state: { kind } satisfies RunState,
  pages: 3,
  records,
  columns: [],
  startedAt: '2026-11-20T10:00:00Z',
})

test.each<[number, boolean, RunSummary, string]>([
  [1500, false, run('complete', 1500), 'Over all 1,500 records.'],
  [1500, false, run('idle', 1500), 'Over the 1,500 records loaded so far; more exist.'],
  [1000, false, run('idle', 1500), 'Over the 1,000 records loaded when it was counted; more exist.'],
  [1, true, run('complete', 1500), 'Over the 1 record found in all 1,500 records.'],
  [20, true, run('idle', 1500), 'Over the 20 records found in the 1,500 records loaded so far; more exist.'],
])('%d counted, narrowed: %s', (counted, isNarrowed, summary, words) => {
  expect(coverageMessage(counted, isNarrowed, summary)).toBe(words)
})

test.each([
  [0, 10, '0%'],
  [1, 3, '33.3%'],
  [1, 100_000, '<0.1%'],
  [99_999, 100_000, '>99.9%'],
  [10, 10, '100%'],
])('%d of %d are %s', (part, whole, words) => {
  expect(percentText(part, whole)).toBe(words)
})
