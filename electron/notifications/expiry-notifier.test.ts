import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ClavisError } from '../../shared/model/errors/error.ts'
import { defaultWarningSettings } from '../../shared/model/expiry/warning.ts'
import { ActivityLog } from '../activity/activity-log.ts'
import { HttpClient } from '../http/http-client.ts'
import type { StoredProfile } from '../profiles/stored-profile.ts'
import { withoutAsking } from '../profiles/confirmation.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { ExpiryNotifier, type StandingState } from './expiry-notifier.ts'
import { NoticeStore } from './notice-store.ts'
import { credentialWith, fingerprintOf, idOf, profileWith } from './testing/stored-certificate.ts'
import { createWebhook } from './webhook.ts'

const day = 86_400_000
const hour = 3_600_000
const notAfter = '2027-03-28T00:59:59.000Z'
const end = Date.parse(notAfter)
const acme = { profileId: idOf('Acme'), credentialId: idOf('acme') }

let folder: string
let moment: number
let profiles: StoredProfile[]
let told: string[]
let warned: string[]
let standing: StandingState | undefined
const activity = new ActivityLog()
const http = new HttpClient({ resolveProxy: () => Promise.resolve(undefined), activity, now: () => moment })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-notifier-'))
  moment = end - 100 * day
  profiles = [profileWith('Acme', [credentialWith('Acme', 'acme', notAfter)])]
  told = []
  warned = []
  standing = undefined
  activity.clear()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const now = (): number => moment
const settings = (): SettingsStore => new SettingsStore({ folder, now })

/** Starts Clavis anew on the same data. */
function start(): ExpiryNotifier {
  const notifier = new ExpiryNotifier({
    profiles: {
      list: () => Promise.resolve(profiles),
      get: (profileId) => {
        const stored = profiles.find(({ profile }) => profile.id === profileId)
        return stored === undefined
          ? Promise.reject(new ClavisError('profile-not-found', 'gone'))
          : Promise.resolve(stored)
      },
      addHistory: (profileId, event) => {
        if (event.kind === 'warned') warned.push(`${profileId} ${event.credentialName} ${event.days}`)
        return Promise.resolve()
      },
    },
    settings: settings(),
    notices: new NoticeStore({ folder, now }),
    postWarning: createWebhook(http),
    now,
  })
  notifier.connect({
    notifications: {
      tell: (notices) => {
        for (const { certificate, threshold } of notices) told.push(`${certificate.profileName} ${threshold}`)
      },
    },
    displays: [{ show: (state) => (standing = state) }],
  })
  return notifier
}

describe('over years of looks', () => {
  test('every threshold is told once, though Clavis is restarted at random and runs only now and then', async () => {
    const look = fc.record({ pause: fc.integer({ min: hour, max: 9 * day }), restart: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(look, { minLength: 30, maxLength: 40 }), async (looks) => {
        await rm(folder, { recursive: true, force: true })
        told = []
        moment = end - 95 * day
        let notifier = start()
        const expected: number[] = []
        let before = Number.POSITIVE_INFINITY
        for (const { pause, restart } of looks) {
          moment += pause
          if (restart) notifier = start()
          await notifier.check()
          const reached = [90, 60, 30, 14, 7, 3, 1, 0].filter((threshold) =>
            threshold === 0 ? moment > end : moment >= end - threshold * day,
          )
          const nearest = reached.at(-1) ?? Number.POSITIVE_INFINITY
          if (nearest < before) expected.push(nearest)
          before = nearest
        }
        expect(told).toEqual(expected.map((threshold) => `Acme ${threshold}`))
      }),
      { numRuns: 8 },
    )
  })

  test('what is told is kept in the profile’s history', async () => {
    const notifier = start()
    moment = end - 20 * day
    await notifier.check()
    moment = end + day
    await notifier.check()
    expect(warned).toEqual([`${acme.profileId} CN=acme 30`, `${acme.profileId} CN=acme 0`])
  })

  test('a guided replacement holds warnings back until a week before, and is told by its step', async () => {
    const notifier = start()
    const [stored] = profiles
    if (stored === undefined) throw new Error('no profile')
    const replacement = {
      startedAt: new Date(moment).toISOString(),
      oldCredentialId: acme.credentialId,
      newCredentialId: idOf('next'),
    }
    profiles = [{ ...stored, replacement }]
    moment = end - 20 * day
    await notifier.check()
    expect(told).toEqual([])
    expect((await notifier.overview()).certificates[0]?.replacement?.note).toBe('Step 1 of 10: new key')
    moment = end - 6 * day
    await notifier.check()
    expect(told).toEqual(['Acme 7'])
  })

  test('looks that overlap tell nothing twice', async () => {
    const notifier = start()
    moment = end - 20 * day
    await Promise.all([notifier.check(), notifier.check(), notifier.check()])
    expect(told).toEqual(['Acme 30'])
  })

  test('a renewed certificate is another one, and the old one falls silent', async () => {
    const notifier = start()
    moment = end - 14 * day
    await notifier.check()
    profiles = [
      profileWith('Acme', [
        credentialWith('Acme', 'next', new Date(end + 70 * day).toISOString()),
        credentialWith('Acme', 'acme', notAfter, 'certificate-imported'),
      ]),
    ]
    for (; moment < end + 20 * day; moment += day) await notifier.check()
    expect(told).toEqual(['Acme 14', 'Acme 90', 'Acme 60'])
  })

  test('thresholds of the app and of a profile', async () => {
    profiles = [
      profileWith('Acme', [credentialWith('Acme', 'acme', notAfter)]),
      profileWith('Beta', [credentialWith('Beta', 'beta', notAfter)]),
    ]
    const notifier = start()
    await settings().change({ warnings: { ...defaultWarningSettings, thresholds: [50, 5] } })
    await notifier.setProfileThresholds(idOf('Beta'), [10, 40, 40])
    expect((await notifier.overview()).profileThresholds).toEqual({ [idOf('Beta')]: [40, 10] })
    for (; moment < end + 2 * day; moment += day / 2) await notifier.check()
    expect(told).toEqual(['Acme 50', 'Beta 40', 'Beta 10', 'Acme 5', 'Acme 0', 'Beta 0'])
    await notifier.setProfileThresholds(idOf('Beta'), undefined)
    expect((await notifier.overview()).profileThresholds).toEqual({})
  })
})

