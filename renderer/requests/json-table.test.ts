import { expect, test } from 'vitest'
import { jsonTable } from './json-table.ts'

test('an array of objects is a table, with every digit as sent', () => {
  expect(jsonTable('[{"id":900000000000000001,"a":1.10},{"id":2,"b":{"c":1}}]')).toEqual({
    columns: ['id', 'a', 'b'],
    rows: [
      ['900000000000000001', '1.10', ''],
      ['2', '', '{ 1 field }'],
    ],
    count: 2,
  })
})

test('so is the only array of an object', () => {
  expect(jsonTable('{"reports":[{"id":1}],"next":null}')).toMatchObject({ columns: ['id'], count: 1 })
})

test.each(['', 'text', '{}', '[]', '[1,2]', '{"a":[{"x":1}],"b":[{"x":1}]}', '[{"a":1},2]'])(
  'what is no list of objects is no table: %s',
  (body) => {
    expect(jsonTable(body)).toBeUndefined()
  },
)
