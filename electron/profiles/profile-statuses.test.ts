import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import { settingsOf } from '#shared/profiles/profile.ts'
import { withoutAsking } from '../confirmation.ts'
import { keyAccount } from '../keychain/keychain.ts'
import { Secret } from '../keychain/secret.ts'
import { ActivityHistory } from '../requests/activity-history.ts'
import { StoredActivity } from '../requests/stored-activity.ts'
import { Database } from '../store/database.ts'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { ProfileStatuses } from './profile-statuses.ts'

let services: TestServices
let server: LoopbackServer
let statuses: ProfileStatuses
let tokenStatus: number
let callStatus: number
let profileId: string

beforeEach(async () => {
  services = await startTestServices()
  ;[tokenStatus, callStatus] = [200, 200]
  server = await startLoopbackServer((request, response) => {
    const [status, body] =
      request.url === '/token'
        ? [tokenStatus, { access_token: 'a', token_type: 'Bearer', expires_in: 600, error: 'invalid_client' }]
        : [callStatus, {}]
    response.writeHead(status).end(JSON.stringify(body))
  })
  const profile = await services.newProfile({
    flavor: 'basic',
    tokenUrl: `${server.origin}/token`,
    apiBaseUrl: server.origin,
    reportsBaseUrl: server.origin,
  })
  profileId = profile.id
  await services.credentials.clientSecrets.set(profileId, Secret.fromText('secret'))
  statuses = connected()
})

afterEach(async () => {
  await statuses.end()
  await services.end()
  await server.end()
})

/** The statuses of these services, as after a start. */
function connected(): ProfileStatuses {
  const { profiles, tokens, client, credentials, backup, keyUses } = services
  const made = new ProfileStatuses({ database: profiles.database, profiles, now: Date.now })
  for (const { onOutcome } of [tokens, client]) onOutcome((outcome) => made.note(outcome))
  for (const onNewSecrets of [credentials.clientSecrets.onSet, backup.onReplaced])
    onNewSecrets((id) => made.forgetVerified(id))
  for (const { onUse } of [keyUses, credentials.clientSecrets]) onUse((use) => made.noteSecret(use))
  return made
}

async function status(): Promise<ProfileStatus | undefined> {
  await statuses.end()
  // Another instance, as after a restart.
  const [own] = await new ProfileStatuses({
    database: services.profiles.database,
    profiles: services.profiles,
    now: Date.now,
  }).list()
  return own
}

async function change(settings: object): Promise<void> {
  const { profile } = await services.profiles.get(profileId)
  await services.profiles.update(profileId, profile.revision, { ...settingsOf(profile), ...settings }, withoutAsking)
}

const refused = new ClavisError('token-refused', 'Refused.')

const failed = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

describe('ProfileStatuses: what was verified', () => {
  test('is remembered with its time, for a token and for the hello-world call, also after a restart', async () => {
    expect(await status()).toEqual({ profileId, verified: {}, wasVerified: false })
    const before = Date.now()
    await services.client.testConnection(profileId)
    const { verified, lastToken, problem, wasVerified } = (await status()) ?? {}
    for (const at of [verified?.token?.at, verified?.connection?.at, lastToken?.at])
      expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(before)
    expect([lastToken?.ok, wasVerified, problem]).toEqual([true, true, undefined])
  })

  test('is forgotten when what it depends on changes, and counts again when that is changed back', async () => {
    await services.client.testConnection(profileId)
    const parts = async (): Promise<string> => Object.keys((await status())?.verified ?? {}).join(' ')
    await change({ name: 'Other name', merchant: 'Other', reportsBaseUrl: '' })
    expect(await parts()).toBe('token connection')
    await change({ helloPath: 'other' })
    expect(await parts()).toBe('token')
    await change({ helloPath: 'payment/hello-world', clientId: 'other' })
    expect(await parts()).toBe('')
    expect((await status())?.wasVerified).toBe(true)
    await change({ clientId: 'acme' })
    expect(await parts()).toBe('token connection')
    await services.credentials.clientSecrets.set(profileId, Secret.fromText('another'))
    expect(await parts()).toBe('')
    expect((await status())?.wasVerified).toBe(true)
  })

  test('is forgotten when a backup replaces the profile, because its secret may be another', async () => {
    const passphrase = Secret.fromText('sturdy violin crater')
    const { file } = await services.backup.create([profileId], passphrase, { leaveOutMissing: false })
    await services.client.testConnection(profileId)
    await services.backup.restore(Buffer.from(file), passphrase, [{ profileId, choice: { kind: 'replace' } }])
    expect(await status()).toMatchObject({ verified: {}, wasVerified: true })
  })

  test('of a certificate profile is forgotten when another credential becomes active', async () => {
    const { id } = await services.newProfile({ tokenUrl: `${server.origin}/token` })
    await services.activateCredential(id)
    await services.tokens.get(id, { renew: true })
    await statuses.end()
    const verified = async (): Promise<object | undefined> =>
      (await statuses.list()).find((each) => each.profileId === id)?.verified
    expect(await verified()).toHaveProperty('token')
    await services.activateCredential(id)
    expect(await verified()).toEqual({})
  })

  test('goes with its profile', async () => {
    await services.tokens.get(profileId, { renew: true })
    await statuses.end()
    await services.profiles.remove(profileId)
    const left = await services.profiles.database.read((sql) =>
      sql.prepare("SELECT name FROM documents WHERE name LIKE 'profile-status:%'").all(),
    )
    expect(left).toEqual([])
  })
})

