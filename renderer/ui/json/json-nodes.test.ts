import fc from 'fast-check'
import { expect, test } from 'vitest'
import { childPath, jsonText, linesOf, openAtFirst, readJson, summaryOf } from './json-nodes.ts'

test('readJson: keeps every digit', () => {
  const numbers = ['123456789012345678901234567890', '0.10', '-0', '1e400', '1E-7', '900000000000000001']
  const node = readJson(`[${numbers.join(',')}]`)
  expect(node).toEqual({ kind: 'list', items: numbers.map((text) => ({ kind: 'number', text })) })
})

test('readJson: fields named like JavaScript’s own properties are fields', () => {
  const node = readJson('{"__proto__":1,"constructor":{"a":null}}')
  expect(node.kind === 'object' && node.entries.map(([name]) => name)).toEqual(['__proto__', 'constructor'])
})

test('linesOf: fields keep their order, and repeated names have a line each', () => {
  const node = readJson('{"b":1, "10":[true,null],"9":"\\u00e4\\"}","a":{},\n"a":{"c":1},"a":[ ]}')
  expect(
    linesOf(node, new Set(['$', '$["10"]', '$.a (2)']), new Map()).map(({ path, label }) => [path, label]),
  ).toEqual([
    ['$', undefined],
    ['$.b', 'b'],
    ['$["10"]', '10'],
    ['$["10"][0]', '0'],
    ['$["10"][1]', '1'],
    ['$["9"]', '9'],
    ['$.a', 'a'],
    ['$.a (2)', 'a'],
    ['$.a (2).c', 'c'],
    ['$.a (3)', 'a'],
  ])
  expect(node).toMatchObject({ entries: { 2: ['9', { kind: 'text', text: 'ä"}' }] } })
  expect(openAtFirst(node)).toEqual(new Set(['$', '$["10"]', '$.a (2)']))
})

test('readJson: keeps any JSON as it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      expect(JSON.parse(jsonText(readJson(JSON.stringify(value, undefined, space))))).toEqual(
        JSON.parse(JSON.stringify(value)),
      )
    }),
  )
})

test.each([
  ['[', ']'],
  ['{"a":', '}'],
  ['{"a":[0,', ']}'],
])('readJson: reads and writes %s… at any depth', (open, close) => {
  const text = `${open.repeat(100_000)}1${close.repeat(100_000)}`
  const node = readJson(text)
  expect(jsonText(node) === text).toBe(true)
  expect(linesOf(node, openAtFirst(node), new Map()).length).toBeLessThan(100)
})

test('readJson: reads and writes a hundred thousand fields', () => {
  const text = `{${Array.from({ length: 100_000 }, (_, place) => `"m${place}":[${place},{}]`).join(',')}}`
  expect(jsonText(readJson(text)) === text).toBe(true)
})

test.each(['', '{', '{"a":1,}', '[1 2]', '01', '"\n"', 'nul', '[1]]', '{"a" 1}'])('readJson: refuses %j', (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError)
})

test('linesOf: follows the open nodes and splits long arrays into parts', () => {
  const node = readJson(`{"a":{"b":true},"c":[${Array.from({ length: 250 }, (_, index) => index).join(',')}]}`)
  expect(linesOf(node, new Set(['$']), new Map()).map(({ path }) => path)).toEqual(['$', '$.a', '$.c'])
  const lines = linesOf(node, new Set(['$', '$.c']), new Map())
  expect(lines).toHaveLength(3 + 100 + 1)
  expect(lines.at(-1)).toMatchObject({ more: { count: 150, holder: '$.c', first: '$.c[100]' } })
  expect(linesOf(node, new Set(['$', '$.c']), new Map([['$.c', 1000]]))).toHaveLength(3 + 250)
  expect(openAtFirst(node)).toEqual(new Set(['$', '$.a']))
})

test('JSON nodes: paths and summaries are short', () => {
  expect(childPath('$', 'a b', 'object')).toBe('$["a b"]')
  expect(childPath('$.x', '3', 'list')).toBe('$.x[3]')
  expect(summaryOf(readJson('{"a":1}'))).toBe('{ 1 field }')
  expect(summaryOf(readJson('[]'))).toBe('[]')
})
