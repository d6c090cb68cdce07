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

test('findEntries: finds entries with every typed word in label, keywords or heading', () => {
  expect(found('')).toHaveLength(5)
  expect(found(' TOKEN ')).toEqual(['Token'])
  expect(found('list')).toEqual(['Report configurations'])
  expect(found('acme token')).toEqual(['Token'])
  expect(found('token nowhere')).toEqual([])
})

test('findEntries: leaves out groups without results', () => {
  expect(findEntries(groups, 'mock').map(({ title }) => title)).toEqual(['Profiles'])
  expect(findEntries(groups, 'nowhere')).toEqual([])
})

test('findEntries: ranks matches of the label first, then of keywords, then of the heading', () => {
  expect(found('product')).toEqual(['Product tests', 'Acme live'])
  expect(found('acme')).toEqual(['Acme live', 'Overview', 'Token', 'Report configurations'])
})

test('typedWords: splits at any white space', () => {
  expect(typedWords('  client\ttoken ')).toEqual(['client', 'token'])
})
