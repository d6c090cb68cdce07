import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { ClavisError } from '#shared/errors.ts'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import { needsAttention } from '#shared/health/health-order.ts'
import type { Confirmation } from '#shared/questions.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { calendarDays, dayMs } from '#shared/values/local-day.ts'
import { withoutAsking } from '../confirmation.ts'
import type { Confirm } from '../confirmation.ts'
import { newServerCertificate } from '../diagnostics/testing/new-certificate.ts'
import { ProfileHealths } from '../health/profile-healths.ts'
import { HttpClient } from '../http/http-client.ts'
import { standardLimits } from '../http/time-limits.ts'
import { ProfileStatuses } from '../profiles/profile-statuses.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { statusDocumentName, type StoredProfile } from '../profiles/store/stored-profile.ts'
import { storeProfiles } from '../profiles/testing/store-profiles.ts'
import { ActivityLog } from '../requests/activity-log.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { Database } from '../store/database.ts'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { ExpiryWatch, type ExpiryStatus } from './expiry-watch.ts'
import { emptyNoticeState, NoticeStore } from './notice-store.ts'
import { credentialWith, fingerprintOf, idOf, profileWith } from './testing/stored-certificate.ts'
import { Outbox } from './warning-outbox.ts'
import { watchedCertificates } from './watched-certificates.ts'
import { createWebhook, webhookBody } from './webhook.ts'

const hour = 3_600_000
const notAfter = '2027-03-28T00:59:59.000Z'
const end = Date.parse(notAfter)
const acme = { profileId: idOf('Acme'), credentialId: idOf('acme') }

let folder: string
let moment: number
let sent: string[]
let ends: (() => unknown)[]
let status: ExpiryStatus | undefined
let writtenEnd: string
/** Why the system refuses notifications, if it does. */
let refusal: string | undefined
const activity = new ActivityLog()
const http = new HttpClient({
  ...{ resolveProxy: () => Promise.resolve(undefined), activity, now: () => moment },
  // The pauses between attempts only take time.
  limits: { ...standardLimits, firstPause: 1 },
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-notifier-'))
  moment = end - 100 * dayMs
  sent = []
  ends = []
  status = refusal = undefined
  activity.clear()
  await store(acmeProfile)
})
afterEach(async () => {
  for (const end of ends) await end()
  await rm(folder, { recursive: true, force: true })
})

const now = (): number => moment
const testing = { environment: 'client-testing' } as const
const acmeProfile = profileWith('Acme', [credentialWith('Acme', 'acme', notAfter)], testing)
const betaProfile = profileWith('Beta', [credentialWith('Beta', 'beta', notAfter)], testing)
const settings = (): SettingsStore => new SettingsStore({ database: open() })

/** Opens the data folder like another process. */
function open(): Database {
  const database = new Database({ folder })
  ends.push(() => database.end())
  return database
}

/** Replaces the profiles. */
const store = (...profiles: StoredProfile[]): Promise<void> => storeProfiles(folder, profiles)
const openProfiles = (): ProfileStore => new ProfileStore({ database: open(), now, newId: randomUUID })

/** Judges the profiles without a look into the keychain. */
function judgedHealths(profiles: ProfileStore): Promise<ExpiryStatus['healths']> {
  const { database } = profiles
  return new ProfileHealths({
    ...{ profiles, settings: new SettingsStore({ database }), notices: new NoticeStore({ database }), now },
    statuses: new ProfileStatuses({ database, profiles, now }),
    keychain: { has: () => Promise.resolve(undefined) },
  }).judged()
}

/** Names the profiles that displays count. */
const alerts = (): string[] =>
  status?.healths.flatMap(({ profile, health }) => (needsAttention(health) ? [profile.name] : [])) ?? []

