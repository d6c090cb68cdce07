import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallName } from '#shared/contract.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ExpiryOverview } from '#shared/expiry/warning-schemas.ts'
import type { AppSettings } from '#shared/settings/app-settings.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { attackChains } from './testing/attack-chains.ts'
import { makeEveryCall } from './testing/every-call.ts'
import { startWalledApp, type WalledApp } from './testing/walled-app.ts'

// A script in the page tries to extract a secret, a token or an assertion of a Production profile, with every call of
// the contract and with chains of calls.

let app: WalledApp
beforeAll(async () => {
  app = await startWalledApp()
})
afterAll(() => app.end())
beforeEach(() => app.reset())

test('Call contract: no call leaks anything unless the person agrees', async () => {
  app.agrees = false
  // A new call whose input can't be generated is not covered: add values for its fields to `candidates`.
  expect(await makeEveryCall(app, 20)).toEqual([])
  expect(app.leaks()).toEqual([])
  // Not even a connection: no one agreed to the attacker's host.
  expect(app.attacker.received()).toEqual([])
  expect(app.asked.length).toBeGreaterThan(5)
  // What it stored sends nothing either, when a command runs afterwards.
  await app.command('check', '--max-wait', '1s')
  expect(app.attacker.received()).toEqual([])
})

describe('what Production sends, signs and warns', () => {
  /** Returns what the page can read of it, but for what a window’s guided replacement adds. */
  async function production(): Promise<unknown> {
    const { id } = app.production
    const read = async (name: CallName, input?: unknown): Promise<unknown> => {
      const envelope = await app.call(name, input)
      return envelope.ok ? envelope.value : envelope
    }
    const credentials = (await read('credentials.list', { profileId: id })) as Credential[]
    const found = credentials.find(({ state }) => state === 'active')
    // Saving its CSR is noted, and asks for a file.
    const { exported, ...request } = found?.request ?? {}
    const active = { ...found, request }
    const { certificates } = (await read('expiry.overview')) as ExpiryOverview
    const { warnings } = (await read('app.settings')) as AppSettings
    const watched = certificates.find(({ credentialId }) => credentialId === found?.id)
    return { active, warnings, watched: { thresholds: watched?.thresholds, snooze: watched?.snooze } }
  }

  test('Call contract: no call changes it unless the person agrees', async () => {
    app.agrees = false
    const before = await production()
    await makeEveryCall(app, 21)
    expect(await production()).toEqual(before)
  })

  const steps: Readonly<Record<string, readonly [CallName, (app: WalledApp, active: Certified) => object]>> = {
    'another spelling of the key ID': [
      'credentials.confirm',
      (_app, { certificate }) => ({ thumbprint: certificate.thumbprint.sha1.toLowerCase() }),
    ],
    'a CSR of the active key': [
      'credentials.createRequest',
      () => ({ subject: { ...emptySubject, commonName: 'theirs' }, subjectAlternativeNames: [] }),
    ],
    'a snooze': ['expiry.snooze', () => ({ until: new Date(Date.now() + 10 * dayMs).toISOString() })],
    'a replacement under way': ['expiry.setReplacementUnderWay', () => ({ note: '' })],
  }
  test.each(Object.entries(steps))('Call contract: asks before %s', async (_name, [name, more]) => {
    app.agrees = false
    const { id: profileId } = app.production
    const envelope = await app.call('credentials.list', { profileId })
    const active = (envelope.ok ? (envelope.value as Credential[]) : []).find(({ state }) => state === 'active')
    if (active?.state !== 'active') throw new Error('Production has an active credential.')
    const input = { profileId, credentialId: active.id, ...more(app, active) }
    expect(await app.call(name, input)).toMatchObject({ ok: false, error: { code: 'not-confirmed' } })
    expect(app.asked).toMatchObject([{ names: ['Live'] }])
    app.agrees = true
    expect(await app.call(name, input)).toMatchObject({ ok: true })
  })
})

type Certified = Extract<Credential, { state: 'active' }>
const emptySubject = {
  ...{ commonName: '', organization: '', organizationalUnit: '', locality: '' },
  ...{ state: '', country: '', emailAddress: '' },
}

describe('chains of calls', () => {
  test.each(Object.entries(attackChains))('Chain of calls: leaks no secret, %s', async (_name, { run, asks }) => {
    app.agrees = false
    await run(app)
    expect(app.leaks()).toEqual([])
    expect(app.attacker.received()).toEqual([])
    await app.command('check', '--max-wait', '1s')
    expect(app.attacker.received()).toEqual([])

    await app.reset()
    app.agrees = true
    await run(app)
    if (asks === undefined) {
      expect(app.leaks()).toEqual([])
      return
    }
    // It leaks, after the person saw what they agree to.
    expect(app.leaks()).not.toEqual([])
    const seen = app.asked.flatMap(({ message, details }) => [message, ...details]).join('\n')
    expect(seen).toContain(asks(app))
    expect(app.asked.flatMap(({ names }) => names)).toContainEqual(
      expect.stringMatching(/^(?:Live|Distant|Old|Lure|New)$/u),
    )
  })
})
