import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls, type CallInput, type CallName } from '../../../shared/contract.ts'
import type { Envelope } from '../../../shared/contract/envelope.ts'
import { defaultProfileSettings, profileSettingsSchema, type Profile } from '../../../shared/model/profile.ts'
import { settingsOf } from '../../profiles/stored-profile.ts'
import { bundledWorker } from '../../reports/testing/bundled-worker.ts'
import { createServices, type Services } from '../../services.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { answerCall, type CallHandlers } from '../answer-call.ts'
import { createCallHandlers } from '../call-handlers.ts'
import { ChosenFiles } from '../chosen-files.ts'
import type { Desktop } from '../desktop.ts'

let made: TestServices
let services: Services
let handlers: CallHandlers

/** No call of these tests gets as far as a dialog. */
const desktop: Desktop = {
  dialogs: {
    chooseFiles: () => Promise.resolve([]),
    chooseTarget: () => Promise.resolve(undefined),
    chooseFolder: () => Promise.resolve(undefined),
  },
  clipboard: {
    copyText: () => Promise.resolve(),
    copySecret: () => Promise.resolve(),
    clearSecret: () => Promise.resolve(),
  },
  openExternal: () => Promise.resolve(false),
  appInfo: () => {
    throw new Error('not asked for')
  },
  takeCredentialToOpen: () => undefined,
  applyTheme: () => undefined,
}

beforeEach(async () => {
  made = await startTestServices()
  services = createServices({
    dataFolder: made.folder,
    recordStoreWorker: bundledWorker(),
    resolveProxy: () => Promise.resolve(undefined),
  })
  handlers = createCallHandlers(services, desktop, new ChosenFiles({ now: Date.now }), () => undefined)
})
afterEach(async () => {
  await services.end()
  await made.end()
})

function call<N extends CallName>(name: N, input: CallInput<N>): Promise<Envelope> {
  return answerCall(name, input, { windowId: 1 }, { calls, handlers }, (_name, fault) => {
    throw fault
  })
}

async function newProfile(environment: 'production' | 'client-testing', practice = false): Promise<Profile> {
  const tokenUrl = 'https://auth.example.com/token'
  const settings = {
    ...defaultProfileSettings('jwt'),
    name: `Live ${environment}`,
    environment,
    clientId: 'acme',
    tokenUrl,
  }
  return made.profiles.create(profileSettingsSchema.parse(settings), { practice })
}

const refused = { ok: false, error: { code: 'name-not-typed', message: expect.stringContaining('Production') } }

test('a Production profile is removed under its typed name alone, a practice one too', async () => {
  for (const practice of [false, true]) {
    const { id: profileId, name } = await newProfile('production', practice)
    for (const typedName of [undefined, '', 'live production', `${name}x`])
      expect(await call('profiles.remove', { profileId, destroySecrets: true, typedName })).toMatchObject(refused)
    expect(await made.profiles.list()).toHaveLength(1)
    const input = { profileId, destroySecrets: true, typedName: ` ${name} ` }
    expect(await call('profiles.remove', input)).toMatchObject({ ok: true })
  }
  const { id: profileId } = await newProfile('client-testing')
  expect(await call('profiles.remove', { profileId, destroySecrets: true })).toMatchObject({ ok: true })
})

test('Production credentials are retired, removed and their keys destroyed under the typed name alone', async () => {
  const { id: profileId, name: typedName } = await newProfile('production')
  await made.activateCredential(profileId)
  const [active] = await made.credentials.list(profileId)
  const ids = { profileId, credentialId: active?.id ?? '' }
  expect(await call('credentials.retire', ids)).toMatchObject(refused)
  expect(await call('replacements.retireOld', { profileId })).toMatchObject(refused)
  expect(await call('credentials.destroyKey', ids)).toMatchObject(refused)
  expect(await call('credentials.remove', { ...ids, destroyKey: true })).toMatchObject(refused)
  expect((await made.credentials.signingKey(profileId)).credential.id).toBe(ids.credentialId)
  expect(await call('credentials.retire', { ...ids, typedName })).toMatchObject({ ok: true })
  expect(await call('credentials.remove', { ...ids, destroyKey: false })).toMatchObject(refused)
  expect(await call('credentials.remove', { ...ids, destroyKey: true, typedName })).toMatchObject({ ok: true })
})

test('what the service knows a Production profile by changes under its typed name while a credential is active', async () => {
  const profile = await newProfile('production')
  const { id: profileId, name: typedName } = profile
  const update = async (change: Partial<Profile>, typed?: string): Promise<Envelope> => {
    const { profile: current } = await made.profiles.get(profileId)
    const settings = { ...settingsOf(current), ...change }
    return call('profiles.update', { profileId, revision: current.revision, settings, typedName: typed })
  }
  expect(await update({ clientId: 'before a credential is active' })).toMatchObject({ ok: true })
  expect(await update({ environment: 'client-testing' })).toMatchObject(refused)
  await made.activateCredential(profileId)
  expect(await update({ scopes: 'these are free to change' })).toMatchObject({ ok: true })
  for (const change of [{ clientId: 'other' }, { tokenUrl: 'https://other.example.com/token' }, { kid: 'other' }])
    expect(await update(change)).toMatchObject(refused)
  expect(await update({ clientId: 'other', kid: 'other' })).toMatchObject({
    error: { message: expect.stringContaining('client ID, key ID') },
  })
  const [active] = await made.credentials.list(profileId)
  const thumbprint = active !== undefined && 'certificate' in active ? (active.certificate?.thumbprint.sha1 ?? '') : ''
  const confirmation = { profileId, credentialId: active?.id ?? '', thumbprint, clientId: 'from the portal' }
  expect(await call('credentials.confirm', confirmation)).toMatchObject(refused)
  expect((await made.profiles.get(profileId)).profile.clientId).toBe('before a credential is active')
  expect(await update({ clientId: 'other' }, typedName)).toMatchObject({ ok: true })
  expect((await made.profiles.get(profileId)).profile.clientId).toBe('other')
})