/** Restarts Clavis on the same data. */
function start(profiles = openProfiles()): ExpiryWatch {
  const { database } = profiles
  const services = {
    settings: new SettingsStore({ database }),
    notices: new NoticeStore({ database }),
    postWarning: createWebhook(http),
    now,
  }
  const outbox = new Outbox({ ...services, database })
  const notifier = new ExpiryWatch({ ...services, profiles, outbox, healths: () => judgedHealths(profiles) })
  ends.unshift(() => outbox.end())
  notifier.connect({
    notifications: {
      send: (notices, _now, dates, receipt) => {
        if (refusal === undefined) receipt.shown()
        else receipt.refused(notices, refusal)
        for (const { certificate, threshold } of notices) sent.push(`${certificate.profileName} ${threshold}`)
        writtenEnd = dates.minutes(end)
      },
    },
    displays: [
      {
        channel: 'badge',
        show: (shown) => {
          status = shown
          return refusal
        },
      },
    ],
  })
  return notifier
}

describe('checks over years', () => {
  test('ExpiryWatch: warns once at each threshold over years of restarts and checks at random', async () => {
    const check = fc.record({ pause: fc.integer({ min: hour, max: 9 * dayMs }), restart: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(check, { minLength: 30, maxLength: 40 }), async (checks) => {
        for (const end of ends.splice(0)) await end()
        await rm(folder, { recursive: true, force: true })
        await mkdir(folder)
        await store(acmeProfile)
        sent = []
        moment = end - 95 * dayMs
        let notifier = start()
        const expected: number[] = []
        let before = Number.POSITIVE_INFINITY
        for (const { pause, restart } of checks) {
          moment += pause
          if (restart) notifier = start()
          await notifier.check()
          const daysLeft = calendarDays(moment, end)
          const reached = [90, 60, 30, 14, 7, 3, 1, 0].filter((threshold) =>
            threshold === 0 ? moment > end : daysLeft <= threshold,
          )
          const nearest = reached.at(-1) ?? Number.POSITIVE_INFINITY
          if (nearest < before) expected.push(nearest)
          before = nearest
        }
        expect(sent).toEqual(expected.map((threshold) => `Acme ${threshold}`))
      }),
      { numRuns: 8 },
    )
  })

  test('ExpiryWatch: adds warnings to the profile’s history', async () => {
    const notifier = start()
    moment = end - 20 * dayMs
    await notifier.check()
    moment = end + dayMs
    await notifier.check()
    const [stored] = await openProfiles().list()
    expect(stored?.history).toMatchObject(
      [30, 0].map((days) => ({ kind: 'warned', credentialId: acme.credentialId, credentialName: 'CN=acme', days })),
    )
  })

  test('ExpiryWatch: reports a notification that the system refused, and shows it again at later checks until it appears', async () => {
    refusal = 'Not allowed.'
    moment = end - 20 * dayMs
    const notifier = start()
    await notifier.check()
    const refused = { since: new Date(moment).toISOString(), why: 'Not allowed.' }
    expect((await notifier.overview()).refused).toEqual({ desktop: refused, badge: refused })
    moment += hour
    await notifier.check()
    const restarted = start()
    refusal = undefined
    moment += hour
    await restarted.check()
    expect((await restarted.overview()).refused).toEqual({})
    await restarted.check()
    expect(sent).toEqual(['Acme 30', 'Acme 30', 'Acme 30'])
    // The history names each warning once.
    expect((await openProfiles().list())[0]?.history).toHaveLength(1)
    moment = end - 14 * dayMs
    await restarted.check()
    expect(sent.at(-1)).toBe('Acme 14')
  })

  test('ExpiryWatch: a replacement in progress pauses warnings until a week before expiry, except for Production, and shows its step', async () => {
    const notifier = start()
    const replacement = {
      startedAt: new Date(moment).toISOString(),
      oldCredentialId: acme.credentialId,
      newCredentialId: idOf('next'),
    }
    const oldCredentialId = idOf('live')
    const liveProfile = profileWith('Live', [credentialWith('Live', 'live', notAfter)])
    await store({ ...acmeProfile, replacement }, { ...liveProfile, replacement: { ...replacement, oldCredentialId } })
    moment = end - 20 * dayMs
    await notifier.check()
    // The page starts one without a question.
    expect(sent).toEqual(['Live 30'])
    sent.length = 0
    await store({ ...acmeProfile, replacement })
    expect((await notifier.overview()).certificates[0]?.replacement?.note).toBe('Step 1 of 11: new key')
    moment = end - 6 * dayMs
    await notifier.check()
    expect(sent).toEqual(['Acme 7'])
  })

  test('ExpiryWatch: overlapping checks send each warning once', async () => {
    const notifier = start()
    moment = end - 20 * dayMs
    await Promise.all([notifier.check(), start().check(), notifier.check()])
    expect(sent).toEqual(['Acme 30'])
  })

  test('ExpiryWatch: a profile that is stored during a check is covered by the next check', async () => {
    const profiles = openProfiles()
    const notifier = start(profiles)
    moment = end - 20 * dayMs
    const [first, , second] = [
      notifier.check(),
      profiles.changeAll((current) => [...current, betaProfile]),
      notifier.check(),
    ]
    // Has not started yet, so it serves both.
    expect(second).toBe(first)
    await first
    expect(sent).toEqual(['Acme 30'])
    await notifier.check()
    expect(sent).toEqual(['Acme 30', 'Beta 30'])
  })

  test('ExpiryWatch: checks that are requested at each of a hundred changes cover every change, and stop after the last', async () => {
    const profiles = openProfiles()
    const notifier = start(profiles)
    moment = end - 20 * dayMs
    let checks = 0
    profiles.onChange(() => {
      checks += 1
      void notifier.check()
    })
    for (let index = 0; index < 100; index += 1) {
      const name = `Profile ${index}`
      const added = profileWith(name, [credentialWith(name, name, notAfter)])
      await profiles.changeAll((current) => [...current, added])
      // Some changes meet the decision, others what follows it.
      if (index % 2 === 0) await setImmediate()
    }
    await expect.poll(() => sent.length).toBe(101)
    expect(new Set(sent).size).toBe(101)
    await notifier.check()
    const settled = checks
    await notifier.check()
    await setImmediate()
    expect([checks, sent.length]).toEqual([settled, 101])
    const stored = await profiles.list()
    expect(stored.map(({ history }) => history.length)).toEqual(stored.map(() => 1))
  })

  test('ExpiryWatch: stores and sends nothing if the history of one profile can’t be stored', async () => {
    moment = end - 20 * dayMs
    const profiles = openProfiles()
    const fails = start(
      Object.assign(openProfiles(), { changeAll: () => Promise.reject(new ClavisError('disk-full', 'full')) }),
    )
    await expect(fails.check()).rejects.toMatchObject({ code: 'disk-full' })
    expect(sent).toEqual([])
    await start(profiles).check()
    expect(sent).toEqual(['Acme 30'])
  })

  test('ExpiryWatch: warns again at a threshold when the issuer that expired first is renewed', async () => {
    const notifier = start()
    moment = end - 20 * dayMs
    const to = (moment - Date.now()) / dayMs + 5
    const root = { ...newServerCertificate({ commonName: 'Root', isAuthority: true }), name: 'Root' }
    const { cert } = newServerCertificate({ commonName: 'Issuing CA', isAuthority: true, issuer: root, to })
    const mutual = { flavor: 'legacy', clientAuthentication: 'tls_client_auth' } as const
    const sending = { ...acmeProfile, profile: { ...acmeProfile.profile, ...mutual } }
    const [credential] = acmeProfile.credentials
    const certificate = { ...certificateOf(credential), chain: [cert] }
    await store({ ...sending, credentials: [{ ...credential, certificate } as Credential] })
    await notifier.check()
    await store(sending)
    moment = end - 6 * dayMs
    await notifier.check()
    expect(sent).toEqual(['Acme 7', 'Acme 7'])
  })

  test('ExpiryWatch: a renewed certificate has its own warnings, and the old one sends none', async () => {
    const notifier = start()
    moment = end - 14 * dayMs
    await notifier.check()
    await store(
      profileWith('Acme', [
        credentialWith('Acme', 'next', new Date(end + 70 * dayMs).toISOString()),
        credentialWith('Acme', 'acme', notAfter, 'certificate-imported'),
      ]),
    )
    for (; moment < end + 20 * dayMs; moment += dayMs) await notifier.check()
    expect(sent).toEqual(['Acme 14', 'Acme 90', 'Acme 60'])
  })

  test('ExpiryWatch: applies the profile’s own thresholds, or else those of the app', async () => {
    await store(acmeProfile, betaProfile)
    const notifier = start()
    await settings().change({ warnings: { ...defaultWarningSettings, thresholds: [50, 5] } })
    await notifier.setProfileThresholds(idOf('Beta'), [10, 40, 40])
    expect((await notifier.overview()).profileThresholds).toEqual({ [idOf('Beta')]: [40, 10] })
    for (; moment < end + 2 * dayMs; moment += dayMs / 2) await notifier.check()
    expect(sent).toEqual(['Acme 50', 'Beta 40', 'Beta 10', 'Acme 5', 'Acme 0', 'Beta 0'])
    await notifier.setProfileThresholds(idOf('Beta'), undefined)
    expect((await notifier.overview()).profileThresholds).toEqual({})
  })
})