describe('what the person says', () => {
  test('a snooze silences everything until its end, over a restart, and can be taken back', async () => {
    moment = end - 20 * day
    await start().snooze(acme.profileId, acme.credentialId, new Date(end - 10 * day).toISOString())
    const notifier = start()
    await notifier.check()
    expect([told, standing?.needingEye.length, standing?.watched.length]).toEqual([[], 0, 1])
    moment = end - 13 * day
    await notifier.unsnooze(acme.profileId, acme.credentialId)
    expect([told, standing?.needingEye.length]).toEqual([['Acme 14'], 1])
  })

  test('a snooze into the past, and one of a key without certificate, are refused', async () => {
    const notifier = start()
    const past = new Date(moment - 1).toISOString()
    await expect(notifier.snooze(acme.profileId, acme.credentialId, past)).rejects.toMatchObject({
      code: 'input-invalid',
    })
    const { id, profileId, keySize, publicKeyFingerprint, publicKeyPem, createdAt } = credentialWith(
      'Acme',
      'bare',
      notAfter,
    )
    profiles = [
      profileWith('Acme', [
        { id, profileId, keySize, publicKeyFingerprint, publicKeyPem, createdAt, state: 'key-created' },
      ]),
    ]
    await expect(notifier.setReplacementUnderWay(profileId, id, '')).rejects.toMatchObject({ code: 'no-certificate' })
    await expect(notifier.unsnooze(profileId, idOf('nobody'))).rejects.toMatchObject({ code: 'credential-not-found' })
  })

  test('a replacement under way is quiet until the last week, and its note is kept', async () => {
    const notifier = start()
    await notifier.setReplacementUnderWay(acme.profileId, acme.credentialId, ' CSR sent ')
    for (; moment < end; moment += day) await notifier.check()
    expect(told).toEqual(['Acme 7', 'Acme 3', 'Acme 1'])
    expect((await start().overview()).certificates[0]?.replacement?.note).toBe('CSR sent')
    await notifier.setReplacementUnderWay(acme.profileId, acme.credentialId, undefined)
    expect((await notifier.overview()).certificates[0]?.replacement).toBeUndefined()
  })

  test('without notifications nothing is told, and switching them on later tells nothing late', async () => {
    await settings().change({ warnings: { ...defaultWarningSettings, desktop: false } })
    moment = end - 20 * day
    await start().check()
    await settings().change({ warnings: defaultWarningSettings })
    await start().check()
    expect([told, standing?.needingEye.length]).toEqual([[], 1])
  })
})

test('a certificate that is in no profile any more is remembered for a year, then forgotten', async () => {
  moment = end - 20 * day
  await start().check()
  const kept = profiles
  profiles = []
  await start().check()
  profiles = kept
  await start().check()
  expect(told).toEqual(['Acme 30'])
  profiles = []
  moment = end + 500 * day
  await start().check()
  expect((await new NoticeStore({ folder, now }).read()).certificates).toEqual({})
})

