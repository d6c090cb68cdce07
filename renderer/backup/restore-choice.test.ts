import { expect, test } from 'vitest'
import type { BackupChoice, BackupEntry } from '#shared/backup/backup.ts'
import { choiceOfKind, firstChoice, kindsFor, problemOf } from './restore-choice.ts'

const entry: BackupEntry = {
  profileId: '0b6f2b3e-0000-4000-8000-000000000001',
  name: 'Acme',
  environment: 'client-testing',
  flavor: 'jwt',
  practice: false,
  credentials: 1,
  keys: 1,
  hasClientSecret: false,
  place: { kind: 'new' },
  hosts: ['auth.example.com'],
  parameters: [],
  authorities: [],
  stayRetired: [],
  keyOwners: {},
  freeName: 'Acme 2',
}
const taken: BackupEntry = {
  ...entry,
  place: {
    kind: 'name-taken',
    profileId: '0b6f2b3e-0000-4000-8000-000000000002',
    name: 'Acme',
    environment: 'production',
    onlyHere: 0,
  },
}

test('firstChoice: adds new profiles and skips existing ones', () => {
  expect(firstChoice(entry)).toEqual({ kind: 'add', name: 'Acme' })
  expect(firstChoice(taken)).toEqual({ kind: 'skip' })
  expect(kindsFor(entry).map(({ value }) => value)).not.toContain('replace')
  expect(choiceOfKind(taken, 'add')).toEqual({ kind: 'add', name: 'Acme 2' })
})

test('problemOf: requires a name for an added profile, and an existing one for a replacement', () => {
  const problem = (choice: BackupChoice): string | undefined => problemOf(taken, choice, [{ entry: taken, choice }])
  expect(problem({ kind: 'replace' })).toBeUndefined()
  expect(problemOf(entry, { kind: 'replace' }, [])).toBe('Nothing to replace.')
  expect(problem({ kind: 'add', name: ' ' })).toBe('Enter a name.')
})

test('problemOf: two profiles of a backup cannot get the same name', () => {
  const choice: BackupChoice = { kind: 'add', name: 'Same' }
  const all = [
    { entry, choice },
    { entry: taken, choice },
  ]
  expect(problemOf(entry, choice, all)).toBe('Another restored profile has this name.')
})
