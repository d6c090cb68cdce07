import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { withoutAsking } from '../confirmation.ts'
import { HttpClient } from '../http/http-client.ts'
import { standardLimits } from '../http/time-limits.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import { ActivityLog } from '../requests/activity-log.ts'
import { SettingsStore } from '../settings/settings-store.ts'
import { Database } from '../store/database.ts'
import { startLoopbackServer, type LoopbackServer } from '../testing/loopback-server.ts'
import { ExpiryWatch } from './expiry-watch.ts'
import { NoticeStore } from './notice-store.ts'
import { credentialWith, fingerprintOf, profileWith } from './testing/stored-certificate.ts'
import { insertDelivery, Outbox } from './warning-outbox.ts'
import { createWebhook } from './webhook.ts'

const minute = 60_000
const notAfter = '2027-03-28T00:59:59.000Z'
const end = Date.parse(notAfter)

let folder: string
let moment: number
/** Address and warning of each delivery attempt. */
let received: string[]
let respond: (response: ServerResponse) => void
let server: LoopbackServer
/** The timer of the retry. */
let timer: { readonly run: () => void; readonly milliseconds: number } | undefined
let ends: (() => unknown)[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-outbox-'))
  moment = end - 20 * dayMs
  received = []
  timer = undefined
  ends = []
  respond = (response) => response.writeHead(503).end()
  server = await startLoopbackServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      received.push(`${request.url} ${(JSON.parse(text) as { id: string }).id}`)
      respond(response)
    })
  })
})
afterEach(async () => {
  for (const each of ends) await each()
  await server.end()
  await rm(folder, { recursive: true, force: true })
})

const now = (): number => moment
const ok = (response: ServerResponse): unknown => response.writeHead(204).end()
const id = (name: string, threshold: number): string => `${fingerprintOf(name)}-${threshold}`
const named = (name: string): StoredProfile => profileWith(name, [credentialWith(name, name, notAfter)])

interface Clavis {
  readonly database: Database
  readonly profiles: ProfileStore
  readonly notifier: ExpiryWatch
  readonly outbox: Outbox
  readonly check: () => Promise<void>
  readonly add: (name: string) => Promise<void>
  readonly useAddress: (path: string) => Promise<unknown>
}

/** Starts Clavis on the data folder, with a timer that the test runs. */
function start(): Clavis {
  const database = new Database({ folder })
  const profiles = new ProfileStore({ database, now, newId: randomUUID })
  const settings = new SettingsStore({ database })
  const http = new HttpClient({
    ...{ resolveProxy: () => Promise.resolve(undefined), activity: new ActivityLog(), now },
    limits: { ...standardLimits, firstPause: 1 },
  })
  const services = { settings, notices: new NoticeStore({ database }), postWarning: createWebhook(http), now }
  const outbox = new Outbox({
    ...services,
    database,
    runLater: (run, milliseconds) => {
      const started = { run, milliseconds }
      timer = started
      return () => {
        if (timer === started) timer = undefined
      }
    },
  })
  const notifier = new ExpiryWatch({ ...services, profiles, outbox, healths: () => Promise.resolve([]) })
  ends.push(async () => {
    outbox.end()
    await http.close()
    await database.end()
  })
  return {
    database,
    profiles,
    notifier,
    outbox,
    check: async () => {
      await notifier.check()
      await notifier.posted()
    },
    add: (name) => profiles.changeAll((current) => [...current, named(name)]),
    useAddress: (path) =>
      settings.change(
        { warnings: { ...defaultWarningSettings, webhook: path !== '', webhookUrl: `${server.origin}${path}` } },
        withoutAsking,
      ),
  }
}

async function runTimer({ notifier }: Clavis): Promise<void> {
  moment += timer?.milliseconds ?? 0
  timer?.run()
  await notifier.posted()
}

test('Webhook outbox: checks, changes and new warnings do not repeat a failed delivery before its retry', async () => {
  const clavis = start()
  await clavis.useAddress('/hook')
  await clavis.add('Acme')
  clavis.profiles.onChange(() => void clavis.notifier.check())
  await clavis.check()
  await clavis.check()
  moment += minute - 1
  await clavis.add('Beta')
  await clavis.check()
  expect(received).toEqual([`/hook ${id('Acme', 30)}`])
  expect((await clavis.notifier.overview()).webhook).toMatchObject({ waiting: 2 })
  // The timer does not run while the computer sleeps: the check after it retries.
  respond = ok
  moment += 1
  await clavis.check()
  expect(received).toEqual([id('Acme', 30), id('Acme', 30), id('Beta', 30)].map((each) => `/hook ${each}`))
  expect((await clavis.notifier.overview()).webhook).toEqual({ waiting: 0 })
  expect(timer).toBeUndefined()
})