describe('the webhook', () => {
  interface Received {
    readonly method: string | undefined
    readonly type: string | undefined
    readonly body: Record<string, unknown>
  }
  let server: LoopbackServer
  let received: Received[]
  let answer: (response: ServerResponse, request: IncomingMessage) => void

  beforeEach(async () => {
    received = []
    answer = (response) => response.writeHead(204).end()
    server = await startLoopbackServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const body = JSON.parse(text) as Record<string, unknown>
        received.push({ method: request.method, type: request.headers['content-type'], body })
        answer(response, request)
      })
    })
    await use(`${server.origin}/hooks/SECRET-PATH`)
  })
  afterEach(() => server.end())

  const use = (webhookUrl: string): Promise<unknown> =>
    settings().change({ warnings: { ...defaultWarningSettings, webhook: true, webhookUrl } }, withoutAsking)
  const look = async (notifier: ExpiryNotifier): Promise<void> => {
    await notifier.check()
    await notifier.posted()
  }

  test('gets each warning once, as JSON with a sentence', async () => {
    moment = end - 6 * day - 1
    await look(start())
    await look(start())
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      method: 'POST',
      type: 'application/json; charset=utf-8',
      body: {
        type: 'clavis.certificate-expiry',
        id: `${fingerprintOf('acme')}-7`,
        text: expect.stringContaining('Acme (Production): certificate expires'),
        certificate: { environment: 'production', profileName: 'Acme', threshold: 7, daysLeft: 6, notAfter },
      },
    })
    expect((await start().overview()).webhook).toEqual({ waiting: 0 })
  })

  test('the activity names its host, and not its path, which may be a secret', async () => {
    moment = end - 6 * day
    await look(start())
    const lines = activity.list({ limit: 10 })
    expect(lines).toMatchObject([{ kind: 'webhook', what: 'Expiry warning', address: server.origin, status: 204 }])
    expect(JSON.stringify(lines)).not.toContain('SECRET')
  })

  test.each([
    ['an error of the server', (response: ServerResponse) => response.writeHead(503).end()],
    ['a refusal', (response: ServerResponse) => response.writeHead(404).end()],
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/SECRET' }).end()],
    ['a cut connection', (response: ServerResponse) => response.socket?.resetAndDestroy()],
  ])('%s: it is posted later, over a restart, and not told twice elsewhere', async (_what, failure) => {
    moment = end - 6 * day
    answer = failure
    await look(start())
    const { webhook } = await start().overview()
    expect(webhook).toMatchObject({ waiting: 1, lastFailure: { at: new Date(moment).toISOString() } })
    expect(webhook.lastFailure?.message).not.toContain('SECRET')

    const failed = received.length
    answer = (response) => response.writeHead(200).end('ok')
    moment += hour
    await look(start())
    await look(start())
    expect(received).toHaveLength(failed + 1)
    expect(new Set(received.map(({ body }) => body['id']))).toEqual(new Set([`${fingerprintOf('acme')}-7`]))
    expect(told).toEqual(['Acme 7'])
    expect((await start().overview()).webhook).toEqual({ waiting: 0 })
  })

  test('what waits is posted in order, and given up after two weeks', async () => {
    answer = (response) => response.writeHead(500).end()
    moment = end - 14 * day
    await look(start())
    moment = end - 7 * day
    await look(start())
    expect((await start().overview()).webhook.waiting).toBe(2)
    moment = end + day
    await look(start())
    expect((await start().overview()).webhook.waiting).toBe(2)
    answer = (response) => response.writeHead(204).end()
    received.length = 0
    await look(start())
    expect(received.map(({ body }) => body['id'])).toEqual([7, 0].map((days) => `${fingerprintOf('acme')}-${days}`))
  })

  test('a test is posted at once, to the saved address alone, and says what went wrong', async () => {
    await start().testWebhook()
    expect(received).toMatchObject([{ body: { type: 'clavis.test' } }])
    answer = (response) => response.writeHead(400).end()
    await expect(start().testWebhook()).rejects.toMatchObject({ code: 'service-refused' })
    await settings().change({ warnings: defaultWarningSettings })
    await expect(start().testWebhook()).rejects.toMatchObject({ code: 'input-invalid' })
  })

  test('switched off it gets nothing, not even what waited', async () => {
    answer = (response) => response.writeHead(500).end()
    moment = end - 14 * day
    await look(start())
    await settings().change(
      { warnings: { ...defaultWarningSettings, webhook: false, webhookUrl: server.origin } },
      withoutAsking,
    )
    await look(start())
    await use(server.origin)
    answer = (response) => response.writeHead(204).end()
    received.length = 0
    await look(start())
    expect(received).toEqual([])
  })
})
