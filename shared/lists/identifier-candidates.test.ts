import { expect, test } from 'vitest'
import type { ListName } from '../profiles/list-name.ts'
import { identifierCandidates } from './identifier-candidates.ts'
import type { Column, ColumnType } from './list.ts'

const columns = (...paths: readonly (string | [string, number, ColumnType?])[]): Column[] =>
  paths.map((entry) => {
    const [path, filled, type = 'text'] = typeof entry === 'string' ? [entry, 10] : entry
    return { path, filled, type }
  })

const candidates = (list: ListName, before: Column[], after = before): string[] =>
  identifierCandidates(list, { columns: before, records: 10 }, { columns: after, records: 10 }).map(
    ({ path, isClear }) => `${path}${isClear ? '!' : ''}`,
  )

test('identifierCandidates: only the list’s own identifier is clear', () => {
  expect(candidates('reports', columns('reportConfigurationId', 'name', 'reportId', 'owner.user.id'))).toEqual([
    'reportId!',
    'reportConfigurationId',
    'owner.user.id',
  ])
  expect(candidates('report-configs', columns('reportConfigurationId', 'reportingGroupId'))).toEqual([
    'reportConfigurationId!',
    'reportingGroupId',
  ])
  expect(candidates('reporting-groups', columns('code', 'id'))).toEqual(['id!', 'code'])
})

test('identifierCandidates: a field that some record lacks is no candidate', () => {
  expect(candidates('reports', columns(['reportId', 9], 'key'))).toEqual(['key'])
  expect(candidates('reports', columns('reportId'), columns(['reportId', 9]))).toEqual([])
  expect(candidates('reports', columns(['id', 10, 'object']))).toEqual([])
})

test('identifierCandidates: an empty dataset rules out no candidate', () => {
  const some = { columns: columns('id'), records: 10 }
  const none = { columns: [], records: 0 }
  expect(identifierCandidates('reports', none, some)).toHaveLength(1)
  expect(identifierCandidates('reports', some, none)).toHaveLength(1)
})