describe('ProfileStatuses: what failed', () => {
  test('is the problem of a part until it succeeds again', async () => {
    tokenStatus = 400
    await failed(services.tokens.get(profileId, { renew: true }))
    const first = await status()
    expect(first?.problem).toMatchObject({ part: 'token' })
    expect(first?.lastFailure).toMatchObject({ what: 'Token request', message: first?.problem?.message })
    expect([first?.lastToken?.ok, first?.lastFailure?.recoveredAt]).toEqual([false, undefined])
    tokenStatus = 200
    await services.tokens.get(profileId, { renew: true })
    const second = await status()
    expect([second?.problem, second?.lastToken?.ok]).toEqual([undefined, true])
    expect(second?.lastFailure?.recoveredAt).toBeDefined()
  })

  test('names a call that got no token once, as a token request', async () => {
    tokenStatus = 400
    await failed(services.client.testConnection(profileId))
    expect((await status())?.lastFailure?.what).toBe('Token request')
  })

  test('ends with the next success of the same list, and not with another’s', async () => {
    const page = (what: string): Promise<unknown> =>
      failed(
        services.client.send(profileId, `${server.origin}/x`, { kind: 'list', what, timeLimit: 1000, retryFor: 0 }),
      )
    callStatus = 403
    await page('Page 2 of reports')
    callStatus = 200
    await page('Page 1 of report configurations')
    expect((await status())?.lastFailure).toEqual({
      what: 'Page 2 of reports',
      message: expect.stringContaining('403') as string,
      at: expect.any(String) as string,
    })
    await page('Page 1 of reports')
    expect((await status())?.lastFailure?.recoveredAt).toBeDefined()
    expect((await status())?.problem).toBeUndefined()
  })

  test('is forgotten with the requests, unless it is still a problem', async () => {
    tokenStatus = 400
    await failed(services.tokens.get(profileId, { renew: true }))
    const { profiles, activity } = services
    const stored = new StoredActivity({ database: profiles.database })
    const history = new ActivityHistory({ log: activity, stored })
    history.onClear(() => statuses.forgetFailures())
    await history.clear(withoutAsking)
    const { lastFailure, problem } = (await status()) ?? {}
    expect([lastFailure, problem?.part]).toEqual([undefined, 'token'])
  })

  test('is not what the person cancelled', async () => {
    const request = failed(services.tokens.get(profileId, { renew: true }))
    services.tokens.cancel(profileId)
    await request
    expect((await status())?.lastFailure).toBeUndefined()
  })
})

