import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { visitItems } from './list-items.ts'

function itemsOf(json: string, most = Number.POSITIVE_INFINITY): string[] {
  const bytes = Buffer.from(`  ${json}, 7`)
  const items: string[] = []
  visitItems(bytes, 2, 2 + Buffer.byteLength(json), (start, end) => {
    items.push(bytes.toString('utf8', start, end))
    return items.length < most
  })
  return items
}

test.each([
  ['[]', []],
  ['[1]', ['1']],
  ['[ "a,]" , -2.50,null,true ]', ['"a,]"', '-2.50', 'null', 'true']],
  ['[[],["ü",[3]],{"a":[4]}]', ['"ü"', '3', '{"a":[4]}']],
])('the items of %s', (json, items) => {
  expect(itemsOf(json)).toEqual(items)
})

test('whoever has seen enough is shown no more', () => {
  expect(itemsOf('[1,2,3]', 2)).toEqual(['1', '2'])
})
