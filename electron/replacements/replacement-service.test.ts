import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { replacementStep } from '#shared/replacements/replacement.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import type { PracticePortal } from '../practice/portal/portal-client.ts'
import { startInNewFolder, type RunningService } from '../practice/testing/running-service.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { Database } from '../store/database.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'

let practice: RunningService
let portal: PracticePortal
let services: TestServices
let profileId: string
let oldId: string

const subject = {
  ...{ commonName: 'acme', organization: 'Acme', organizationalUnit: '', locality: '', state: '', country: 'DE' },
  emailAddress: '',
}

beforeEach(async () => {
  practice = await startInNewFolder({ records: 10 })
  portal = practice.portal
  services = await startTestServices()
  const { tokenUrl, clientId, audience = '' } = await portal.tab('client-testing')
  const profile = await services.newProfile({ tokenUrl, clientId, audience })
  profileId = profile.id
  const { id } = await services.credentials.createKey(profileId, 2048)
  oldId = id
  await services.credentials.createRequest(profileId, id, subject, [{ type: 'dns', value: 'acme.example' }])
  await signAndUpload(id, true)
  await services.credentials.activate(profileId, id)
})
afterEach(async () => {
  await services.end()
  await practice[Symbol.asyncDispose]()
})

async function credential(id: string): Promise<Credential> {
  const found = (await services.credentials.list(profileId)).find((each) => each.id === id)
  if (found === undefined) throw new Error(`no credential ${id}`)
  return found
}

async function signAndUpload(id: string, upload: boolean): Promise<void> {
  await services.credentials.markRequestExported(profileId, id)
  const { certificate } = await portal.sign((await credential(id)).request?.pem ?? '', 90)
  await services.credentials.imports.import([contentOfText(certificate)])
  if (upload) await portal.upload('client-testing', [certificate])
}

async function kinds(): Promise<string[]> {
  return (await services.profiles.get(profileId)).history.map(({ kind }) => kind)
}

async function upTo(step: 'upload' | 'try', isUploaded = true): Promise<string> {
  const { replacement } = await services.replacements.start(profileId, 2048)
  const id = replacement.newCredentialId
  const request = await services.credentials.suggestRequest(profileId, id)
  await services.credentials.createRequest(profileId, id, request.subject, request.subjectAlternativeNames)
  await signAndUpload(id, isUploaded)
  if (step === 'upload') return id
  await services.replacements.markUploaded(profileId)
  const { thumbprint } = (await portal.tab('client-testing')).certificates.at(-1) ?? { thumbprint: '' }
  if (isUploaded) await services.credentials.thumbprints.confirm(profileId, id, thumbprint)
  else await services.replacements.skipConfirmation(profileId)
  return id
}

const step = async (): Promise<string | undefined> => (await services.replacements.list())[0]?.step

/** The step at which another process finds the replacement, as after a crash. */
async function storedStep(): Promise<string | undefined> {
  const store = new ProfileStore({
    database: new Database({ folder: services.folder }),
    now: Date.now,
    newId: randomUUID,
  })
  try {
    const { replacement, credentials } = await store.get(profileId)
    return replacement && replacementStep(replacement, credentials)
  } finally {
    await store.database.end()
  }
}

