import fc from 'fast-check'
import { expect, test } from 'vitest'
import { awkwardRecord } from './awkward-records.ts'
import { recordMembers, type PracticeList } from './practice-lists.ts'

const lists = Object.keys(recordMembers) as PracticeList[]
const identifiers: Readonly<Record<PracticeList, string>> = {
  reports: 'reportId',
  'report-configs': 'reportConfigurationId',
  'reporting-groups': 'reportingGroupId',
}
const maxRecords = 10_000_000
const anyIndex = fc.integer({ min: 0, max: maxRecords - 1 })
const read = (list: PracticeList, index: number): Record<string, unknown> =>
  JSON.parse(awkwardRecord(list, index)) as Record<string, unknown>

test('awkwardRecord: returns the same JSON object each time for a list and an index', () => {
  fc.assert(
    fc.property(fc.constantFrom(...lists), anyIndex, (list, index) => {
      const text = awkwardRecord(list, index)
      expect(awkwardRecord(list, index)).toBe(text)
      expect(JSON.parse(text)).toBeTypeOf('object')
      expect(text.startsWith('{')).toBe(true)
    }),
  )
})

test('awkwardRecord: gives no two records the same identifier', () => {
  fc.assert(
    fc.property(fc.constantFrom(...lists), anyIndex, anyIndex, (list, one, other) => {
      const name = identifiers[list]
      expect(read(list, one)[name] === read(list, other)[name]).toBe(one === other)
    }),
  )
})

test('awkwardRecord: writes numbers with more digits than a double holds', () => {
  fc.assert(
    fc.property(anyIndex, (index) => {
      const digits = /"sequence":(?<digits>\d+)/u.exec(awkwardRecord('reports', index))?.groups?.['digits'] ?? ''
      expect(digits).toBe(String(900_000_000_000_000_000n + BigInt(index)))
    }),
  )
})

test('awkwardRecord: mixes types, nulls and missing fields among the records', () => {
  const texts = Array.from({ length: 3000 }, (_, index) => awkwardRecord('reports', index))
  const records = texts.map((text) => JSON.parse(text) as Record<string, unknown>)
  const kinds = (name: string): Set<string> =>
    new Set(records.map((record) => (record[name] === null ? 'null' : typeof record[name])))
  expect(kinds('rows'), 'a changing type').toEqual(new Set(['number', 'string']))
  expect(kinds('completedAt'), 'a missing member').toEqual(new Set(['string', 'undefined']))
  expect(kinds('note'), 'null and missing').toEqual(new Set(['null', 'undefined']))
  expect(kinds('owner'), 'a nested member').toEqual(new Set(['object']))
  expect(
    records.some(({ tags }) => Array.isArray(tags)),
    'a list',
  ).toBe(true)
  expect(
    records.some(({ formula }) => String(formula).startsWith('=')),
    'a leading =',
  ).toBe(true)
  expect(
    texts.some((text) => /"amount":\d+\.\d0[,}]/u.test(text)),
    'a decimal that ends in 0',
  ).toBe(true)
  for (const script of [/\p{Script=Han}/u, /\p{Script=Arabic}/u, /\p{Script=Cyrillic}/u, /\p{Emoji_Presentation}/u])
    expect(
      texts.some((text) => script.test(text)),
      String(script),
    ).toBe(true)
  const spellings = (name: string): Set<string> =>
    new Set(records.flatMap((record) => (typeof record[name] === 'string' ? record[name].replaceAll(/\d/gu, '9') : [])))
  expect(spellings('createdAt')).toEqual(new Set(['9999-99-99T99:99:99.999Z']))
  expect(spellings('completedAt')).toEqual(new Set(['9999-99-99 99:99:99+99:99']))
})

test('awkwardRecord: refers to records of the other lists', () => {
  const configurations = new Set(
    Array.from({ length: 300 }, (_, index) => read('report-configs', index)['reportConfigurationId']),
  )
  const groups = new Set(Array.from({ length: 300 }, (_, index) => read('reporting-groups', index)['reportingGroupId']))
  fc.assert(
    fc.property(anyIndex, (index) => {
      expect(configurations).toContain(read('reports', index)['reportConfigurationId'])
      expect(groups).toContain(read('report-configs', index)['reportingGroupId'])
    }),
  )
})