describe('snooze and replacement', () => {
  test('ExpiryWatch: a snooze pauses warnings, also after a restart, and can be undone', async () => {
    moment = end - 20 * dayMs
    await start().snooze(acme.profileId, acme.credentialId, new Date(end - 10 * dayMs).toISOString())
    const notifier = start()
    await notifier.check()
    expect([sent, alerts().length, status?.healths.length]).toEqual([[], 0, 1])
    moment = end - 13 * dayMs
    await notifier.unsnooze(acme.profileId, acme.credentialId)
    expect([sent, alerts().length]).toEqual([['Acme 14'], 1])
  })

  test('ExpiryWatch: announces a change since the last overview, also by another process, and nothing if nothing changed', async () => {
    const notifier = start()
    let announced = 0
    notifier.onChange(() => (announced += 1))
    await notifier.overview()
    await notifier.check()
    await notifier.check()
    expect(announced).toBe(0)
    await new NoticeStore({ database: open() }).change((state) => ({
      ...state,
      profiles: { [acme.profileId]: { thresholds: [7] } },
    }))
    await notifier.check()
    expect(announced).toBe(1)
    await settings().change({ warnings: { ...defaultWarningSettings, thresholds: [5] } }, withoutAsking)
    // The timeline depends on them.
    await notifier.check()
    expect(announced).toBe(2)
    await notifier.snooze(acme.profileId, acme.credentialId, new Date(moment + dayMs).toISOString())
    expect(announced).toBe(3)
    await notifier.check()
    expect(announced).toBe(3)
  })

  test('ExpiryWatch: refuses a snooze until a past date, and changes to a key without a certificate', async () => {
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
    await store(
      profileWith('Acme', [
        { id, profileId, keySize, publicKeyFingerprint, publicKeyPem, createdAt, state: 'key-created' },
      ]),
    )
    await expect(notifier.setReplacementUnderWay(profileId, id, '')).rejects.toMatchObject({ code: 'no-certificate' })
    await expect(notifier.unsnooze(profileId, idOf('unknown'))).rejects.toMatchObject({ code: 'credential-not-found' })
  })

  test('ExpiryWatch: a snooze lasts at most until the certificate expires, or for a month if it has expired', async () => {
    const notifier = start()
    const snooze = (until: number): Promise<void> =>
      notifier.snooze(acme.profileId, acme.credentialId, new Date(until).toISOString())
    moment = end - 60 * dayMs
    await expect(snooze(Date.UTC(2099, 0, 1))).rejects.toMatchObject({ code: 'input-invalid' })
    await expect(snooze(end + dayMs)).rejects.toMatchObject({ code: 'input-invalid' })
    await snooze(end)
    moment = end + dayMs
    await snooze(moment + 30 * dayMs)
    await expect(snooze(moment + 32 * dayMs)).rejects.toMatchObject({ code: 'input-invalid' })
  })

  test('ExpiryWatch: a replacement pauses warnings until the last week, and its note is stored', async () => {
    const notifier = start()
    await notifier.setReplacementUnderWay(acme.profileId, acme.credentialId, ' CSR sent ')
    for (; moment < end; moment += dayMs) await notifier.check()
    expect(sent).toEqual(['Acme 7', 'Acme 3', 'Acme 1'])
    expect((await start().overview()).certificates[0]?.replacement?.note).toBe('CSR sent')
    await notifier.setReplacementUnderWay(acme.profileId, acme.credentialId, undefined)
    expect((await notifier.overview()).certificates[0]?.replacement).toBeUndefined()
  })

  describe('of a Production profile', () => {
    const live = { profileId: idOf('Live'), credentialId: idOf('live') }
    const liveProfile = profileWith('Live', [credentialWith('Live', 'live', notAfter)])
    const asked: Confirmation[] = []
    const agree: Confirm = (question) => Promise.resolve(void asked.push(question))

    beforeEach(async () => {
      asked.length = 0
      await store(liveProfile)
    })

    /** All that silences warnings, each as a step of the page. */
    const silencing: Readonly<Record<string, (notifier: ExpiryWatch, confirm?: Confirm) => Promise<unknown>>> = {
      snooze: (notifier, confirm) =>
        notifier.snooze(live.profileId, live.credentialId, new Date(end - dayMs).toISOString(), confirm),
      replacement: (notifier, confirm) =>
        notifier.setReplacementUnderWay(live.profileId, live.credentialId, 'mine', confirm),
      thresholds: (notifier, confirm) => notifier.setProfileThresholds(live.profileId, [1], confirm),
      'thresholds of all profiles': (_notifier, confirm) =>
        settings().change({ warnings: { ...defaultWarningSettings, thresholds: [1] } }, confirm),
      channels: (_notifier, confirm) =>
        settings().change(
          { warnings: { ...defaultWarningSettings, desktop: false, tray: false, badge: false } },
          confirm,
        ),
    }

    test.each(Object.entries(silencing))(
      'ExpiryWatch: changes nothing unless the person agrees: %s',
      async (_name, step) => {
        moment = end - 40 * dayMs
        const notifier = start()
        const before = [await notifier.overview(), await settings().read()]
        await expect(step(notifier)).rejects.toMatchObject({ code: 'not-confirmed' })
        expect([await notifier.overview(), await settings().read()]).toEqual(before)
      },
    )

    test('ExpiryWatch: in the last week, the banner and enabled notifications warn whatever was silenced', async () => {
      moment = end - 40 * dayMs
      const notifier = start()
      for (const [name, step] of Object.entries(silencing)) if (name !== 'channels') await step(notifier, agree)
      await notifier.check()
      expect([sent, alerts().length]).toEqual([[], 0])
      for (moment = end - 7 * dayMs; moment < end; moment += dayMs) {
        await notifier.check()
        expect(alerts().length).toBe(1)
      }
      expect(sent).toEqual(['Live 7', 'Live 1'])
      await silencing['channels']?.(notifier, agree)
      moment = end - 2 * dayMs
      await notifier.check()
      expect(alerts().length).toBe(1)
      expect(asked.map(({ message }) => message)).toEqual(
        Object.keys(silencing).map(() => 'Silence expiry warnings of a Production profile?'),
      )
    })

    /** What adds warnings, or makes a profile lose some, while a question is open. */
    const more = [...defaultWarningSettings.thresholds, 45]
    const meanwhile: Readonly<Record<string, readonly [step: string, change: () => Promise<unknown>]>> = {
      'more days of all profiles': [
        'thresholds',
        () => settings().change({ warnings: { ...defaultWarningSettings, thresholds: more } }),
      ],
      'more days': [
        'thresholds of all profiles',
        () => settings().change({ warnings: { ...defaultWarningSettings, thresholds: more } }),
      ],
      'another channel': [
        'channels',
        () => settings().change({ warnings: { ...defaultWarningSettings, background: true } }),
      ],
      'another Production profile': ['channels', () => store(liveProfile, profileWith('Other', []))],
    }
    test.each(Object.entries(meanwhile))(
      'ExpiryWatch: silences nothing if more would be affected than the question named: %s',
      async (_what, [name, change]) => {
        moment = end - 40 * dayMs
        const notifier = start()
        await expect(silencing[name]?.(notifier, async () => void (await change()))).rejects.toMatchObject({
          code: expect.stringMatching(/^(?:input-invalid|profile-changed-elsewhere)$/u) as string,
        })
        // Asked again, it is.
        await silencing[name]?.(notifier, agree)
        expect(asked).toHaveLength(1)
      },
    )

    test('ExpiryWatch: saves fewer warning days although another change removed some while the question was open', async () => {
      const fewer = defaultWarningSettings.thresholds.slice(1)
      const change = (thresholds: number[], confirm: Confirm): Promise<unknown> =>
        settings().change({ warnings: { ...defaultWarningSettings, thresholds } }, confirm)
      await change([1], async () => void (await change(fewer, agree)))
      expect((await settings().read()).warnings.thresholds).toEqual([1])
    })

    test('ExpiryWatch: a Production certificate can be snoozed before its last week and after its expiry, not in between', async () => {
      const notifier = start()
      const snooze = (days: number): Promise<void> =>
        notifier.snooze(live.profileId, live.credentialId, new Date(moment + days * dayMs).toISOString(), agree)
      moment = end - 20 * dayMs
      await snooze(10)
      expect(alerts().length).toBe(0)
      moment = end - 5 * dayMs
      await expect(snooze(1)).rejects.toMatchObject({ code: 'input-invalid' })
      moment = end + dayMs
      await snooze(10)
      expect(alerts().length).toBe(0)
    })

    test('ExpiryWatch: adds and resumes warnings without asking', async () => {
      moment = end - 40 * dayMs
      const notifier = start()
      await settings().change({
        warnings: {
          ...defaultWarningSettings,
          thresholds: [100, ...defaultWarningSettings.thresholds],
          background: true,
        },
      })
      await notifier.setProfileThresholds(live.profileId, [100, 80, ...defaultWarningSettings.thresholds])
      await silencing['snooze']?.(notifier, agree)
      await silencing['replacement']?.(notifier, agree)
      await notifier.setReplacementUnderWay(live.profileId, live.credentialId, 'another note')
      await notifier.setReplacementUnderWay(live.profileId, live.credentialId, undefined)
      await notifier.unsnooze(live.profileId, live.credentialId)
      expect(asked).toHaveLength(2)
    })
  })

  test('ExpiryWatch: sends no notifications while they are off, and doesn’t catch up later', async () => {
    await settings().change({ warnings: { ...defaultWarningSettings, desktop: false } })
    moment = end - 20 * dayMs
    await start().check()
    await settings().change({ warnings: defaultWarningSettings })
    await start().check()
    expect([sent, alerts().length]).toEqual([[], 1])
  })
})