test('Replacement: goes from key to retirement, stores each step, and tokens are issued all the time', async () => {
  const view = await services.replacements.start(profileId, 2048)
  expect(view).toMatchObject({ profileId, step: 'make-request', replacement: { oldCredentialId: oldId } })
  const newId = view.replacement.newCredentialId
  expect(await services.credentials.suggestRequest(profileId, newId)).toEqual({
    subject,
    subjectAlternativeNames: [{ type: 'dns', value: 'acme.example' }],
  })
  expect(await storedStep()).toBe('make-request')
  await services.credentials.createRequest(profileId, newId, subject, [])
  expect(await storedStep()).toBe('export-request')
  await services.credentials.markRequestExported(profileId, newId)
  expect(await storedStep()).toBe('import-certificate')
  await signAndUpload(newId, true)
  expect([await step(), await storedStep()]).toEqual(['upload', 'upload'])
  // What was saved is stored, so that it counts after a restart, too; another certificate's file says nothing.
  const savedAt = async (): Promise<string | undefined> =>
    (await services.profiles.get(profileId)).replacement?.certificateSavedAt
  const { replacement } = await services.profiles.get(profileId)
  await services.replacements.noteCertificateSaved(profileId, replacement?.oldCredentialId ?? '')
  expect(await savedAt()).toBeUndefined()
  await services.replacements.noteCertificateSaved(profileId, newId)
  expect(await savedAt()).toEqual(expect.any(String))
  expect((await services.replacements.markUploaded(profileId)).step).toBe('confirm')
  expect(await storedStep()).toBe('confirm')
  const shown = (await portal.tab('client-testing')).certificates
  await services.credentials.thumbprints.confirm(profileId, newId, shown.at(-1)?.thumbprint ?? '')
  expect([await step(), await storedStep()]).toEqual(['try', 'try'])

  const before = (await services.tokens.accessToken(profileId)).text()
  const tried = await services.replacements.tryOut(profileId)
  expect(tried).toMatchObject({ step: 'switch', replacement: { trial: { kind: 'accepted' } } })
  expect(await storedStep()).toBe('switch')
  // The old one signs still, and its token is in use.
  expect((await credential(oldId)).state).toBe('active')
  expect((await services.tokens.accessToken(profileId)).text()).toBe(before)

  expect((await services.replacements.switchOver(profileId)).step).toBe('watch')
  expect(await storedStep()).toBe('watch')
  await services.tokens.get(profileId, { renew: false })
  await expect.poll(step).toBe('retire')
  expect(await storedStep()).toBe('retire')
  expect((await services.replacements.retireOld(profileId)).step).toBe('remove')
  expect(await storedStep()).toBe('remove')
  expect((await services.replacements.markRemoved(profileId)).step).toBe('done')
  expect(await storedStep()).toBe('done')
  await services.replacements.end(profileId)
  expect(await services.replacements.list()).toEqual([])
  expect((await credential(newId)).state).toBe('active')
  expect((await kinds()).slice(-4)).toEqual(['tried', 'deactivated', 'activated', 'retired'])
})

test('Replacement: starting again resumes it and creates no second key', async () => {
  const first = await services.replacements.start(profileId, 2048)
  const again = await services.replacements.start(profileId, 4096)
  expect(again.replacement).toEqual(first.replacement)
  expect(await services.credentials.list(profileId)).toHaveLength(2)
})

test('Replacement: creates one key when several start it at once', async () => {
  const [one, other] = await Promise.all([
    services.replacements.start(profileId, 2048),
    services.replacements.start(profileId, 2048),
  ])
  expect(other).toEqual(one)
  expect(await services.credentials.list(profileId)).toHaveLength(2)
  expect((await services.replacements.repeatRequest(profileId)).step).toBe('export-request')
})

test('Replacement: creates the key that a crash prevented', async () => {
  await services.profiles.changeReplacement(profileId, () => ({
    startedAt: new Date().toISOString(),
    oldCredentialId: oldId,
    newCredentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  }))
  expect(await step()).toBe('make-key')
  expect((await services.replacements.start(profileId, 2048)).step).toBe('make-request')
  expect((await credential('0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de')).state).toBe('key-created')
})

test('Replacement: is switched only after an accepted test, and a refused test says why', async () => {
  const newId = await upTo('try', false)
  await expect(services.replacements.switchOver(profileId)).rejects.toMatchObject({ code: 'credential-state-wrong' })
  const { step: stays, replacement } = await services.replacements.tryOut(profileId)
  expect(stays).toBe('try')
  expect(replacement.trial).toMatchObject({ kind: 'failed', code: 'token-refused' })
  expect((await kinds()).at(-1)).toBe('tried')
  // Once the portal knows it, the same trial is accepted.
  const own = await credential(newId)
  await portal.upload('client-testing', ['certificate' in own ? (own.certificate?.pem ?? '') : ''])
  expect((await services.replacements.tryOut(profileId)).step).toBe('switch')
})

