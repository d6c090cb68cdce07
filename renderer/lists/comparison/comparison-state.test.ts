import { expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { writeFilterLine } from '#shared/lists/filter-line/filter-line-writing.ts'
import type { ColumnLayout } from '#shared/lists/list-columns.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { SortOrder } from '../model/sort-order.ts'
import { createViewMemory, type DifferenceKind } from '../model/view-memory.tsx'
import {
  afterFailure,
  incompleteDatasets,
  isOfOneProfile,
  inTimeOrder,
  swapped,
  type ComparedDataset,
  type IdleState,
} from './comparison-state.ts'
import { swappedViewState } from './swapped-view.ts'

const kept: ComparedDataset = {
  side: { kind: 'snapshot', snapshotId: '0b6f2b3e-0000-4000-8000-000000000001' },
  ...{ name: 'one', profileName: 'Acme', environment: 'mock', practice: false, startedAt: '2026-11-20T10:00:00.000Z' },
}
const open: ComparedDataset = {
  side: { kind: 'dataset', datasetId: '0b6f2b3e-0000-4000-8000-000000000002' },
  ...{
    name: 'Current list',
    profileName: 'Acme',
    environment: 'mock',
    practice: false,
    startedAt: '2026-11-22T10:00:00Z',
  },
}
const pair = { before: kept, after: open }
const unclear: IdleState = { kind: 'unclear', pair, candidates: ['code', 'ref'] }
const summary: DatasetSummary = {
  ...{ datasetId: '0b6f2b3e-0000-4000-8000-000000000003', list: 'reports', state: { kind: 'complete' } },
  ...{ pages: 1, records: 1, columns: [], startedAt: '2026-11-22T10:00:00Z' },
}
const error = new ClavisError('input-invalid', 'Two records have one “code”.', { hint: 'Choose another member.' })

test('inTimeOrder: starts with the list that was loaded first, whichever is shown, until the person swaps them', () => {
  expect(inTimeOrder(kept, open)).toEqual(pair)
  expect(inTimeOrder(open, kept)).toEqual(pair)
  expect(swapped(pair)).toEqual({ before: open, after: kept })
  const atOnce = { ...open, startedAt: kept.startedAt }
  expect(inTimeOrder(kept, atOnce)).toEqual({ before: kept, after: atOnce })
})

test('incompleteDatasets: names the open lists that were incomplete, but no snapshot', () => {
  const { side } = open
  const id = side.kind === 'dataset' ? side.datasetId : ''
  expect(incompleteDatasets(pair, { before: true, after: false })).toEqual([id])
  expect(incompleteDatasets(pair, { before: false, after: true })).toEqual([])
  expect(incompleteDatasets(pair, {})).toEqual([])
})

test('swappedViewState: swaps added and removed, before and after, in filters, sort and columns', () => {
  const filter = (path: string, text: string, excludes = false): ColumnFilter => ({
    ...{ path, excludes },
    condition: { kind: 'equals', text },
  })
  const looked = (
    differenceKind: DifferenceKind,
    filters: readonly ColumnFilter[],
    sort: SortOrder,
    columns: ColumnLayout,
  ): ReturnType<typeof swappedViewState> => ({
    filterLine: { text: writeFilterLine({ search: [], filters }, []), search: [], filters },
    differenceKind,
    sort,
    columns,
  })
  const shown = createViewMemory({
    ...looked(
      'added',
      [
        filter('change', 'added'),
        filter('change', 'gone', true),
        filter('change', 'changed'),
        filter('before.status', 'gone'),
        filter('after', 'x'),
        filter('beforehand', 'x'),
        filter('id', 'added'),
      ],
      [
        { path: 'after.owner.after', direction: 'descending' },
        { path: 'change', direction: 'ascending' },
        { path: 'after.both', direction: 'ascending' },
      ],
      {
        order: ['after.only', 'change', 'before.both', 'after.both'],
        settings: [
          { path: 'after.only', width: 300 },
          { path: 'before.both', hidden: true },
          { path: 'id', pinned: 'left' },
        ],
      },
    ),
    openRecord: { datasetId: summary.datasetId, rowIndex: 1, position: 1 },
  }).read()
  const paths = new Set(['change', 'id', 'before.both', 'after.both', 'after.only'])
  const swappedPaths = new Set(['change', 'id', 'before.both', 'after.both', 'before.only'])
  const other = swappedViewState(shown, paths)
  expect(other).toEqual(
    looked(
      'gone',
      [
        filter('change', 'gone'),
        filter('change', 'added', true),
        filter('change', 'changed'),
        filter('after.status', 'gone'),
        filter('before', 'x'),
        filter('beforehand', 'x'),
        filter('id', 'added'),
      ],
      [
        { path: 'before.owner.after', direction: 'descending' },
        { path: 'change', direction: 'ascending' },
        { path: 'after.both', direction: 'ascending' },
      ],
      {
        // A column that shows both sides stays as it is.
        order: ['before.only', 'change', 'before.both', 'after.both'],
        settings: [
          { path: 'before.only', width: 300 },
          { path: 'before.both', hidden: true },
          { path: 'id', pinned: 'left' },
        ],
      },
    ),
  )
  // Twice it is as it was, but for what is said of rows that are not there any more.
  expect(createViewMemory(swappedViewState(createViewMemory(other).read(), swappedPaths)).read()).toEqual({
    ...shown,
    openRecord: undefined,
  })
})

test('isOfOneProfile: is false if the profiles or environments differ', () => {
  expect(isOfOneProfile(pair)).toBe(true)
  expect(isOfOneProfile({ before: kept, after: { ...open, profileName: 'Other' } })).toBe(false)
  expect(isOfOneProfile({ before: kept, after: { ...open, environment: 'production' } })).toBe(false)
})

test('afterFailure: after a refused identifier, another one can be chosen, with the reason', () => {
  const refused = afterFailure(unclear, 'code', error)
  expect(refused).toEqual({ ...unclear, refused: { idPath: 'code', error } })
  // The next choice takes the place of the one before.
  expect(afterFailure(refused, 'ref', error)).toEqual({ ...unclear, refused: { idPath: 'ref', error } })
})

test('afterFailure: offers no choice of identifier if none was chosen', () => {
  expect(afterFailure({ kind: 'none' }, undefined, error)).toEqual({ kind: 'none' })
})

test('afterFailure: keeps the previous differences if new ones fail', () => {
  const counts = {
    added: 1,
    gone: 0,
    changed: 0,
    same: 7,
    withoutIdBefore: 0,
    withoutIdAfter: 0,
    repeatedBefore: 0,
    repeatedAfter: 0,
  }
  const compared: IdleState = {
    ...{ kind: 'compared', pair, beginning: undefined },
    comparison: { kind: 'compared', summary, idPath: 'code', counts, changedPaths: [], completeness: {} },
  }
  expect(afterFailure(compared, 'code', error)).toBe(compared)
  expect(afterFailure(compared, undefined, error)).toBe(compared)
})
