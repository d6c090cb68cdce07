import { expect, test } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { migrate, parseStore } from './store-file.ts'

test('migrate: brings an older version up to date step by step', () => {
  const steps = {
    1: (content: Readonly<Record<string, unknown>>) => ({ ...content, first: true }),
    2: (content: Readonly<Record<string, unknown>>) => ({ ...content, second: content['first'] }),
  }
  expect(migrate({ version: 1 }, 1, 3, steps)).toEqual({ version: 3, first: true, second: true })
  expect(migrate({ version: 2 }, 2, 3, steps)).toEqual({ version: 3, second: undefined })
  expect(() => migrate({ version: 1 }, 1, 4, steps)).toThrow('version 3')
})

test('parseStore: takes a version that is not a number for damage, not for a newer version', () => {
  expect(() => parseStore('{"version":"2","profiles":[]}')).toThrow()
  expect(parseStore('{"version":1,"profiles":[]}')).toEqual([])
})

test('parseStore: derives the history of credentials in the first version from their dates', () => {
  const credential = {
    id: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
    profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
    keySize: 2048,
    publicKeyFingerprint: 'AA',
    publicKeyPem: 'PEM',
    createdAt: '2026-01-01T00:00:00.000Z',
    state: 'key-created',
  }
  const profile = {
    ...{ ...defaultProfileSettings('jwt'), name: 'Acme', environment: 'client-testing', clientId: 'acme' },
    ...{ tokenUrl: 'https://tokens.example', id: credential.profileId, practice: false, revision: 1 },
    ...{ createdAt: credential.createdAt, updatedAt: credential.createdAt },
  }
  const [stored] = parseStore(JSON.stringify({ version: 1, profiles: [{ profile, credentials: [credential] }] }))
  expect(stored?.history).toEqual([
    { at: credential.createdAt, credentialId: credential.id, credentialName: 'RSA key, 2048 bits', kind: 'key-made' },
  ])
})
