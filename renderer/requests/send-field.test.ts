import { expect, test } from 'vitest'
import type { ActivityEntry } from '#shared/requests/activity.ts'
import { recentAddresses } from './send-field.tsx'

const entry = (address: string, what = 'Call'): ActivityEntry => ({
  ...{ id: 1, at: '2026-11-21T12:00:00.000Z', kind: 'call', what, outcome: 'ok', address },
})

test('recentAddresses: has each address once, newest first, and at most eight', () => {
  expect(recentAddresses([entry('b'), entry('a'), entry('b'), entry('c', 'Connection test')])).toEqual(['b', 'a'])
  expect(recentAddresses(Array.from({ length: 20 }, (_, index) => entry(String(index))))).toHaveLength(8)
})