test('Replacement: stores a test in the history before it is announced, so that a crash in between loses nothing', async () => {
  await upTo('try')
  const heard: Promise<readonly (string | undefined)[]>[] = []
  const unsubscribe = services.profiles.onChange(() => {
    const stored = services.profiles.get(profileId)
    heard.push(stored.then(({ replacement, history }) => [replacement?.trial?.kind, history.at(-1)?.kind]))
  })
  await services.replacements.tryOut(profileId)
  unsubscribe()
  expect(await Promise.all(heard)).toEqual([['accepted', 'tried']])
})

test('Replacement: keeps the first refusal after the switch, and can be switched back', async () => {
  const newId = await upTo('try')
  await services.replacements.tryOut(profileId)
  await services.replacements.switchOver(profileId)
  // The kid of the profile's own choice is one that the portal does not know.
  await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, kid: 'UNKNOWN' }))
  await expect(services.tokens.get(profileId, { renew: true })).rejects.toMatchObject({ code: 'token-refused' })
  await expect
    .poll(async () => (await services.replacements.list())[0]?.replacement.refusal)
    .toMatchObject({ code: 'token-refused' })
  expect(await step()).toBe('watch')
  await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, kid: '' }))
  expect((await services.replacements.goBack(profileId)).step).toBe('try')
  expect((await credential(oldId)).state).toBe('active')
  expect((await credential(newId)).state).toBe('confirmed')
  expect(await services.tokens.get(profileId, { renew: true })).toMatchObject({ kind: 'held' })
  expect(await step()).toBe('try')
})

test('Replacement: a token requested with the old key before the switch does not prove the new one', async () => {
  const newId = await upTo('try')
  await services.replacements.tryOut(profileId)
  const [asked] = await Promise.allSettled([
    services.tokens.get(profileId, { renew: true }),
    services.credentials.activate(profileId, newId),
  ])
  expect(asked.status).toBe('fulfilled')
  await services.profiles.list()
  expect(await step()).toBe('watch')
  await services.tokens.get(profileId, { renew: false })
  await expect.poll(step).toBe('retire')
})

test('Replacement: does not send the profile’s kid for the new key when it is the old certificate’s thumbprint', async () => {
  const old = await credential(oldId)
  const thumbprint = 'certificate' in old ? (old.certificate?.thumbprint.sha1 ?? '') : ''
  await services.profiles.changeSettings(profileId, (settings) => ({ ...settings, kid: thumbprint }))
  await upTo('try')
  expect((await services.replacements.tryOut(profileId)).step).toBe('switch')
})

test('Replacement: the old key can be destroyed once its certificate has expired, not before', async () => {
  await upTo('try')
  await services.replacements.tryOut(profileId)
  await services.replacements.switchOver(profileId)
  await services.tokens.get(profileId, { renew: false })
  await expect.poll(step).toBe('retire')
  await services.replacements.retireOld(profileId)
  await expect(services.credentials.destroyKey(profileId, oldId)).rejects.toMatchObject({
    code: 'credential-state-wrong',
  })
  services.advance(91 * dayMs)
  expect(await services.credentials.destroyKey(profileId, oldId)).toMatchObject({
    state: 'retired',
    keyDestroyedAt: expect.any(String),
  })
  await expect(services.credentials.createRequest(profileId, oldId, subject, [])).rejects.toMatchObject({
    code: 'keychain-entry-missing',
  })
  expect((await kinds()).at(-1)).toBe('key-destroyed')
})

test('Replacement: starting fails without an active credential', async () => {
  await services.credentials.retire(profileId, oldId)
  await expect(services.replacements.start(profileId, 2048)).rejects.toMatchObject({ code: 'no-active-credential' })
})
