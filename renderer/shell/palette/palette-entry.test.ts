import { expect, test } from 'vitest'
import { defaultProfileSettings, type Profile } from '#shared/profiles/profile.ts'
import { findEntries, type PaletteEntries, type PaletteEntry, typedIdentifier, typedWords } from './palette-entry.ts'

const run = (): void => undefined
const profileOf = (name: string): Profile => ({
  ...defaultProfileSettings('jwt'),
  ...{ id: name, name, environment: 'client-testing', clientId: 'c', tokenUrl: '', practice: false, revision: 1 },
  ...{ createdAt: '', updatedAt: '' },
})
const entry = (name: string, label: string, ...words: string[]): PaletteEntry => ({
  id: [name, label].filter((part) => part !== '').join(' › '),
  ...(label !== '' && { label }),
  ...(name !== '' && { profile: profileOf(name) }),
  words,
  run,
})
const entries: PaletteEntries = {
  suggested: [entry('Nordwind live', 'Replace…')],
  all: [
    entry('Nordwind live', '', 'Production'),
    entry('Acme tests', '', 'Client Testing'),
    entry('', 'Settings', 'preferences'),
    entry('Nordwind live', 'Token'),
    entry('Nordwind live', 'Replace certificate…', 'renew'),
    entry('Acme tests', 'Token'),
    entry('Acme tests', 'Run diagnostics', 'diagnose'),
    entry('Acme tests', 'Replace certificate…', 'renew'),
    entry('Acme tests', 'Certificate AB12…', 'AB12CD34EF56AB12CD34'),
  ],
}
const found = (query: string): string[] => findEntries(entries, query).map(({ id }) => id)

test('findEntries: suggests without a query, and finds what has every word', () => {
  expect(found(' ')).toEqual(['Nordwind live › Replace…'])
  expect(found('ACME token')).toEqual(['Acme tests › Token'])
  expect(found('nord repl')).toEqual(['Nordwind live › Replace certificate…'])
  expect(found('renew acme')).toEqual(['Acme tests › Replace certificate…'])
  expect(found('acme nowhere')).toEqual([])
})

test('findEntries: of equal matches, what comes first stays first', () => {
  expect(found('nordwind')[0]).toBe('Nordwind live')
  expect(found('token')).toEqual(['Nordwind live › Token', 'Acme tests › Token'])
  expect(found('diagnose')).toEqual(['Acme tests › Run diagnostics'])
})

test('findEntries: the start of a word comes before the start of a keyword, and that before the middle of a word', () => {
  // “Acme tests” has it as a word, “Client Testing” of the same profile counts less, and “Settings” has no such word.
  expect(found('test')[0]).toBe('Acme tests')
  expect(found('test')).not.toContain('Settings')
  expect(found('production')).toEqual(['Nordwind live'])
  expect(found('cert')).toEqual([
    ...['Nordwind live › Replace certificate…', 'Acme tests › Replace certificate…', 'Acme tests › Certificate AB12…'],
  ])
  expect(found('pre')).toEqual(['Settings'])
  // Inside of a word of name or label, but not of a keyword.
  expect(found('wind')).toHaveLength(3)
  expect(found('ferences')).toEqual([])
})

test('findEntries: finds a thumbprint however its digits are grouped', () => {
  const certificate = ['Acme tests › Certificate AB12…']
  for (const query of ['ab12', 'AB:12:CD:34:EF:56:AB:12', 'ab12 cd34 ef56 ab12', 'acme ab12cd'])
    expect(found(query)).toEqual(certificate)
  expect(found('cd34')).toEqual([])
})

test('typedWords: splits at any white space', () => {
  expect(typedWords('  client\ttoken ')).toEqual(['client', 'token'])
})

test('typedIdentifier: is the longest word with a digit', () => {
  expect(typedIdentifier('acme q4 rep-2611 2025')).toBe('rep-2611')
  for (const query of ['', 'acme token', 'q4']) expect(typedIdentifier(query)).toBeUndefined()
})
