import { expect, test } from 'vitest'
import type { BackupEntry } from '#shared/backup/backup.ts'
import { entryMessage, replaceMessage, summaryMessage } from './backup-messages.ts'

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
  hosts: ['auth.example.com'],
  parameters: [],
  authorities: [],
  stayRetired: [],
  keyOwners: {},
  freeName: 'Acme',
}

test('summaryMessage: counts what a backup contains and names what it lacks', () => {
  expect(summaryMessage({ profiles: 1, keys: 0, clientSecrets: 0, missing: [] })).toBe('1 profile.')
  expect(summaryMessage({ profiles: 1, keys: 0, clientSecrets: 0, missing: [], note: 'Disk full.' })).toBe(
    '1 profile. Disk full.',
  )
  expect(summaryMessage({ profiles: 2, keys: 3, clientSecrets: 1, missing: ['Acme: a key'] })).toBe(
    '2 profiles, 3 keys and 1 client secret. Not included: Acme: a key.',
  )
})

test('entryMessage: describes what a backup contains of a profile', () => {
  expect(entryMessage(entry)).toBe('2 keys. Not on this computer.')
  expect(entryMessage({ ...entry, keys: 1 })).toBe('1 of 2 keys. Not on this computer.')
  expect(entryMessage({ ...entry, credentials: 0, keys: 0 })).toBe('No keys. Not on this computer.')
  expect(entryMessage({ ...entry, flavor: 'basic', hasClientSecret: true })).toBe(
    '1 client secret. Not on this computer.',
  )
})

test('entryMessage: describes how a profile in a backup differs from the one on this computer', () => {
  const differs = { kind: 'differs', ...here, onlyHere: 1 } as const
  expect(entryMessage({ ...entry, place: { ...differs, differences: ['name', 'settings', 'keys'] } })).toBe(
    '2 keys. Already on this computer as “Here”, with different settings and keys.',
  )
  expect(entryMessage({ ...entry, place: { ...differs, differences: ['name'] } })).toBe(
    '2 keys. Already on this computer as “Here”.',
  )
  expect(replaceMessage({ ...differs, differences: ['name'] })).toContain(
    '1 credential found only on this computer is kept.',
  )
})
