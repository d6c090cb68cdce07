import { once } from 'node:events'
import { access, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import { isReached } from '#shared/expiry/warning-thresholds.ts'
import { formerPracticeClient, type PracticeState } from '#shared/practice/practice.ts'
import { defaultProfileSettings, type Profile, type ProfileSettings } from '#shared/profiles/profile.ts'
import { withoutAsking } from '../confirmation.ts'
import { KeyTraces } from '../credentials/key-traces.ts'
import { emptyNoticeState } from '../expiry/notice-store.ts'
import { watchedCertificates } from '../expiry/watched-certificates.ts'
import { HttpClient } from '../http/http-client.ts'
import { Secret } from '../keychain/secret.ts'
import type { ListService } from '../lists/list-service.ts'
import type { DatasetRegistry } from '../lists/loading/dataset-registry.ts'
import type { SnapshotService } from '../lists/snapshot-service.ts'
import { createListServices } from '../lists/testing/list-services.ts'
import { preparedPracticeFolder } from '../testing/prepared-keys.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { PracticePortal } from './portal/portal-client.ts'
import { PracticeOrigins } from './practice-origins.ts'
import { PracticeProfiles } from './practice-profiles.ts'
import { startPracticeService, type PracticeService, type PracticeServiceOptions } from './service/practice-service.ts'
import { stateFile } from './state/practice-state.ts'

let services: TestServices
let practice: PracticeProfiles
let datasets: DatasetRegistry
let lists: ListService
let snapshots: SnapshotService

/** Starts the service with prepared keys; in a folder that it had already, with those in it. */
async function startPrepared(options: PracticeServiceOptions): Promise<PracticeService> {
  const isNew = await access(stateFile(options.folder)).then(
    () => false,
    () => true,
  )
  if (isNew) await preparedPracticeFolder(options.folder)
  return startPracticeService(options)
}

function create(startService: typeof startPracticeService = startPrepared): PracticeProfiles {
  const { profiles, credentials, folder } = services
  return new PracticeProfiles({
    profiles,
    credentials,
    snapshots: { removeOf: (profileId) => snapshots.removeOf(profileId) },
    origins: new PracticeOrigins({ database: profiles.database }),
    folder: join(folder, 'practice'),
    startService,
    now: Date.now,
  })
}

beforeEach(async () => {
  services = await startTestServices()
  const { profiles, client, folder } = services
  practice = create()
  ;({ datasets, lists, snapshots } = createListServices(folder, client, profiles))
})
afterEach(async () => {
  await datasets.end()
  await practice.end()
  await services.end()
})

/** Expects each profile to get a new token and a response from the API. */
async function expectAllWork(profiles: readonly Profile[]): Promise<void> {
  expect(profiles).toHaveLength(4)
  for (const { id, name } of profiles) {
    expect(await services.tokens.get(id, { renew: true }), name).toMatchObject({ kind: 'held' })
    expect(await services.client.testConnection(id), name).toMatchObject({ status: 200 })
  }
}

function named(profiles: readonly Profile[], name: string): Profile {
  const profile = profiles.find((each) => each.name === name)
  if (profile === undefined) throw new Error(`There is no profile ${name}.`)
  return profile
}

test('Practice profiles: set-up creates one per flavor that gets tokens and loads lists; removal deletes them all', async () => {
  const states: PracticeState[] = []
  practice.onChange((state) => states.push(state))
  const progress: number[] = []
  practice.onProgress(({ ready, profiles }) => progress.push(ready, profiles))
  const made = await practice.setUp()
  expect(progress).toEqual([0, 4, 1, 4, 2, 4, 3, 4, 4, 4])
  expect(made.map(({ name, environment, flavor, practice: marked }) => [name, environment, flavor, marked])).toEqual([
    ['Practice Mock', 'mock', 'basic', true],
    ['Practice Client Testing', 'client-testing', 'jwt', true],
    ['Practice Production', 'production', 'jwt', true],
    ['Practice Legacy', 'client-testing', 'legacy', true],
  ])
  for (const { id, name } of made) {
    expect(await services.tokens.get(id, { renew: false }), name).toMatchObject({
      kind: 'held',
      lifetimeSeconds: 28_800,
    })
    expect(await services.client.testConnection(id), name).toMatchObject({ status: 200 })
    const { datasetId } = await lists.open(id, 'reports', false)
    const summary = await lists.load(datasetId, 2)
    expect(summary, name).toMatchObject({ state: { kind: 'idle' }, pages: 2, records: 1000, recordMember: 'reports' })
    await snapshots.keep(datasetId, name)
  }
  await lists.open(made[0]?.id ?? '', 'reports', true)
  const watched = watchedCertificates(await services.profiles.list(), { thresholds: [30] }, emptyNoticeState)
  const near = watched.filter(({ notAfter }) => isReached(notAfter, 30, Date.now()))
  expect(near.map(({ profileName, active }) => [profileName, active])).toEqual([['Practice Production', true]])
  expect(states.at(-1)).toMatchObject({ kind: 'running', profiles: 4, records: 25_000 })

  await practice.tearDown()
  expect(await services.profiles.list()).toEqual([])
  expect(await snapshots.list()).toEqual([])
  expect(await practice.state()).toEqual({ kind: 'stopped', profiles: 0 })
  await expect(access(join(services.folder, 'practice'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('Practice profiles: each credential has its own key and is confirmed with the portal’s thumbprint', async () => {
  const made = await practice.setUp()
  const credentials = (await Promise.all(made.map(({ id }) => services.credentials.list(id)))).flat()
  expect(credentials).toHaveLength(3)
  for (const credential of credentials)
    expect(credential).toMatchObject({
      state: 'active',
      keySize: 2048,
      confirmation: { thumbprint: expect.stringMatching(/^[0-9A-F]{40}$/u) as string },
    })
  expect(new Set(credentials.map(({ publicKeyFingerprint }) => publicKeyFingerprint)).size).toBe(3)
})

test('Practice profiles: setting up again changes nothing when everything works', async () => {
  await practice.setUp()
  const before = await services.profiles.list()
  await practice.setUp()
  expect(await services.profiles.list()).toEqual(before)
})

test('Practice profiles: setting up again repairs removed profiles, lost secrets and changed addresses, keeps names', async () => {
  const made = await practice.setUp()
  const mock = named(made, 'Practice Mock')
  const testing = named(made, 'Practice Client Testing')
  await services.profiles.remove(named(made, 'Practice Legacy').id)
  await services.credentials.destroySecretsOf(mock.id)
  await services.credentials.destroySecretsOf(testing.id)
  await services.profiles.changeSettings(mock.id, (settings) => ({ ...settings, name: 'My mock' }))
  const elsewhere = (settings: ProfileSettings): ProfileSettings => ({
    ...settings,
    tokenUrl: 'http://127.0.0.1:9/elsewhere',
  })
  await services.profiles.changeSettings(named(made, 'Practice Production').id, elsewhere, withoutAsking)

  const again = await practice.setUp()
  expect(again.map(({ name }) => name).sort()).toEqual([
    'My mock',
    'Practice Client Testing',
    'Practice Legacy',
    'Practice Production',
  ])
  await expectAllWork(again)
  const states = (await services.credentials.list(testing.id)).map(({ state }) => state)
  expect(states).toEqual(['active', 'retired'])
})

test('Practice profiles: setting up again repairs everything when the service has lost its state', async () => {
  // Whose new state has other keys.
  practice = create(startPracticeService)
  await practice.setUp()
  await practice.stop()
  await rm(join(services.folder, 'practice'), { recursive: true })
  await expectAllWork(await practice.setUp())
})

test('Practice service: a profile of the person’s own learns that the service was set up again, and what to do', async () => {
  let httpPort = 0
  practice = create((options) => startPrepared({ ...options, httpPort }))
  await practice.setUp()
  const before = await practice.state()
  const { httpOrigin = '', portalUrl = '' } = before.kind === 'running' ? before : {}
  const portal = new PracticePortal(portalUrl)
  const [mock, testing] = [await portal.tab('mock'), await portal.tab('client-testing')]
  const { clientId, clientSecret = '' } = await portal.addClient('mock')
  const secretProfile = await services.newProfile({ flavor: 'basic', tokenUrl: mock.tokenUrl, clientId })
  await services.credentials.clientSecrets.set(secretProfile.id, Secret.fromText(clientSecret))
  await services.tokens.get(secretProfile.id, { renew: true })
  const { tokenUrl, audience = '' } = testing
  const added = await portal.addClient('client-testing')
  const keyProfile = await services.newProfile({ tokenUrl, audience, clientId: added.clientId })
  await services.activateCredential(keyProfile.id)

  await practice.tearDown()
  httpPort = Number(new URL(httpOrigin).port)
  await practice.setUp()
  for (const { id } of [secretProfile, keyProfile]) {
    await expect(services.tokens.get(id, { renew: true })).rejects.toMatchObject({
      code: 'token-refused',
      message: expect.stringContaining(formerPracticeClient.what) as string,
      hint: formerPracticeClient.remedy,
    })
    const [cause] = (await services.doctor.diagnose(id)).causes
    expect(cause).toMatchObject({ id: 'client-id-unknown', ...formerPracticeClient })
  }
})

test('Practice service: a connection that its former address refuses says where it listens now, or that it was removed', async () => {
  const origins = new PracticeOrigins({ database: services.profiles.database })
  const http = new HttpClient({
    resolveProxy: () => Promise.resolve(undefined),
    activity: { add: () => undefined },
    now: Date.now,
    refusalHint: (url) => origins.refusalHint(url),
  })
  const refusal = async (origin: string): Promise<unknown> => {
    const purpose = { kind: 'token', what: 'Test', agreement: 'token', profileId: 'p', profileName: 'Mine' } as const
    const request = { method: 'GET', url: `${origin}/token`, headers: {}, retry: 'safe', retryFor: 1 } as const
    return http
      .send({ ...request, purpose, authorities: [], proxy: { kind: 'system' } })
      .catch((error: unknown) => error)
  }
  const origin = async (): Promise<string> => {
    const state = await practice.state()
    return state.kind === 'running' ? state.httpOrigin : ''
  }
  await practice.setUp()
  const former = await origin()
  await practice.tearDown()
  expect(await refusal(former)).toMatchObject({
    code: 'network-refused',
    hint: expect.stringContaining('was removed') as string,
  })
  practice = create((options) => startPrepared({ ...options, httpPort: 0, httpsPort: 0 }))
  await practice.setUp()
  const now = await origin()
  expect(now).not.toBe(former)
  expect(await refusal(former)).toMatchObject({
    code: 'network-refused',
    hint: expect.stringContaining(`now listens on ${now}:`) as string,
  })
  await practice.stop()
  // Its own address, where it is only stopped, and one of another program.
  for (const other of [now, 'http://127.0.0.1:9'])
    expect(await refusal(other)).toMatchObject({ hint: 'Start the service or check the address and port.' })
  await http.close()
})

test('Practice profiles: keep records, data and settings when the service restarts', async () => {
  const made = await practice.setUp()
  await practice.setRecords(77)
  await practice.setData({ isAwkward: true, daysAhead: 2 })
  await practice.stop()
  expect(await practice.state()).toEqual({ kind: 'stopped', profiles: 4 })
  expect(await practice.start()).toMatchObject({
    records: 77,
    faults: [],
    data: { isAwkward: true, daysAhead: 2 },
  })
  expect((await services.profiles.list()).map(({ profile }) => profile)).toEqual(made)
  await expectAllWork(made)
})

test('Practice profiles: get the new addresses when the service moves because its port is taken', async () => {
  const made = await practice.setUp()
  const before = await practice.state()
  await practice.stop()
  const other = createServer((_request, response) => response.end('another program'))
  const { port } = new URL(before.kind === 'running' ? before.httpOrigin : '')
  other.listen(Number(port), '127.0.0.1')
  await once(other, 'listening')
  try {
    const after = await practice.start()
    expect(after).toMatchObject({ kind: 'running', profiles: 4 })
    const moved = (await services.profiles.list()).map(({ profile }) => profile)
    expect(moved.map(({ tokenUrl }) => tokenUrl)).not.toEqual(made.map(({ tokenUrl }) => tokenUrl))
    await expectAllWork(moved)
  } finally {
    other.close()
  }
})

test('Practice profiles: keep an address set by the person when the service starts', async () => {
  const { id } = named(await practice.setUp(), 'Practice Mock')
  await practice.stop()
  const tokenUrl = 'http://127.0.0.1:9/mine'
  await services.profiles.changeSettings(id, (settings) => ({ ...settings, tokenUrl }))
  await practice.start()
  expect((await services.profiles.get(id)).profile.tokenUrl).toBe(tokenUrl)
})

test('Practice service: a second process is refused instead of moving to another port', async () => {
  await practice.setUp()
  const second = create()
  try {
    await expect(second.start()).rejects.toMatchObject({
      code: 'practice-port-taken',
      details: { alreadyRunning: true },
    })
    expect(await second.state()).toEqual({ kind: 'stopped', profiles: 4 })
  } finally {
    await second.end()
  }
})

test('Practice profiles: a profile of the person keeps its name when a practice profile would have the same', async () => {
  await services.profiles.create(
    {
      ...defaultProfileSettings('basic'),
      name: 'Practice Mock',
      environment: 'mock',
      clientId: 'own',
      tokenUrl: 'https://acme.example/token',
    },
    { practice: false },
  )
  const made = await practice.setUp()
  expect(made.map(({ name }) => name)).toContain('Practice Mock 2')
  await practice.tearDown()
  expect((await services.profiles.list()).map(({ profile }) => profile.name)).toEqual(['Practice Mock'])
})

test('Practice: a profile of the person whose name looks like a practice profile’s keeps it', async () => {
  await services.newProfile({ name: 'Рractice mock', tokenUrl: 'https://acme.example/token' })
  await practice.setUp()
  const names = (await services.profiles.list()).map(({ profile }) => profile.name)
  expect(names).toEqual(expect.arrayContaining(['Рractice mock', 'Practice Mock 2']))
  expect(names).not.toContain('Practice Mock')
})

test('Practice profiles: a failed set-up leaves nothing behind and reports the reason', async () => {
  const { credentials, profiles, folder } = services
  const createRequest = credentials.createRequest.bind(credentials)
  // Disk and keychain failures come from outside; here a chosen step of one profile fails.
  vi.spyOn(credentials, 'createRequest').mockImplementation(async (profileId, ...rest) => {
    const { profile } = await profiles.get(profileId)
    if (profile.name === 'Practice Production') throw new ClavisError('keychain-locked', 'The keychain is locked.')
    return createRequest(profileId, ...rest)
  })
  const destroyed: string[] = []
  const destroySecretsOf = credentials.destroySecretsOf.bind(credentials)
  vi.spyOn(credentials, 'destroySecretsOf').mockImplementation((profileId, afterwards) => {
    destroyed.push(profileId)
    return destroySecretsOf(profileId, afterwards)
  })

  await expect(practice.setUp()).rejects.toMatchObject({ code: 'keychain-locked' })
  expect(await profiles.list()).toEqual([])
  expect(new Set(destroyed).size).toBe(4)
  expect(await practice.state()).toEqual({ kind: 'stopped', profiles: 0 })
  await expect(access(join(folder, 'practice'))).rejects.toMatchObject({ code: 'ENOENT' })

  vi.restoreAllMocks()
  await expectAllWork(await practice.setUp())
})

test('PracticeProfiles: a set-up without a keychain leaves no profile, no trace of a key and no service', async () => {
  const { keychain, profiles, folder } = services
  const refuse = (): Promise<never> => Promise.reject(new ClavisError('keychain-unavailable', 'There is no keychain.'))
  for (const method of ['read', 'write', 'replace', 'remove'] as const)
    vi.spyOn(keychain, method).mockImplementation(refuse)
  await expect(practice.setUp()).rejects.toMatchObject({ code: 'keychain-unavailable' })
  vi.restoreAllMocks()
  expect(await profiles.list()).toEqual([])
  expect(await new KeyTraces({ database: profiles.database, now: Date.now }).list()).toEqual([])
  expect(await practice.state()).toEqual({ kind: 'stopped', profiles: 0 })
  await expect(access(join(folder, 'practice'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('Practice profiles: removing a single one publishes the new state', async () => {
  const [first] = await practice.setUp()
  const published = new Promise<PracticeState>((resolve) => practice.onChange(resolve))
  await services.credentials.destroySecretsOf(first?.id ?? '')
  await services.profiles.remove(first?.id ?? '')
  expect(await published).toMatchObject({ kind: 'running', profiles: 3 })
})

test('Practice service: faults, data and the number of records can be set only while it runs', async () => {
  await expect(practice.setFaults(['slow-answer'])).rejects.toMatchObject({ code: 'practice-not-running' })
  await expect(practice.setData({ isAwkward: true, daysAhead: 0 })).rejects.toMatchObject({
    code: 'practice-not-running',
  })
  await expect(practice.setRecords(1)).rejects.toMatchObject({ code: 'practice-not-running' })
  await practice.start()
  expect(await practice.setFaults(['clock-ahead'])).toMatchObject({ faults: ['clock-ahead'] })
  expect(await practice.setRecords(7)).toMatchObject({ records: 7 })
})

test('Practice profiles: one pointed at a real service is the person’s: its key stays and nothing is repaired', async () => {
  const { id } = named(await practice.setUp(), 'Practice Production')
  const tokenUrl = 'https://auth.example.com/token'
  await services.profiles.changeSettings(id, (settings) => ({ ...settings, tokenUrl }), withoutAsking)
  const before = await services.profiles.get(id)
  expect(before.profile.practice).toBe(false)
  const back = { ...before, profile: { ...before.profile, practice: true } }
  // As stored by an earlier Clavis, and in an earlier backup.
  await services.profiles.changeAll((all) => all.map((each) => (each.profile.id === id ? back : each)))

  await practice.setUp()
  expect(await services.profiles.get(id)).toEqual(back)
  await practice.tearDown()
  expect(await services.profiles.list()).toEqual([back])
  await expect(services.credentials.signingKeys.active(await services.profiles.get(id))).resolves.toMatchObject({
    credential: { state: 'active' },
  })
})
