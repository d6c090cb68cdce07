import { expect, test } from 'vitest'
import type { Cell } from '#shared/lists/list.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { row } from '../grid/testing/record-row.ts'
import { rowCsv } from './row-csv.ts'

const column = (path: string, title = path) => ({ path, title, format: 'thousands' as const, dates: systemDates })
const columns = ['id', 'b', 'c', 'd', 'e'].map((path) => column(path, path === 'b' ? 'a,b' : path))
const number = (text: string): Cell => ({ kind: 'number', text })

test('rowCsv: has a line of names and one of values, as sent and quoted if needed', () => {
  const record = row({ id: number('900000000000000007'), b: 'say "hi"\n', d: { kind: 'null', text: 'null' }, e: 'x' })
  expect(rowCsv(record, columns)).toBe('id,"a,b",c,d,e\r\n900000000000000007,"say ""hi""\n",,,x')
})

test('rowCsv: escapes text that a spreadsheet would run, as an export does; a negative number stays as it is', () => {
  const record = row({ id: '=1+1', b: number('-1.5e5'), c: '-1+1', d: '＝1', e: 'a;=1' })
  expect(rowCsv(record, columns).split('\r\n')[1]).toBe(`'=1+1,-1.5e5,'-1+1,'＝1,"a;'=1"`)
})

test('rowCsv: has both values of a changed field, and the older one of a removed record', () => {
  const change = { ...column('change', 'Change'), difference: { kind: 'change' as const } }
  const field = {
    ...column('after.n', 'n'),
    difference: { kind: 'field' as const, before: 'before.n', after: 'after.n' },
  }
  const changed = row({ change: 'changed', 'before.n': '=1', 'after.n': number('2000') })
  expect(rowCsv(changed, [change, field])).toBe("Change,n\r\nChanged,'=1 → 2000")
  expect(rowCsv(row({ change: 'gone', 'before.n': '1' }), [change, field])).toBe('Change,n\r\nRemoved,1')
})
