import { expect, test } from 'vitest'
import type { Cell } from '#shared/lists/list.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { row } from '../grid/testing/record-row.ts'
import { copiedTable } from './copied-table.ts'

const column = (path: string, title = path) => ({ path, title, format: 'thousands' as const, dates: systemDates })
const number = (text: string): Cell => ({ kind: 'number', text })

/** Returns the table's HTML without its start and end. */
function inTable(html: string): string {
  return /<table>(.*)<\/table>/u.exec(html)?.[1] ?? ''
}

test('copiedTable: has a line of names and one for each record, with all digits and nothing for null', () => {
  const records = [
    row({ id: number('900000000000000007'), amount: number('-1204.50'), note: { kind: 'null', text: 'null' } }),
    row({ id: number('2'), amount: number('0.5'), note: 'ü & <b>' }),
  ]
  const { text, html } = copiedTable(records, [column('id'), column('amount', 'Amount'), column('note')])
  expect(text).toBe('id\tAmount\tnote\r\n900000000000000007\t-1204.50\t\r\n2\t0.5\tü & <b>')
  expect(inTable(html)).toBe(
    '<tr><th>id</th><th>Amount</th><th>note</th></tr>' +
      String.raw`<tr><td style="mso-number-format:'\@'">900000000000000007</td><td>-1204.50</td><td></td></tr>` +
      '<tr><td>2</td><td>0.5</td><td>ü &amp; &lt;b&gt;</td></tr>',
  )
})

test('copiedTable: quotes a cell with a tab, a line break or a quote, and no other', () => {
  const record = row({ a: 'x\ty', b: 'line\nbreak', c: 'say "hi"', d: '1,5; 2', e: "it's" })
  const { text, html } = copiedTable(
    [record],
    ['a', 'b', 'c', 'd', 'e'].map((path) => column(path)),
  )
  expect(text.split('\r\n')[1]).toBe('"x\ty"\t"line\nbreak"\t"say ""hi"""\t1,5; 2\tit\'s')
  expect(html).toContain('<td>line<br style="mso-data-placement:same-cell">break</td>')
})

test('copiedTable: guards what a spreadsheet would run, in names, too; negative numbers stay numbers', () => {
  const record = row({ a: '=1+1', b: '@x', c: '+49', d: '-1.5e5', e: 'a=1' })
  expect(copiedTable([row({ a: ' \f=1+1' })], [column('a')]).html).toContain("<td>' \f=1+1</td>")
  expect(copiedTable([row({ a: ' - a note' })], [column('a')]).text).toContain("' - a note")
  expect(copiedTable([row({ a: ' a note' })], [column('a')]).text).toBe('a\r\n a note')
  const columns = [column('a', '=A'), ...['b', 'c', 'd', 'e'].map((path) => column(path))]
  const { text, html } = copiedTable([record], columns)
  expect(text).toBe("'=A\tb\tc\td\te\r\n'=1+1\t'@x\t'+49\t-1.5e5\ta=1")
  expect(inTable(html)).toContain("<tr><th>'=A</th>")
  expect(inTable(html)).toContain("<td>'=1+1</td><td>'@x</td><td>'+49</td><td>-1.5e5</td><td>a=1</td>")
})

test('copiedTable: marks zeros in front of digits and a 16th digit as text for Excel, but not a shorter number', () => {
  const record = row({ a: '007', b: '1234567890.123456', c: '123456789.123456', d: '0', e: '0.5' })
  const { html } = copiedTable(
    [record],
    ['a', 'b', 'c', 'd', 'e'].map((path) => column(path)),
  )
  const marked = inTable(html)
    .split('</td>')
    .map((cell) => cell.includes('mso-number-format'))
  expect(marked.slice(0, 5)).toEqual([true, true, false, false, false])
})