test('Webhook outbox: retries after one minute, up to an hour, without a check', async () => {
  const clavis = start()
  await clavis.useAddress('/hook')
  await clavis.add('Acme')
  await clavis.check()
  const pauses: (number | undefined)[] = []
  for (let attempt = 0; attempt < 8; attempt += 1) {
    pauses.push((timer?.milliseconds ?? 0) / minute)
    await runTimer(clavis)
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(received).toHaveLength(9)
  respond = ok
  await runTimer(clavis)
  expect(received).toHaveLength(10)
  expect((await clavis.notifier.overview()).webhook).toEqual({ waiting: 0 })
  expect(timer).toBeUndefined()
})

test('Webhook outbox: a clock that is set back delays no retry', async () => {
  const clavis = start()
  await clavis.useAddress('/hook')
  await clavis.add('Acme')
  await clavis.check()
  respond = ok
  moment -= 300 * dayMs
  await runTimer(clavis)
  expect(received).toHaveLength(2)
})

test('Webhook outbox: tries a changed address at once, also if it is saved during an attempt', async () => {
  const clavis = start()
  await clavis.useAddress('/first')
  await clavis.add('Acme')
  await clavis.check()
  await clavis.useAddress('/second')
  await clavis.check()
  expect(received).toEqual(['first', 'second'].map((each) => `/${each} ${id('Acme', 30)}`))
  respond = (response) => {
    respond = ok
    void clavis.useAddress('/fourth').then(() => response.writeHead(500).end())
  }
  await clavis.useAddress('/third')
  await clavis.check()
  expect(received.slice(2)).toEqual(['third', 'fourth'].map((each) => `/${each} ${id('Acme', 30)}`))
  expect((await clavis.notifier.overview()).webhook).toEqual({ waiting: 0 })
})

test('Webhook outbox: two processes post a warning once, and the second one goes on if the first one fails', async () => {
  const [one, two] = [start(), start()]
  await one.useAddress('/hook')
  await one.add('Acme')
  const inFlight = Promise.withResolvers<ServerResponse>()
  respond = inFlight.resolve
  const first = one.check()
  const response = await inFlight.promise
  respond = ok
  await two.check()
  expect(received).toEqual([`/hook ${id('Acme', 30)}`])
  response.writeHead(403).end()
  await first
  await two.check()
  expect(received).toEqual([`/hook ${id('Acme', 30)}`, `/hook ${id('Acme', 30)}`])
  expect((await two.notifier.overview()).webhook).toEqual({ waiting: 0 })
})

test('ExpiryWatch: judges at once a profile that changes during a delivery', async () => {
  const clavis = start()
  await clavis.useAddress('/hook')
  await clavis.add('Acme')
  const inFlight = Promise.withResolvers<ServerResponse>()
  respond = inFlight.resolve
  await clavis.notifier.check()
  const response = await inFlight.promise
  respond = ok
  await clavis.add('Beta')
  await clavis.notifier.check()
  expect((await clavis.notifier.overview()).webhook.waiting).toBe(2)
  expect((await clavis.profiles.list()).map(({ history }) => history.length)).toEqual([1, 1])
  ok(response)
  await clavis.notifier.posted()
  expect(received).toEqual([id('Acme', 30), id('Beta', 30)].map((each) => `/hook ${each}`))
})

test('Webhook outbox: retries at once after a restart and continues with the next pause after a failure', async () => {
  const first = start()
  await first.useAddress('/hook')
  await first.add('Acme')
  await first.check()
  await runTimer(first)
  const second = start()
  await second.check()
  expect(received).toHaveLength(3)
  expect(timer?.milliseconds).toBe(4 * minute)
  respond = ok
  await runTimer(second)
  await start().check()
  expect(received).toHaveLength(4)
})

test('Webhook outbox: does not post a delivered warning again if the delivery could not be stored', async () => {
  const clavis = start()
  await clavis.useAddress('/hook')
  await clavis.add('Acme')
  respond = (response) => {
    void clavis.database
      .change(({ sql }) =>
        sql.exec("CREATE TRIGGER full BEFORE DELETE ON deliveries BEGIN SELECT raise(ABORT, 'full'); END"),
      )
      .then(() => ok(response))
  }
  await clavis.check()
  await clavis.check()
  await clavis.database.change(({ sql }) => sql.exec('DROP TRIGGER full'))
  expect((await clavis.notifier.overview()).webhook).toEqual({ waiting: 1 })
  expect(timer?.milliseconds).toBe(minute)
  await runTimer(clavis)
  expect((await clavis.notifier.overview()).webhook).toEqual({ waiting: 0 })
  expect(received).toHaveLength(1)
})

test('Webhook outbox: posts nothing while the webhook is off or after the end', async () => {
  const clavis = start()
  await clavis.useAddress('/hook')
  await clavis.add('Acme')
  await clavis.check()
  await clavis.useAddress('')
  await clavis.check()
  expect((await clavis.notifier.overview()).webhook).toEqual({ waiting: 0 })
  expect(timer).toBeUndefined()
  // A new warning doesn't wait for the retry of a dropped one.
  await clavis.useAddress('/hook')
  await clavis.add('Beta')
  await clavis.check()
  expect(received).toEqual([id('Acme', 30), id('Beta', 30)].map((each) => `/hook ${each}`))
  clavis.outbox.end()
  expect(timer).toBeUndefined()
  moment += dayMs
  await clavis.check()
  expect(received).toHaveLength(2)
})

test('Webhook outbox: posts the warnings that wait in their order', async () => {
  const at = new Date(moment - dayMs).toISOString()
  const database = new Database({ folder })
  await database.change(({ sql }) => {
    for (const [tries, name] of ['second', 'first'].entries()) {
      const body = { type: 'clavis.certificate-expiry' as const, text: 'Acme: certificate expires', at, id: name }
      insertDelivery(sql, { body, since: at, tries })
    }
  })
  await database.end()
  const clavis = start()
  expect((await clavis.notifier.overview()).webhook).toEqual({ waiting: 2 })
  await clavis.useAddress('/hook')
  respond = ok
  await clavis.check()
  expect(received).toEqual(['/hook second', '/hook first'])
  expect((await clavis.notifier.overview()).webhook).toEqual({ waiting: 0 })
})
