import { expect, test } from 'vitest'
import { withStoredRecords } from '../testing/record-databases.ts'
import { constantColumns } from './constant-columns.ts'

const never = new AbortController().signal

/** Records with a column that is always the same, one that differs once, one that is missing once, and a unique one. */
function records(count: number, odd: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: index,
      zone: 'Europe/Berlin',
      once: index === odd ? 'other' : 'same',
      ...(index === odd ? {} : { missing: 1 }),
      nested: { list: [1, 2] },
    }),
  )
}

test('constantColumns: finds columns with the same value in every record, byte for byte', async () => {
  for (const odd of [0, 7, 199, 200, 449])
    expect(await withStoredRecords(records(450, odd), (_, database) => constantColumns(database, never))).toEqual([
      'zone',
      'nested.list',
    ])
})

test('constantColumns: finds none in a few records, which may be equal by chance', async () => {
  expect(await withStoredRecords(records(19, -1), (_, database) => constantColumns(database, never))).toEqual([])
  expect(await withStoredRecords(records(20, -1), (_, database) => constantColumns(database, never))).toContain('zone')
})
