import { expect, test } from 'vitest'
import type { ActivityEntry } from '#shared/requests/activity.ts'
import { recentCalls } from './recent-calls.ts'

const entry = (address: string, what = 'Call'): ActivityEntry => ({
  ...{ id: 1, at: '2026-11-21T12:00:00.000Z', kind: 'call', what, outcome: 'ok', address },
})

test('recentCalls: has each address once, newest first, and at most eight', () => {
  expect(recentCalls([entry('b'), entry('a'), entry('b'), entry('c', 'Connection test')])).toEqual(['b', 'a'])
  expect(recentCalls(Array.from({ length: 20 }, (_, index) => entry(String(index))))).toHaveLength(8)
})
