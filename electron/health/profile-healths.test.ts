import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileHealth } from '#shared/health/health-schemas.ts'
import { NoticeStore } from '../expiry/notice-store.ts'
import { keyAccount } from '../keychain/keychain.ts'
import { ProfileStatuses } from '../profiles/profile-statuses.ts'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { ProfileHealths } from './profile-healths.ts'

let services: TestServices
let server: LoopbackServer
let statuses: ProfileStatuses
let healths: ProfileHealths

beforeAll(async () => {
  services = await startTestServices()
  server = await startLoopbackServer((_request, response) =>
    response.end('{"access_token":"a","token_type":"Bearer","expires_in":600}'),
  )
  const { profiles, settings, tokens, client, keychain, keyUses } = services
  const { database } = profiles
  statuses = new ProfileStatuses({ database, profiles, now: Date.now })
  for (const { onOutcome } of [tokens, client]) onOutcome((outcome) => statuses.note(outcome))
  keyUses.onUse((use) => statuses.noteSecret(use))
  const notices = new NoticeStore({ database })
  healths = new ProfileHealths({ profiles, settings, notices, statuses, keychain, now: Date.now })
})
afterAll(async () => {
  await statuses.end()
  await services.end()
  await server.end()
})

/** Returns each profile's health in the order in which it is listed, as `id: level words, …`. */
async function listed(): Promise<ProfileHealth[]> {
  await statuses.end()
  return healths.list()
}

const wordsOf = (profile: ProfileHealth | undefined): string[] | undefined =>
  profile?.health.checks.map(({ subject, level, words }) => `${subject} ${level}: ${words}`)

test('ProfileHealths: lists what a profile needs, the most urgent profile first, and follows a key that is gone', async () => {
  const waiting = await services.newProfile({ tokenUrl: `${server.origin}/token` })
  const { id } = await services.newProfile({ tokenUrl: `${server.origin}/token` })
  await services.activateCredential(id)
  await services.tokens.get(id, { renew: true })
  const before = await listed()
  expect(before.map(({ profileId }) => profileId)).toEqual([id, waiting.id])
  expect(wordsOf(before[0])).toEqual([
    'certificate warn: 20 days left',
    'key good: RSA 2048, in the keychain',
    'token good: Works',
  ])
  expect(wordsOf(before[1])).toEqual([
    'key none: No key yet',
    'certificate none: No key yet',
    'token none: Not requested yet',
  ])
  // By the person's calendar, not at the expiry.
  const untilChange = Date.parse(before[0]?.changesAt ?? '') - Date.now()
  expect(untilChange).toBeGreaterThan(0)
  expect(untilChange).toBeLessThanOrEqual(25 * 3_600_000)

  const [credential] = await services.credentials.list(id)
  await services.keychain.remove(keyAccount(credential?.id ?? ''))
  // A key that a look has found is not looked for again: the next use says that it is gone.
  expect(wordsOf((await listed())[0])).toContain('key good: RSA 2048, in the keychain')
  const { profile } = await services.profiles.get(waiting.id)
  await services.profiles.remove(profile.id)
  await services.tokens.get(id, { renew: true }).catch(() => undefined)
  const [after] = await listed()
  expect(wordsOf(after)).toEqual([
    'key bad: RSA 2048, not in the keychain',
    'certificate warn: 20 days left',
    'token none: Waiting for the key',
  ])
  expect(after?.health).toMatchObject({ isReady: false, urgency: 'stopped', mark: { text: 'no key', level: 'bad' } })
})

