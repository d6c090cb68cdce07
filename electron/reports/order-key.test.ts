import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiTextKey, orderKey } from './order-key.ts'

const sorted = (texts: readonly string[]): string[] =>
  texts.toSorted((a, b) => {
    const [left, right] = [orderKey(a, 'dates') ?? '\uffff', orderKey(b, 'dates') ?? '\uffff']
    return left < right ? -1 : left > right ? 1 : 0
  })

test('a column of several kinds: false, true, numbers, dates, text, lists, objects, and null last', () => {
  const order = ['false', 'true', '-1', '10', '"2024-05-06"', '"a"', '"B"', '"ç"', '"d"', '[1]', '{"a":1}', 'null']
  expect(sorted(order.toReversed())).toEqual(order)
})

test('in a column of text, a date stands among text', () => {
  const keys = ['"1 first"', '"2024-05-06"', '"a"'].map((text) => orderKey(text, 'text') ?? '')
  expect(keys.toSorted()).toEqual(keys)
})

test('text that differs only in letter case or accents stands together, in an order that does not change', () => {
  expect(sorted(['"b"', '"É"', '"e"', '"E"', '"f"', '"é"'])).toEqual(['"b"', '"E"', '"e"', '"É"', '"é"', '"f"'])
})

test('the key that SQLite makes of ASCII is the one that is made here', () => {
  const database = new DatabaseSync(':memory:')
  const key = database.prepare(`SELECT ${asciiTextKey(':text')} AS key`)
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]*$/u), (text) => {
      expect(key.get({ text })?.['key']).toBe(orderKey(JSON.stringify(text), 'text'))
    }),
  )
  expect(key.get({ text: null })?.['key']).toBeNull()
  database.close()
})
