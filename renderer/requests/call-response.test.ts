import { expect, test } from 'vitest'
import { jsonTable } from './call-response.tsx'

test('jsonTable: makes a table of an array of objects, with every digit as sent', () => {
  expect(jsonTable('[{"id":900000000000000001,"a":1.10},{"id":2,"b":{"c":1}}]')).toEqual({
    columns: ['id', 'a', 'b'],
    rows: [
      ['900000000000000001', '1.10', ''],
      ['2', '', '{ 1 field }'],
    ],
    count: 2,
  })
})

test('jsonTable: makes a table of the only array of an object', () => {
  expect(jsonTable('{"reports":[{"id":1}],"next":null}')).toMatchObject({ columns: ['id'], count: 1 })
})

test.each(['', 'text', '{}', '[]', '[1,2]', '{"a":[{"x":1}],"b":[{"x":1}]}', '[{"a":1},2]'])(
  'jsonTable: makes no table of %s',
  (body) => {
    expect(jsonTable(body)).toBeUndefined()
  },
)
