import { expect, test } from 'vitest'
import type { Cell } from '#shared/lists/list.ts'
import { rowCsv } from './record-browser.tsx'

const cell = (text: string, kind: Cell['kind'] = 'text'): Cell => ({ kind, text })
const columns = ['id', 'a,b', 'c', 'd', 'e'].map((title) => ({ title }))

test('rowCsv: has a line of names and one of values, as sent and quoted if needed', () => {
  const cells = [cell('900000000000000007', 'number'), cell('say "hi"\n'), null, cell('null', 'null'), cell('x')]
  expect(rowCsv(columns, cells)).toBe('id,"a,b",c,d,e\r\n900000000000000007,"say ""hi""\n",,,x')
})

test('rowCsv: escapes text that a spreadsheet would run, as an export does; a negative number stays as it is', () => {
  const cells = [cell('=1+1'), cell('-1.5e5', 'number'), cell('-1+1'), cell('＝1'), cell('a;=1')]
  expect(rowCsv(columns, cells).split('\r\n')[1]).toBe(`'=1+1,-1.5e5,'-1+1,'＝1,"a;'=1"`)
})
