import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultProfileSettings, profileSettingsSchema, type ProfileSettings } from '#shared/profiles/profile.ts'
import { withoutAsking } from '../confirmation.ts'
import { Database } from '../store/database.ts'
import { requireOwnParameters } from './own-parameters.ts'
import { importProfileFile, previewProfileFile } from './profile-import.ts'
import { withAssignments } from './setting-assignments.ts'
import { ProfileStore } from './store/profile-store.ts'

const base: ProfileSettings = {
  ...defaultProfileSettings('jwt'),
  ...{ name: 'Acme', environment: 'client-testing', clientId: 'acme', tokenUrl: 'https://auth.example.com/token' },
  ...{ targetParameter: 'target', scopeParameter: 'rights' },
}
const fileWith = (extraTokenParameters: object): string =>
  JSON.stringify({ clavis: 1, profiles: [{ ...base, extraTokenParameters }] })

const reserved = [
  ...['grant_type', 'assertion', 'client_assertion', 'client_assertion_type', 'client_id', 'client_secret'],
  ...['scope', 'scopes', 'audience', 'resource', 'target', 'rights', 'Client_Assertion', 'SCOPE', 'Target'],
]

let store: ProfileStore
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-parameters-'))
  store = new ProfileStore({ database: new Database({ folder }), now: Date.now, newId: randomUUID })
})
afterEach(async () => {
  await store.database.end()
  await rm(folder, { recursive: true })
})

test.each(reserved)(
  'Additional parameters: %s is refused by the window, the command line and a profile file',
  async (name) => {
    const settings = { ...base, extraTokenParameters: { [name]: 'x' } }
    expect(profileSettingsSchema.safeParse(settings).success).toBe(false)
    expect(() => withAssignments(base, [`extraTokenParameters.${name}=x`])).toThrow(
      /Clavis sets this parameter itself/u,
    )
    await expect(importProfileFile(store, fileWith({ [name]: 'x' }))).rejects.toMatchObject({
      code: 'profile-file-invalid',
    })
    expect(() => requireOwnParameters(settings)).toThrow(`“${name}”`)
  },
)

test('Additional parameters: a profile that has a reserved one from before opens, and can be repaired', async () => {
  const { id } = await store.create({ ...base, extraTokenParameters: { scope: 'everything' } }, { practice: false })
  await store.database.end()
  store = new ProfileStore({ database: new Database({ folder }), now: Date.now, newId: randomUUID })
  expect((await store.get(id)).profile.extraTokenParameters).toEqual({ scope: 'everything' })
  await store.changeSettings(
    id,
    (settings) => withAssignments(settings, ['extraTokenParameters.scope=']),
    withoutAsking,
  )
  expect((await store.get(id)).profile.extraTokenParameters).toEqual({})
})

test('Additional parameters: others are allowed, and the preview of a file shows them', async () => {
  const text = fileWith({ tenant: 'acme', 'x-region': 'eu' })
  expect(previewProfileFile(text)[0]?.parameters).toEqual([
    { name: 'tenant', value: 'acme' },
    { name: 'x-region', value: 'eu' },
  ])
  const [imported] = await importProfileFile(store, text)
  expect(imported?.extraTokenParameters).toEqual({ tenant: 'acme', 'x-region': 'eu' })
})

test.each(['\u200E29AB', ' 29AB', '29AB\n', '29\0AB', '29AB\u00A0'])(
  'Key ID: %j is refused, and a profile that has it from before opens',
  async (kid) => {
    expect(profileSettingsSchema.safeParse({ ...base, kid }).success).toBe(false)
    expect(() => withAssignments(base, [`kid=${kid}`])).toThrow('key ID')
    const { id } = await store.create({ ...base, kid }, { practice: false })
    expect((await store.get(id)).profile.kid).toBe(kid)
  },
)
