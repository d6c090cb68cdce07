import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { calls, type CallName } from '#shared/contract.ts'
import { attackChains } from './testing/attack-chains.ts'
import { candidates, makeEveryCall } from './testing/every-call.ts'
import { makeInput, seededRandom } from './testing/valid-inputs.ts'
import { startWalledApp, type WalledApp } from './testing/walled-app.ts'

// Where Production is read-only, a script in the page makes the same attempts, and agrees to every question.

/** Which profiles these are about depends on a file or text: profile store and keychain refuse. */
const byContent: ReadonlySet<CallName> = new Set([
  ...(['profiles.create', 'profiles.importFile', 'replacements.confirmTogether'] as const),
  ...(['backup.preview', 'backup.restore'] as const),
])
/** There is none in this test. */
const ofSnapshot: ReadonlySet<CallName> = new Set(['snapshots.rename', 'snapshots.remove'] as const)

let app: WalledApp
beforeAll(async () => {
  app = await startWalledApp('read-only')
})
afterAll(() => app.end())
beforeEach(() => app.reset())

test('Read-only Production: no call changes or uses a Production profile', async () => {
  const before = await app.productionState()
  app.agrees = true
  await makeEveryCall(app, 21, { environment: ['production'] })
  expect(await app.productionState()).toEqual(before)
  expect(app.leaks()).toEqual([])
})

test.each(Object.entries(attackChains))('Read-only Production: stops an attack, %s', async (_name, { run }) => {
  const before = await app.productionState()
  app.agrees = true
  await run(app)
  expect(await app.productionState()).toEqual(before)
  // What the page sees can leave, because here a script agrees to the new host.
  expect(app.leaks().filter((leak) => !leak.startsWith('record'))).toEqual([])
})

test('Read-only Production: calls that use it are refused before any question, and stored data can be viewed', async () => {
  app.agrees = true
  const own = await candidates(app)
  const { id: profileId } = app.production
  const named = { profileId: [profileId], profileIds: [[profileId]], keyId: own['credentialId'] ?? [] }
  const tried = (Object.keys(calls) as CallName[]).filter(
    (name) => !['shows', 'adjusts'].includes(calls[name].access) && !byContent.has(name) && !ofSnapshot.has(name),
  )
  expect(tried.length).toBeGreaterThan(40)
  for (const name of tried) {
    // Each call has its own generator, so that adding a call doesn’t change what the others get.
    const random = seededRandom(22)
    const made = makeInput(calls[name].input, { ...own, ...named }, () => 0.3 + 0.7 * random())
    expect(await app.call(name, made?.input), name).toMatchObject({
      error: { code: 'production-read-only', hint: expect.stringContaining('CLAVIS_RUNTIME=chromium') as string },
    })
  }
  expect(app.asked).toEqual([])
  for (const name of ['credentials.list', 'credentials.history', 'tokens.preview', 'tokens.state'] as const)
    expect(await app.call(name, { profileId }), name).toMatchObject({ ok: true })
  for (const name of ['profiles.list', 'expiry.timeline', 'expiry.overview', 'snapshots.list'] as const)
    expect(await app.call(name, undefined), name).toMatchObject({ ok: true })
})

test('Read-only Production: profiles of other environments and practice work as before', async () => {
  app.agrees = true
  const { lure } = app
  expect(await app.call('credentials.createKey', { profileId: lure.id, keySize: 2048 })).toMatchObject({ ok: true })
  const { id, practice, revision, createdAt, updatedAt, ...settings } = lure
  const changed = { ...settings, clientId: 'other' }
  expect(await app.call('profiles.update', { profileId: id, revision, settings: changed })).toMatchObject({
    ok: true,
  })
  const { value } = (await app.call('practice.setUp', undefined)) as { value: { id: string; environment: string }[] }
  const own = value.find(({ environment }) => environment === 'production')
  expect(await app.call('tokens.get', { profileId: own?.id, renew: false })).toMatchObject({ ok: true })
  await app.call('practice.tearDown', undefined)
})

test('Read-only Production: no profile becomes a Production profile', async () => {
  app.agrees = true
  const { id, practice, revision, createdAt, updatedAt, ...settings } = app.lure
  const live = { ...settings, environment: 'production' }
  for (const [name, input] of [
    ['profiles.create', { ...live, name: 'New' }],
    ['profiles.update', { profileId: id, revision, settings: live }],
  ] as const)
    expect(await app.call(name, input), name).toMatchObject({ error: { code: 'production-read-only' } })
  expect(app.asked).toEqual([])
})
