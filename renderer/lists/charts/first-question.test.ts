import { expect, test } from 'vitest'
import type { Column } from '../../../shared/model/list.ts'
import { firstQuestion } from './first-question.ts'

const column = (path: string, type: Column['type'], filled: number): Column => ({ path, type, filled })

test('the first chart is over time, by the date that most records have', () => {
  const columns = [column('id', 'text', 9), column('seen', 'datetime', 4), column('made', 'datetime', 9)]
  expect(firstQuestion(columns, 'UTC').grouping).toEqual({ kind: 'time', path: 'made', unit: 'automatic' })
})

test('without a date it is by a value, and without columns it asks nothing that could fail', () => {
  expect(firstQuestion([column('n', 'number', 9), column('status', 'text', 9)], 'UTC').grouping).toMatchObject({
    kind: 'value',
    path: 'status',
  })
  expect(firstQuestion([], 'UTC').grouping).toMatchObject({ kind: 'value', path: '' })
})
