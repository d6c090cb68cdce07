import { parse } from 'lossless-json'
import { expect, test } from 'vitest'
import { identifiersOf, strengthOf } from './identifiers.ts'

test.each([
  ['"550e8400-e29b-41d4-a716-446655440000"', 'strong'],
  ['"cfg-000012"', 'strong'],
  ['"urn:report:12"', 'strong'],
  ['900000000000000001', 'strong'],
  ['"0123456789"', 'strong'],
  ['"T1"', 'weak'],
  ['4711', 'weak'],
  ['"4711"', 'weak'],
  ['7', undefined],
  ['12.50', undefined],
  ['-4711', undefined],
  ['1e20', undefined],
  ['"2024-05-06"', undefined],
  ['"2024-05-06T07:08:09Z"', undefined],
  ['"20240506T070809Z"', undefined],
  ['"12:30"', undefined],
  ['"Settlement"', undefined],
  ['"Settlement 12"', undefined],
  ['"https://example.com/12"', undefined],
  ['"+49 30 1234"', undefined],
  ['true', undefined],
  ['null', undefined],
  [`"${'a1'.repeat(100)}"`, undefined],
] as const)('%s is an identifier: %s', (json, strength) => {
  expect(strengthOf(parse(json))).toBe(strength)
})

test('identifiers are found at any depth, with every digit, under their column’s path', () => {
  const record = '{"id":"rep-0001","owner":{"a.b":900000000000000001},"groupIds":["grp-00001","grp-00002"],"name":"x"}'
  expect(identifiersOf(record).identifiers.map(({ path, text }) => [path, text])).toEqual([
    ['id', 'rep-0001'],
    ['owner.a\\.b', '900000000000000001'],
    ['groupIds', 'grp-00001'],
    ['groupIds', 'grp-00002'],
  ])
})

test.each(['', 'no JSON', '7', '[]', '['.repeat(200_000)])('a record without any has none', (record) => {
  expect(identifiersOf(record)).toEqual({ identifiers: [], isCut: false })
})
