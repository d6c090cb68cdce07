import { expect, test } from 'vitest'
import type { BackupEntry } from '../../shared/model/backup/backup.ts'
import { backupWords, contentWords, placeWords, replacingWords } from './backup-words.ts'

const here = { profileId: '0b6f2b3e-0000-4000-8000-000000000000', name: 'Here', environment: 'mock' } as const
const entry: BackupEntry = {
  profileId: '0b6f2b3e-0000-4000-8000-000000000001',
  name: 'Acme',
  environment: 'client-testing',
  flavor: 'jwt',
  practice: false,
  credentials: 2,
  keys: 2,
  hasClientSecret: false,
  place: { kind: 'new' },
  freeName: 'Acme',
}

test('what went into a backup', () => {
  expect(backupWords({ profiles: 1, keys: 0, clientSecrets: 0, missing: [] })).toBe('1 profile.')
  expect(backupWords({ profiles: 2, keys: 3, clientSecrets: 1, missing: ['Acme: a key'] })).toBe(
    '2 profiles, 3 keys and 1 client secret. Left out: Acme: a key.',
  )
})

test('what a backup holds of a profile', () => {
  expect(contentWords(entry)).toBe('With 2 keys')
  expect(contentWords({ ...entry, keys: 1 })).toBe('With 1 of 2 keys')
  expect(contentWords({ ...entry, credentials: 0, keys: 0 })).toBe('Without keys')
  expect(contentWords({ ...entry, flavor: 'basic', hasClientSecret: true })).toBe('With its client secret')
})

test('what this computer has in its place', () => {
  const differs = { kind: 'differs', ...here, onlyHere: 1 } as const
  expect(placeWords({ ...differs, differences: ['name', 'settings', 'keys'] })).toBe(
    'This computer has it as “Here”, with other settings and keys in the keychain.',
  )
  expect(placeWords({ ...differs, differences: ['name'] })).toBe('This computer has it as “Here”.')
  expect(replacingWords({ ...differs, differences: ['name'] })).toContain(
    '1 credential that only this computer has stays',
  )
})
