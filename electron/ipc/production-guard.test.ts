import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallResult } from '#shared/call-shapes.ts'
import type { CallInput, CallName } from '#shared/contract.ts'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import {
  defaultProfileSettings,
  type Profile,
  type ProfileSettings,
  profileSettingsSchema,
  settingsOf,
} from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import { dayMs, localDay } from '#shared/values/local-day.ts'
import { openForWindows } from '../backend.ts'
import { bundledImportWorker } from '../credentials/import/testing/bundled-import-worker.ts'
import { bundledWorker } from '../records/testing/bundled-worker.ts'
import { createServices, type Services } from '../services.ts'
import { sharedKeychain } from '../testing/shared-keychain.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import type { Desktop } from '../window/desktop.ts'
import type { AnswerPage } from './register-calls.ts'

let made: TestServices
let services: Services
let answer: AnswerPage
let asked: Confirmation[]
let agrees: boolean
/** Runs before the person answers. */
let whileOpen: () => Promise<unknown>

/** No call of these tests reaches a file dialog. */
const desktop: Desktop = {
  ask: async (_windowId, question) => {
    asked.push(question)
    await whileOpen()
    return agrees
  },
  dialogs: () => ({
    chooseFiles: () => Promise.resolve([]),
    chooseTarget: () => Promise.resolve(undefined),
    chooseFolder: () => Promise.resolve(undefined),
  }),
  clipboard: {
    copyText: () => Promise.resolve(),
    copySecret: () => Promise.resolve(),
  },
  openExternal: () => Promise.resolve(false),
  openFile: () => Promise.reject(new Error('a file was opened')),
  showInFolder: () => undefined,
  appInfo: () => {
    throw new Error('not asked for')
  },
  takePlaceToOpen: () => undefined,
  notices: () => [],
  applyTheme: () => undefined,
}

beforeEach(async () => {
  asked = []
  agrees = false
  whileOpen = () => Promise.resolve()
  made = await startTestServices()
  services = createServices({
    dataFolder: made.folder,
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
    startKeychain: sharedKeychain,
    resolveProxy: () => Promise.resolve(undefined),
  })
  answer = openForWindows(
    services,
    desktop,
    () => undefined,
    (_name, fault) => {
      throw fault
    },
  )
})
afterEach(async () => {
  await services.end()
  await made.end()
})

