import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ICAL from 'ical.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ProfileSettings } from '#shared/profiles/profile.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { newServerCertificate } from '../../diagnostics/testing/new-certificate.ts'
import { credentialWith, idOf, profileWith } from '../../expiry/testing/stored-certificate.ts'
import { storeProfiles } from '../../profiles/testing/store-profiles.ts'
import { Database } from '../../store/database.ts'
import { writeDocument } from '../../store/stored-document.ts'
import { builtProgram } from '../../testing/built-program.ts'
import { runWithEnvironment, type CommandOutcome } from '../testing/command-run.ts'

// Runs `clavis expiry` as cron and CI do: without a desktop session, and so without a keychain.

let folder: string
let zoneOfCommand: string

beforeEach(async () => {
  zoneOfCommand = 'UTC'
  folder = await mkdtemp(join(tmpdir(), 'clavis-no-keychain-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Stores settings as an older Clavis may have. */
async function storeSettings(settings: object): Promise<void> {
  const database = new Database({ folder })
  await database.change(({ sql }) => writeDocument(sql, 'settings', settings))
  await database.end()
}

/** Writes one profile per active certificate. @param days until the certificate expires @returns their ends */
async function keep(...days: number[]): Promise<string[]> {
  const ends = days.map((each) => new Date(Date.now() + each * dayMs + 60_000).toISOString())
  const profiles = ends.map((end, index) => profileWith(`P${index}`, [credentialWith(`P${index}`, `c${index}`, end)]))
  await storeProfiles(folder, profiles)
  return ends
}

function clavis(...args: string[]): Promise<{ code: number | null; out: string; error: string }> {
  const program = fileURLToPath(builtProgram('clavis'))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, '--data-dir', folder, ...args],
    {
      cwd: folder,
      // No D-Bus session, and no way to start one.
      env: {
        TZ: zoneOfCommand,
        PATH: '/nonexistent',
        HOME: folder,
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      },
    },
  )
  const texts = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (texts.error += chunk.toString()))
  return new Promise((ended) => child.on('close', (code) => ended({ code, ...texts })))
}

/** Runs a command in this process, where using a keychain fails. */
const clavisHere = (...args: string[]): Promise<CommandOutcome> =>
  runWithEnvironment({ HOME: folder }, '', ['--data-dir', folder, ...args])

describe('clavis expiry without a keychain', () => {
  test.each([
    ['fine', [40], 0],
    ['one expires soon', [40, 20], 1],
    ['one expires within a week', [40, 6], 2],
    ['one has expired', [40, -1], 2],
    ['no profile', [], 3],
  ])('clavis expiry: exit code without a keychain if %s', async (_what, days, code) => {
    await keep(...days)
    expect(await clavis('expiry')).toMatchObject({ code, error: '' })
  })

  test('clavis expiry: uses the issuer’s expiry, and names the issuer, if that expires first and is sent', async () => {
    const credential = credentialWith('P', 'c', new Date(Date.now() + 364 * dayMs).toISOString())
    const root = { ...newServerCertificate({ commonName: 'Root', isAuthority: true, from: -9, to: -1 }), name: 'Root' }
    const wanted = { commonName: 'Issuing CA', isAuthority: true, issuer: root, from: -9, to: -1 }
    const chain = [newServerCertificate(wanted).cert, root.cert]
    const certificate = { ...certificateOf(credential), chain }
    const stored = profileWith('P', [{ ...credential, certificate } as Credential])
    const storeAs = (settings: Partial<ProfileSettings>): Promise<void> =>
      storeProfiles(folder, [{ ...stored, profile: { ...stored.profile, ...settings } }])
    await storeAs({})
    expect((await clavisHere('expiry')).out).toContain('364 days left')
    await storeAs({ flavor: 'legacy', clientAuthentication: 'tls_client_auth' })
    const { code, out } = await clavisHere('expiry', '--json')
    expect([code, JSON.parse(out)]).toMatchObject([
      2,
      { profiles: [{ verdict: 'expired', expiringIssuer: 'CN=Issuing CA' }] },
    ])
    expect((await clavisHere('expiry')).out).toContain('ago (issuer Issuing CA)')
  })

  test('clavis expiry: lists a profile without a usable certificate first, whatever else is fine', async () => {
    // The same dates before and after midnight.
    const start = Date.now()
    const end = (days: number): string => new Date(start + days * dayMs + 60_000).toISOString()
    const inactive = (name: string, days: number): Credential =>
      credentialWith(name, name, end(days), 'certificate-imported')
    const profiles = [
      profileWith('Fine', [credentialWith('Fine', 'fine', end(60))]),
      profileWith('Dead', [inactive('Dead', -5)]),
      profileWith('Unused', [inactive('Unused', 90)], { environment: 'client-testing' }),
      profileWith('Empty', []),
    ]
    await storeProfiles(folder, profiles)
    const { code, out } = await clavis('expiry')
    expect(code).toBe(2)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/u)),
    ).toEqual([
      ['PROFILE', 'ENVIRONMENT', 'EXPIRES', 'STATUS'],
      ['Empty', 'Production', '-', 'No certificate'],
      ['Unused', 'Client Testing', end(90).slice(0, 10), '90 days left, not active'],
      ['Dead', 'Production', end(-5).slice(0, 10), 'Expired 5 days ago'],
      ['Fine', 'Production', end(60).slice(0, 10), '60 days left'],
    ])
    const codes = ['--profile Fine', '--profile Dead', '--environment client-testing', '--environment mock']
    for (const [index, options] of codes.entries())
      expect((await clavisHere('expiry', ...options.split(' '))).code, options).toBe([0, 2, 2, 3][index])
    const { profiles: judged } = JSON.parse((await clavisHere('expiry', '--json')).out) as { profiles: unknown[] }
    expect(judged).toMatchObject([
      { profile: 'Empty', state: 'none-active', verdict: 'none', thumbprint: null, daysLeft: null },
      { profile: 'Unused', state: 'none-active', verdict: 'none', daysLeft: 90 },
      { profile: 'Dead', state: 'expired-only', verdict: 'expired', daysLeft: -5 },
      { profile: 'Fine', state: 'active', verdict: 'fine', urgency: 'soon' },
    ])
  })

  test('clavis expiry: shows days and dates as the window does, in the local time zone', async () => {
    const [early, yesterday, tomorrow, after, late] = await keep(-3, -1, 1, 21, 1100)
    // 25 hours apart: never the same day.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      zoneOfCommand = zone
      const lines = (await clavis('expiry')).out.trim().split('\n')
      expect(lines.slice(1).map((line) => line.split(/ {2,}/u).slice(2))).toEqual(
        [
          [early, 'Expired 3 days ago'],
          [yesterday, 'Expired 1 day ago'],
          [late, 'Not valid yet'],
          [tomorrow, '1 day left'],
          [after, '21 days left'],
        ].map(([end = '', words]) => [
          new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(end)),
          words,
        ]),
      )
    }
  })

  test('clavis expiry --ics: writes the calendar relative to the working directory and keeps the exit code', async () => {
    await keep(20, 60)
    const outcome = await clavis('expiry', '--ics', 'expiry.ics')
    expect(outcome).toMatchObject({ code: 1, error: '' })
    expect(outcome.out).toContain('expiry.ics')
    const text = await readFile(join(folder, 'expiry.ics'), 'utf8')
    const events = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent')
    expect(events).toHaveLength(2)
  })

  test('clavis expiry: urgency and calendar go by the thresholds set in the window, also from older settings files', async () => {
    await keep(65)
    const alarms = async (): Promise<number> => {
      await clavisHere('expiry', '--ics', join(folder, 'expiry.ics'))
      return (await readFile(join(folder, 'expiry.ics'), 'utf8')).split('BEGIN:VALARM').length - 1
    }
    await storeSettings({ theme: 'dark' })
    // 90 days before is past.
    expect(await alarms()).toBe(7)
    await storeSettings({ theme: 'dark', warnings: { thresholds: [10, 5] } })
    // With the 7 days that Production always has.
    expect(await alarms()).toBe(4)
    expect(JSON.parse((await clavisHere('expiry', '--json')).out)).toMatchObject({ profiles: [{ urgency: 'fine' }] })
  })

  test('clavis expiry --json: prints one value, and fails if the calendar cannot be written', async () => {
    await keep(60)
    const { out } = await clavisHere('expiry', '--json', '--ics', join(folder, 'expiry.ics'))
    expect(JSON.parse(out)).toEqual({
      schemaVersion: 1,
      profiles: [
        {
          profileId: idOf('P0'),
          ...{ profile: 'P0', environment: 'production', practice: false, state: 'active', verdict: 'fine' },
          urgency: 'soon',
          thumbprint: createHash('sha1').update('c0').digest('hex').toUpperCase(),
          subject: 'CN=c0',
          notAfter: expect.any(String) as string,
          daysLeft: 60,
          expiringIssuer: null,
          replacementStep: null,
        },
      ],
    })
    const failed = await clavisHere('expiry', '--ics', join(folder, 'clavis.db', 'expiry.ics'))
    expect(failed.code).toBe(69)
    expect(failed.error).toContain('clavis: disk-failed:')
  })

  test('clavis key create: says that the keychain is unavailable', async () => {
    await keep(60)
    const failed = await clavis('key', 'create', 'P0')
    expect(failed.code).toBe(69)
    expect(failed.error).toContain('clavis: keychain-')
  })
})