test('ExpiryWatch: shows a due notification even if the profiles’ health can’t be read', async () => {
  const { profileId } = acme
  await open().change(({ sql }) =>
    sql.prepare('INSERT INTO documents (name, content) VALUES (?, ?)').run(statusDocumentName(profileId), '{'),
  )
  moment = end - 14 * dayMs
  await expect(start().check()).rejects.toMatchObject({ code: 'store-damaged' })
  expect(sent).toEqual(['Acme 14'])
})

test('ExpiryWatch: tray and notifications name the most urgent profile first, even if it has no active certificate', async () => {
  const named = (name: string, days: number, state: 'active' | 'certificate-imported' | 'retired'): StoredProfile =>
    profileWith(name, [credentialWith(name, name, new Date(end + days * dayMs).toISOString(), state)])
  const profiles = [
    named('Fine', 300, 'active'),
    named('Soon', 5, 'active'),
    named('Dead', -3, 'certificate-imported'),
    named('Set up', 300, 'certificate-imported'),
    named('Retired', 300, 'retired'),
  ]
  const [set] = named('Left', 300, 'certificate-imported').credentials
  const [retired] = named('Left before', 200, 'retired').credentials
  if (set !== undefined && retired !== undefined) profiles.push(profileWith('Left', [set, retired]))
  await store(...profiles)
  moment = end
  await start().check()
  // A certificate that waits to be activated for the first time needs no attention.
  expect(alerts()).toEqual(['Dead', 'Left', 'Retired', 'Soon'])
  expect(status?.healths.map(({ profile }) => profile.name)).toEqual([...alerts(), 'Fine', 'Set up'])
  expect(sent).toEqual(['Dead 0', 'Soon 7'])
})

