import { expect, test } from 'vitest'
import { findEntries, typedWords, type PaletteGroup } from './palette-entry.ts'

const entry = (label: string, ...words: string[]): PaletteGroup['entries'][number] => ({
  id: label,
  label,
  words,
  run: () => undefined,
})
const groups: readonly PaletteGroup[] = [
  { title: 'Acme testing', entries: [entry('Overview'), entry('Token'), entry('Report configurations', 'list')] },
  { title: 'Profiles', entries: [entry('Acme live', 'Production'), entry('Product tests', 'Mock')] },
]
const found = (query: string): string[] =>
  findEntries(groups, query).flatMap(({ entries }) => entries.map(({ id }) => id))

test('entries with every typed word are found, by label, keywords or heading', () => {
  expect(found('')).toHaveLength(5)
  expect(found(' TOKEN ')).toEqual(['Token'])
  expect(found('list')).toEqual(['Report configurations'])
  expect(found('acme token')).toEqual(['Token'])
  expect(found('token nowhere')).toEqual([])
})

test('groups without results are left out', () => {
  expect(findEntries(groups, 'mock').map(({ title }) => title)).toEqual(['Profiles'])
  expect(findEntries(groups, 'nowhere')).toEqual([])
})

test('matches of the label come first, then those of keywords, then those of the heading', () => {
  expect(found('product')).toEqual(['Product tests', 'Acme live'])
  expect(found('acme')).toEqual(['Acme live', 'Overview', 'Token', 'Report configurations'])
})

test('any white space separates words', () => {
  expect(typedWords('  client\ttoken ')).toEqual(['client', 'token'])
})
