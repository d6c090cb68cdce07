import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { someItem } from './json-reader.ts'

function itemsOf(json: string, most = Number.POSITIVE_INFINITY): string[] {
  const bytes = Buffer.from(`  ${json}, 7`)
  const items: string[] = []
  const hasMet = someItem(bytes, 2, 2 + Buffer.byteLength(json), (start, end) => {
    items.push(bytes.toString('utf8', start, end))
    return items.length === most
  })
  expect(hasMet).toBe(items.length === most)
  return items
}

test.each([
  ['[]', []],
  ['[1]', ['1']],
  ['[ "a,]" , -2.50,null,true ]', ['"a,]"', '-2.50', 'null', 'true']],
  ['[[],["ü",[3]],{"a":[4]}]', ['"ü"', '3', '{"a":[4]}']],
])('someItem: goes through the items of %s', (json, items) => {
  expect(itemsOf(json)).toEqual(items)
})

test('someItem: stops at the first item that matches', () => {
  expect(itemsOf('[1,2,3]', 2)).toEqual(['1', '2'])
})
