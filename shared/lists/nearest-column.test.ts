import { expect, test } from 'vitest'
import { nearestColumn } from './nearest-column.ts'

const columns = [
  { path: 'completedAt', type: 'datetime' },
  { path: 'createdAt', type: 'datetime' },
  { path: 'createdAtOrigin', type: 'text' },
  { path: 'status', type: 'text' },
  { path: 'owner.team', type: 'text' },
  { path: 'amount', type: 'number', title: 'Betrag' },
  { path: 'id', type: 'text' },
  { path: '', type: 'text' },
] as const

test.each([
  ['created', 'createdAt'],
  ['CREATEDA', 'createdAt'],
  ['statuses', 'status'],
  ['statsu', 'status'],
  ['stats', 'status'],
  ['created_at', 'createdAt'],
  ['taem', 'owner.team'],
  ['onwer.team', 'owner.team'],
  ['betarg', 'amount'],
  ['amuont', 'amount'],
])('nearestColumn: %s is near %s', (name, path) => {
  expect(nearestColumn(name, columns)?.path).toBe(path)
})

test.each(['x', 'http', 'note', 'us', '12'])('nearestColumn: %s is near none', (name) => {
  expect(nearestColumn(name, columns)).toBeUndefined()
})