describe('ProfileStatuses: how often and since when it fails', () => {
  const fail = (): Promise<unknown> => failed(services.tokens.get(profileId, { renew: true }))

  test('counts from the first failure after a success, also with changed settings, and keeps what the service said', async () => {
    tokenStatus = 400
    await fail()
    const first = (await status())?.problem
    expect(first).toMatchObject({ attempts: 1, since: first?.at, refusal: { error: 'invalid_client', status: 400 } })
    await fail()
    await change({ clientId: 'other' })
    expect((await status())?.problem).toBeUndefined()
    await fail()
    expect((await status())?.problem).toMatchObject({ attempts: 3, since: first?.at })
  })

  test('starts again after a success', async () => {
    tokenStatus = 400
    await fail()
    tokenStatus = 200
    await services.tokens.get(profileId, { renew: true })
    tokenStatus = 400
    await fail()
    const problem = (await status())?.problem
    expect(problem).toMatchObject({ attempts: 1, since: problem?.at })
  })

  test('a list that failed is named until it loads, whatever another list does', async () => {
    const page = (what: string): Promise<unknown> =>
      failed(
        services.client.send(profileId, `${server.origin}/x`, { kind: 'list', what, timeLimit: 1000, retryFor: 0 }),
      )
    callStatus = 403
    await page('Page 2 of reports')
    callStatus = 200
    await page('Page 1 of report configurations')
    expect((await status())?.failedList?.what).toBe('Page 2 of reports')
    await page('Page 1 of reports')
    expect((await status())?.failedList).toBeUndefined()
  })
})

describe('ProfileStatuses: whether the secret is there', () => {
  test('is known from its creation and each use: a missing key stays known when settings change, until its next use', async () => {
    const { id } = await services.newProfile({ tokenUrl: `${server.origin}/token` })
    await services.activateCredential(id)
    const secretOf = async (): Promise<string | undefined> => {
      await statuses.end()
      return (await statuses.list()).find((each) => each.profileId === id)?.key
    }
    expect(await secretOf()).toBe('found')
    const [credential] = await services.credentials.list(id)
    const account = keyAccount(credential?.id ?? '')
    const key = await services.keychain.read(account)
    if (key === undefined) expect.unreachable()
    await services.keychain.remove(account)
    await failed(services.tokens.get(id, { renew: true }))
    expect(await secretOf()).toBe('missing')
    const { profile } = await services.profiles.get(id)
    await services.profiles.update(id, profile.revision, { ...settingsOf(profile), scopes: 'x' }, withoutAsking)
    // Nor does a second key say anything of the active one.
    await services.credentials.createKey(id, 2048)
    expect(await secretOf()).toBe('missing')
    await services.keychain.write(account, key)
    await services.tokens.get(id, { renew: true })
    expect(await secretOf()).toBe('found')
  })

  test('is known of a client secret, also if only its presence was checked', async () => {
    await services.credentials.clientSecrets.delete(profileId)
    expect((await status())?.key).toBeUndefined()
    expect(await services.credentials.clientSecrets.has(profileId)).toBe(false)
    expect((await status())?.key).toBe('missing')
    await services.credentials.clientSecrets.set(profileId, Secret.fromText('again'))
    expect((await status())?.key).toBe('found')
  })
})

describe('ProfileStatuses: changes', () => {
  test('are announced once, also those of another process, and are in the next list', async () => {
    const { profiles } = services
    const changed: string[] = []
    statuses.onChange((id) => changed.push(id))
    await services.client.testConnection(profileId)
    await statuses.end()
    // The secret was found, a token and a call succeeded.
    expect(changed).toEqual([profileId, profileId, profileId])
    expect((await statuses.list())[0]?.problem).toBeUndefined()

    const database = new Database({ folder: profiles.database.folder })
    const other = new ProfileStatuses({ database, profiles, now: Date.now })
    other.note({ stored: await profiles.get(profileId), kind: 'token', what: 'Token request', error: refused })
    await other.end()
    await expect.poll(() => changed.length).toBe(3)
    expect((await statuses.list())[0]?.problem).toMatchObject({ part: 'token' })
    await database.end()
  })

  test('of one profile leave the others’ statuses as they are, and none is computed again without', async () => {
    const { id } = await services.newProfile({ flavor: 'basic', tokenUrl: `${server.origin}/token` })
    const before = await statuses.list()
    await services.client.testConnection(profileId)
    await statuses.end()
    const after = await statuses.list()
    const of = (list: ProfileStatus[], wanted: string): ProfileStatus | undefined =>
      list.find((each) => each.profileId === wanted)
    expect(of(after, id)).toBe(of(before, id))
    expect(of(after, profileId)).not.toEqual(of(before, profileId))
    expect((await statuses.list()).map((each, index) => each === after[index])).toEqual([true, true])
  })
})