test('ProfileHealths: looks once, without a prompt, for a key that no look has found, and leaves open what a locked keychain has', async () => {
  const { profiles, settings, keychain } = services
  const { database } = profiles
  const { id } = await services.newProfile({ tokenUrl: `${server.origin}/token` })
  // Created where these statuses did not know of it, as in a data folder of another computer.
  const unknowing = new ProfileStatuses({ database, profiles, now: Date.now })
  const [{ id: credentialId }] = [await services.credentials.createKey(id, 2048)]
  await statuses.end()
  unknowing.forgetVerified(id)
  await unknowing.end()
  const looks: (boolean | undefined)[] = []
  const wordsAfter = async (has: (account: string) => Promise<boolean | undefined>): Promise<string | undefined> => {
    const own = new ProfileHealths({
      ...{ profiles, settings, notices: new NoticeStore({ database }), statuses: unknowing, now: Date.now },
      keychain: {
        has: async (account) => {
          const found = account === keyAccount(credentialId) ? await has(account) : undefined
          if (account === keyAccount(credentialId)) looks.push(found)
          return found
        },
      },
    })
    await own.list()
    // The second list has what the look found.
    await expect.poll(() => looks.length).toBeGreaterThan(0)
    await unknowing.end()
    const listed = (await own.list()).find(({ profileId }) => profileId === id)
    return wordsOf(listed)?.[0]
  }
  expect(await wordsAfter(() => Promise.resolve(undefined))).toBe('key none: RSA 2048, not checked yet')
  looks.length = 0
  expect(await wordsAfter((account) => keychain.has(account))).toBe('key good: RSA 2048, in the keychain')
  await keychain.remove(keyAccount(credentialId))
  unknowing.forgetVerified(id)
  await unknowing.end()
  looks.length = 0
  expect(await wordsAfter((account) => keychain.has(account))).toBe('key bad: RSA 2048, not in the keychain')
  expect(looks).toEqual([false])
})

test('ProfileHealths: a secret that is stored during a look is not called missing', async () => {
  const { profiles, settings } = services
  const { database } = profiles
  const { id } = await services.newProfile({ tokenUrl: `${server.origin}/token` })
  const { id: credentialId } = await services.credentials.createKey(id, 2048)
  await statuses.end()
  statuses.forgetVerified(id)
  await statuses.end()
  const { promise: asked, resolve: ask } = Promise.withResolvers<string>()
  const { promise: answer, resolve: tell } = Promise.withResolvers<boolean>()
  const own = new ProfileHealths({
    ...{ profiles, settings, notices: new NoticeStore({ database }), statuses, now: Date.now },
    keychain: {
      has: (account) => {
        if (account !== keyAccount(credentialId)) return Promise.resolve(undefined)
        ask(account)
        return answer
      },
    },
  })
  await own.list()
  await asked
  statuses.noteSecret({ profileId: id, credentialId, state: 'found' })
  tell(false)
  await answer
  // The look notes what it found after the answer.
  await new Promise(setImmediate)
  await statuses.end()
  const after = (await own.list()).find(({ profileId }) => profileId === id)
  expect(wordsOf(after)?.[0]).toBe('key good: RSA 2048, in the keychain')
})

test('ProfileHealths: looks for one secret at a time, and for none after its end', async () => {
  const { profiles, settings } = services
  const { database } = profiles
  const unknown: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const { id } = await services.newProfile({ tokenUrl: `${server.origin}/token` })
    await services.credentials.createKey(id, 2048)
    await statuses.end()
    statuses.forgetVerified(id)
    unknown.push(id)
  }
  await statuses.end()
  const looks: string[] = []
  const { promise: answer, resolve: tell } = Promise.withResolvers<boolean>()
  const own = new ProfileHealths({
    ...{ profiles, settings, notices: new NoticeStore({ database }), statuses, now: Date.now },
    keychain: {
      has: (account) => {
        looks.push(account)
        return answer
      },
    },
  })
  await own.list()
  await new Promise(setImmediate)
  expect(looks).toHaveLength(1)
  own.end()
  tell(false)
  await answer
  await new Promise(setImmediate)
  await statuses.end()
  expect(looks).toHaveLength(1)
  const after = (await statuses.list()).filter(({ profileId }) => unknown.includes(profileId))
  expect(after.map(({ key }) => key)).toEqual([undefined, undefined, undefined])
})
