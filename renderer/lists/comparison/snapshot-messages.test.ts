import { expect, test } from 'vitest'
import type { LoadState, DatasetSummary } from '#shared/lists/list.ts'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import { saveScopeMessage, savedMessage, snapshotFacts } from './snapshot-messages.ts'

const dataset = (state: LoadState): DatasetSummary => ({
  datasetId: '0b6f2b3e-0000-4000-8000-000000000000',
  list: 'reports',
  state,
  pages: 7,
  records: 3030,
  columns: [],
  startedAt: '2026-11-20T10:00:00Z',
})
const snapshot: Snapshot = {
  id: '0b6f2b3e-0000-4000-8000-000000000001',
  name: 'Monday',
  profileId: '0b6f2b3e-0000-4000-8000-000000000002',
  profileName: 'Shop',
  environment: 'mock',
  list: 'reports',
  startedAt: '2026-11-20T09:00:00Z',
  keptAt: '2026-11-20T10:00:00Z',
  pages: 1,
  records: 1,
  complete: false,
  size: 1_500_000,
  open: false,
}

test('saveScopeMessage, savedMessage: mention more records only if the list is incomplete', () => {
  expect(saveScopeMessage(dataset({ kind: 'complete' }))).toBe('All 3,030 records.')
  expect(saveScopeMessage(dataset({ kind: 'paused' }))).toBe('3,030 records so far. Records loaded later are included.')
  expect(savedMessage('Monday', dataset({ kind: 'complete' }))).toBe('Saved as “Monday”.')
  expect(savedMessage('Monday', dataset({ kind: 'idle' }))).toMatch(/ You can load the rest later\.$/u)
})

test('snapshotFacts: say how large a snapshot is', () => {
  expect(snapshotFacts(snapshot)).toEqual(['1 record, incomplete', '1.4 MiB'])
})