test('ExpiryWatch: keeps the notices of a removed certificate for a year', async () => {
  moment = end - 20 * dayMs
  await start().check()
  await store()
  await start().check()
  await store(acmeProfile)
  await start().check()
  expect(sent).toEqual(['Acme 30'])
  await store()
  moment = end + 500 * dayMs
  await start().check()
  expect((await new NoticeStore({ database: open() }).read()).certificates).toEqual({})
})

describe('the webhook', () => {
  interface Received {
    readonly method: string | undefined
    readonly type: string | undefined
    readonly body: Record<string, unknown>
  }
  let server: LoopbackServer
  let received: Received[]
  let respond: (response: ServerResponse, request: IncomingMessage) => void

  beforeEach(async () => {
    received = []
    respond = (response) => response.writeHead(204).end()
    server = await startLoopbackServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        const body = JSON.parse(text) as Record<string, unknown>
        received.push({ method: request.method, type: request.headers['content-type'], body })
        respond(response, request)
      })
    })
    await use(`${server.origin}/hooks/SECRET-PATH`)
  })
  afterEach(() => server.end())

  const use = (webhookUrl: string): Promise<unknown> =>
    settings().change({ warnings: { ...defaultWarningSettings, webhook: true, webhookUrl } }, withoutAsking)
  const checkAndPost = async (notifier: ExpiryWatch): Promise<void> => {
    await notifier.check()
    await notifier.posted()
  }

  test('Webhook: receives each warning once, as JSON with a text', async () => {
    moment = end - 6 * dayMs - 1
    await checkAndPost(start())
    await checkAndPost(start())
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({
      method: 'POST',
      type: 'application/json; charset=utf-8',
      body: {
        type: 'clavis.certificate-expiry',
        id: `${fingerprintOf('acme')}-7`,
        text: expect.stringContaining('Acme (Client Testing): certificate expires'),
        certificate: { environment: 'client-testing', profileName: 'Acme', threshold: 7, daysLeft: 6, notAfter },
      },
    })
    expect((await start().overview()).webhook).toEqual({ waiting: 0 })
  })

  test('Webhook: an issuer’s name can’t mention anyone or hide a link in Slack', () => {
    const profile = profileWith('R&D', [credentialWith('R&D', 'acme', notAfter)])
    const [certificate] = watchedCertificates([profile], { thresholds: [30] }, emptyNoticeState)
    if (certificate === undefined) throw new Error('There is no certificate.')
    const expiringIssuer = 'CN=<!everyone> <https://evil.example|Renew>'
    const body = webhookBody(
      { certificate: { ...certificate, expiringIssuer }, threshold: 7 },
      end - 6 * dayMs,
      systemDates,
    )
    expect(body.text).toMatch(
      /^R&amp;D \(Production\): certificate’s issuer “&lt;!everyone&gt; &lt;https:\/\/evil\.example\|Renew&gt;” expires in /u,
    )
    expect(body.certificate).toMatchObject({ profileName: 'R&D', expiringIssuer })
  })

  test('Webhook: formats dates by the person’s settings, as notifications do', async () => {
    await settings().change({ dates: { format: 'year-first', timeZone: 'utc' } }, withoutAsking)
    moment = end - 6 * dayMs
    await checkAndPost(start())
    expect(writtenEnd).toBe('2027-03-28 00:59 UTC')
    expect(received[0]?.body['text']).toContain('(2027-03-28).')
  })

  test('Webhook: the activity list shows its host but not its path, which may be secret', async () => {
    moment = end - 6 * dayMs
    await checkAndPost(start())
    const lines = activity.list({ limit: 10 })
    expect(lines).toMatchObject([{ kind: 'webhook', what: 'Expiry warning', address: server.origin, status: 204 }])
    expect(JSON.stringify(lines)).not.toContain('SECRET')
  })

  test.each([
    ['an error of the server', (response: ServerResponse) => response.writeHead(503).end()],
    ['a refusal', (response: ServerResponse) => response.writeHead(404).end()],
    ['a redirect', (response: ServerResponse) => response.writeHead(302, { location: '/SECRET' }).end()],
    ['a cut connection', (response: ServerResponse) => response.socket?.resetAndDestroy()],
  ])('Webhook: posts a warning later after %s, also after a restart, and only once', async (_what, failure) => {
    moment = end - 6 * dayMs
    respond = failure
    await checkAndPost(start())
    const { webhook } = await start().overview()
    expect(webhook).toMatchObject({ waiting: 1, lastFailure: { at: new Date(moment).toISOString() } })
    expect(webhook.lastFailure?.message).not.toContain('SECRET')

    const failed = received.length
    respond = (response) => response.writeHead(200).end('ok')
    moment += hour
    await checkAndPost(start())
    await checkAndPost(start())
    expect(received).toHaveLength(failed + 1)
    expect(new Set(received.map(({ body }) => body['id']))).toEqual(new Set([`${fingerprintOf('acme')}-7`]))
    expect(sent).toEqual(['Acme 7'])
    expect((await start().overview()).webhook).toEqual({ waiting: 0 })
  })

  test('Webhook: posts waiting warnings in order and drops them after two weeks', async () => {
    respond = (response) => response.writeHead(500).end()
    moment = end - 14 * dayMs
    await checkAndPost(start())
    moment = end - 7 * dayMs
    await checkAndPost(start())
    expect((await start().overview()).webhook.waiting).toBe(2)
    moment = end + dayMs
    await checkAndPost(start())
    expect((await start().overview()).webhook.waiting).toBe(2)
    respond = (response) => response.writeHead(204).end()
    received.length = 0
    await checkAndPost(start())
    expect(received.map(({ body }) => body['id'])).toEqual([7, 0].map((days) => `${fingerprintOf('acme')}-${days}`))
  })

  test('Webhook: posts a test message to the saved address at once and reports a failure', async () => {
    await start().testWebhook()
    expect(received).toMatchObject([{ body: { type: 'clavis.test' } }])
    respond = (response) => response.writeHead(400).end()
    await expect(start().testWebhook()).rejects.toMatchObject({ code: 'service-refused' })
    await settings().change({ warnings: defaultWarningSettings })
    await expect(start().testWebhook()).rejects.toMatchObject({ code: 'input-invalid' })
  })

  test('Webhook: receives nothing while it is off, not even waiting warnings', async () => {
    respond = (response) => response.writeHead(500).end()
    moment = end - 14 * dayMs
    await checkAndPost(start())
    await settings().change(
      { warnings: { ...defaultWarningSettings, webhook: false, webhookUrl: server.origin } },
      withoutAsking,
    )
    await checkAndPost(start())
    await use(server.origin)
    respond = (response) => response.writeHead(204).end()
    received.length = 0
    await checkAndPost(start())
    expect(received).toEqual([])
  })
})