function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallResult> {
  return answer(1, name, input)
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

const cancelled = { ok: false, error: { code: 'not-confirmed' } }

test('Production guard: asks before a profile is deleted, also in practice', async () => {
  for (const practice of [false, true]) {
    const { id: profileId, name } = await newProfile('production', practice)
    const remove = (): Promise<CallResult> => call('profiles.remove', { profileId, destroySecrets: true })
    agrees = false
    expect(await remove()).toMatchObject(cancelled)
    expect(await made.profiles.list()).toHaveLength(1)
    agrees = true
    expect(await remove()).toMatchObject({ ok: true })
    expect(asked.at(-1)).toMatchObject({ names: [name], action: 'Delete profile' })
  }
  asked = []
  const { id: profileId } = await newProfile('client-testing')
  expect(await call('profiles.remove', { profileId, destroySecrets: true })).toMatchObject({ ok: true })
  expect(asked).toEqual([])
})

test('Questions before Production changes: days are in the time zone of the settings, not the computer’s', async () => {
  const { id: profileId } = await newProfile('production')
  await made.activateCredential(profileId)
  const [active] = await made.credentials.list(profileId)
  const { notAfter = '' } = certificateOf(active) ?? {}
  // A zone in which it is another day than in UTC.
  vi.stubEnv('TZ', new Date(notAfter).getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati')
  try {
    const expiry = async (): Promise<string | undefined> => {
      await call('credentials.retire', { profileId, credentialId: active?.id ?? '' })
      return /expires (?<day>[\d-]+)/u.exec(asked.at(-1)?.details.join() ?? '')?.groups?.['day']
    }
    expect(await expiry()).toBe(localDay(notAfter))
    await services.settings.change({ dates: { format: 'system', timeZone: 'utc' } })
    expect(await expiry()).toBe(notAfter.slice(0, 10))
    expect(await expiry()).not.toBe(localDay(notAfter))
  } finally {
    vi.unstubAllEnvs()
  }
})

test('Production guard: asks before a credential is activated, retired or removed or its key is deleted', async () => {
  const { id: profileId, name } = await newProfile('production')
  await made.activateCredential(profileId)
  const [active] = await made.credentials.list(profileId)
  const ids = { profileId, credentialId: active?.id ?? '' }
  expect(await call('credentials.activate', ids)).toMatchObject(cancelled)
  expect(await call('credentials.retire', ids)).toMatchObject(cancelled)
  expect((await made.credentials.signingKeys.active(await made.profiles.get(profileId))).credential.id).toBe(
    ids.credentialId,
  )
  expect(asked.map(({ names, action }) => [...names, action])).toEqual([
    [name, 'Activate credential'],
    [name, 'Retire credential'],
  ])
  agrees = true
  expect(await call('credentials.retire', ids)).toMatchObject({ ok: true })
  agrees = false
  expect(await call('credentials.remove', { ...ids, destroyKey: false })).toMatchObject(cancelled)
  expect(await call('credentials.remove', { ...ids, destroyKey: true })).toMatchObject(cancelled)
  made.advance(40 * dayMs)
  expect(asked.at(-1)?.details.join(' ')).toContain('permanently deleted from the keychain')
  agrees = true
  expect(await call('credentials.remove', { ...ids, destroyKey: true })).toMatchObject({ ok: true })
})

test('Activity: it is cleared after confirmation in main', async () => {
  const { id: profileId } = await newProfile('client-testing')
  services.activity.add({
    kind: 'key',
    what: 'Assertion signed',
    outcome: 'ok',
    at: new Date().toISOString(),
    profileId,
  })
  const entries = async (): Promise<unknown> => services.history.list({ limit: 10 })
  expect(await call('activity.clear', undefined)).toMatchObject(cancelled)
  expect(await entries()).toHaveLength(1)
  agrees = true
  expect(await call('activity.clear', undefined)).toMatchObject({ ok: true })
  expect(await entries()).toEqual([])
  expect(asked.map(({ message }) => message)).toEqual([
    'Clear the log of all requests?',
    'Clear the log of all requests?',
  ])
})

/** Another value for every setting: a new setting doesn't compile until it is here. */
const otherValues: { readonly [S in keyof ProfileSettings]: ProfileSettings[S] } = {
  name: 'Another name',
  merchant: 'other',
  environment: 'client-testing',
  flavor: 'legacy',
  clientId: 'other',
  tokenUrl: 'https://other.example.com/token',
  apiBaseUrl: 'https://other.example.com/api',
  reportsBaseUrl: 'https://other.example.com/reports',
  helloPath: 'other/path',
  audience: 'other',
  scopes: 'other',
  assertionLifetimeSeconds: 28_800,
  includeJti: true,
  followServiceClock: true,
  kid: 'other',
  clientAuthentication: 'tls_client_auth',
  targetParameter: 'resource',
  scopeParameter: 'other_scope',
  includeClientId: true,
  extraTokenParameters: { tenant: 'other' },
  certificateAuthorities: ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'],
  proxy: 'http://other.example.com:3128',
  proxyUser: 'other',
  proxyExceptions: '*',
  localMethods: 'POST',
  localPaths: '/payment',
  recordMembers: { reports: 'rows' },
}
/** Needed for the value to be valid. */
const together: { readonly [S in keyof ProfileSettings]?: Partial<ProfileSettings> } = {
  clientAuthentication: { flavor: 'legacy' },
}
const harmless: readonly string[] = ['merchant', 'helloPath', 'recordMembers']

test.each(Object.entries(otherValues))(
  'Production guard: asks before %s of a Production profile changes, unless it is harmless',
  async (name, value) => {
    const { id: profileId } = await newProfile('production')
    const update = async (): Promise<CallResult> => {
      const { profile } = await made.profiles.get(profileId)
      const extra = together[name as keyof ProfileSettings] ?? {}
      const settings = { ...settingsOf(profile), ...extra, [name]: value }
      return call('profiles.update', { profileId, revision: profile.revision, settings })
    }
    const before = settingsOf((await made.profiles.get(profileId)).profile)
    if (harmless.includes(name)) {
      expect(await update()).toMatchObject({ ok: true })
      expect(asked).toEqual([])
      return
    }
    expect(await update()).toMatchObject(cancelled)
    expect(settingsOf((await made.profiles.get(profileId)).profile)).toEqual(before)
    agrees = true
    expect(await update()).toMatchObject({ ok: true })
    expect(asked).toHaveLength(2)
    expect((await made.profiles.get(profileId)).profile).toMatchObject({ [name]: value })
  },
)

test('Production guard: the question names the hosts, and no value in it can imitate a separate line', async () => {
  const { id: profileId } = await newProfile('production')
  const { profile } = await made.profiles.get(profileId)
  const change = {
    tokenUrl: 'https://evil.example.net/token',
    proxy: 'http://proxy.example.net:3128',
    scopes: 'a\nToken URL: auth.example.com → auth.example.com\u202e',
  }
  await call('profiles.update', { profileId, revision: 1, settings: { ...settingsOf(profile), ...change } })
  expect(asked).toMatchObject([
    {
      message: 'Change a Production profile?',
      details: [
        'Profile: Live production',
        'Token URL: auth.example.com → evil.example.net',
        'Proxy: system → http://proxy.example.net:3128',
        'Scopes: none → a\\u000AToken URL: auth.example.com → auth.example.com\\u202E',
      ],
    },
  ])
})

test('Production guard: no host is long enough to push the next line out of the question', async () => {
  const { id: profileId } = await newProfile('production')
  const { profile } = await made.profiles.get(profileId)
  const change = {
    apiBaseUrl: `https://api.example.com.${'a.'.repeat(450)}example.net/`,
    proxy: 'http://proxy.example.net:3128',
  }
  const update = (apiBaseUrl: string): Promise<unknown> =>
    call('profiles.update', { profileId, revision: 1, settings: { ...settingsOf(profile), ...change, apiBaseUrl } })
  expect(await update(change.apiBaseUrl.replace('example.net', `${'a.'.repeat(50_000)}example.net`))).toMatchObject({
    error: { code: 'input-invalid' },
  })
  expect(asked).toEqual([])
  await update(change.apiBaseUrl)
  const lines = asked[0]?.details ?? []
  expect(lines[1]).toMatch(/api\.example\.com\.(?:a\.)+example\.net$/u)
  expect(lines[2]).toBe('Proxy: system → http://proxy.example.net:3128')
})

test('Production guard: asks before a profile becomes a Production profile', async () => {
  const { id: profileId } = await newProfile('client-testing')
  const { profile } = await made.profiles.get(profileId)
  const settings = { ...settingsOf(profile), environment: 'production' as const }
  expect(await call('profiles.update', { profileId, revision: 1, settings })).toMatchObject(cancelled)
  expect(asked[0]?.details.slice(1)).toEqual(['Environment: Client Testing → Production'])
})

test('Production guard: asks before it saves the portal’s client ID, and saves nothing when cancelled', async () => {
  const { id: profileId } = await newProfile('production')
  await made.activateCredential(profileId)
  const [active] = await made.credentials.list(profileId)
  const thumbprint = active !== undefined && 'certificate' in active ? (active.certificate?.thumbprint.sha1 ?? '') : ''
  const confirmation = { profileId, credentialId: active?.id ?? '', thumbprint, clientId: 'from-the-portal' }
  expect(await call('credentials.confirm', { ...confirmation, thumbprint: 'AB'.repeat(20) })).toMatchObject({
    error: { code: 'input-invalid' },
  })
  expect(asked).toEqual([])
  expect(await call('credentials.confirm', confirmation)).toMatchObject(cancelled)
  expect(await made.profiles.get(profileId)).toMatchObject({
    profile: { clientId: 'acme' },
    credentials: [expect.not.objectContaining({ confirmation: expect.anything() as unknown })],
  })
})

test('Production guard: refuses if the profile changed while the question was open', async () => {
  const { id: profileId } = await newProfile('production')
  const { profile } = await made.profiles.get(profileId)
  const settings = { ...settingsOf(profile), scopes: 'more' }
  whileOpen = async () => {
    await made.profiles.changeSettings(profileId, (current) => ({ ...current, helloPath: 'swapped' }))
  }
  agrees = true
  expect(await call('profiles.update', { profileId, revision: 1, settings })).toMatchObject({
    error: { code: 'profile-changed-elsewhere' },
  })
  expect((await made.profiles.get(profileId)).profile.scopes).toBe('')
})

test('Production guard: a window with an open question asks no other one', async () => {
  const { id: profileId } = await newProfile('production')
  const open = Promise.withResolvers<undefined>()
  whileOpen = () => open.promise
  agrees = true
  const first = call('profiles.remove', { profileId, destroySecrets: false })
  await expect.poll(() => asked.length).toBe(1)
  for (let number = 0; number < 20; number += 1)
    expect(await call('profiles.remove', { profileId, destroySecrets: true })).toMatchObject({
      error: { code: 'call-refused' },
    })
  expect(asked).toHaveLength(1)
  open.resolve(undefined)
  expect(await first).toMatchObject({ ok: true })
})

test('Production guard: asks before a client secret or proxy password is replaced or removed', async () => {
  const { id: profileId } = await newProfile('production')
  expect(await call('profiles.setClientSecret', { profileId, clientSecret: 'first' })).toMatchObject({ ok: true })
  expect(await call('profiles.setProxyPassword', { profileId, password: 'first' })).toMatchObject({ ok: true })
  expect(asked).toEqual([])
  expect(await call('profiles.setClientSecret', { profileId, clientSecret: 'other' })).toMatchObject(cancelled)
  expect(await call('profiles.setProxyPassword', { profileId, password: 'other' })).toMatchObject(cancelled)
  expect(await call('profiles.removeProxyPassword', { profileId })).toMatchObject(cancelled)
  expect((await made.credentials.clientSecrets.read(profileId)).text()).toBe('first')
  expect((await made.proxyPasswords.of(profileId))?.text()).toBe('first')
})

test('Webhook: another address is saved after confirmation, and only a saved one is tested', async () => {
  const { warnings } = await services.settings.read()
  const save = (webhookUrl: string): Promise<CallResult> =>
    call('app.changeSettings', { warnings: { ...warnings, webhook: true, webhookUrl } })
  expect(await call('expiry.testWebhook', undefined)).toMatchObject({ error: { code: 'input-invalid' } })
  expect(await save('https://hooks.example.com/1')).toMatchObject(cancelled)
  expect((await services.settings.read()).warnings.webhookUrl).toBe('')
  agrees = true
  expect(await save('https://hooks.example.com/1')).toMatchObject({ ok: true })
  expect(asked.at(-1)?.details[0]).toBe('Webhook: none → hooks.example.com')
  // The path may belong to another person.
  expect(await save('https://hooks.example.com/2')).toMatchObject({ ok: true })
  expect(asked.at(-1)?.details[0]).toBe('Webhook: https://hooks.example.com/1 → https://hooks.example.com/2')
  asked = []
  expect(await save('https://hooks.example.com/2')).toMatchObject({ ok: true })
  expect(await save('')).toMatchObject({ ok: true })
  expect(asked).toEqual([])
})
