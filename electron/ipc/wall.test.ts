import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls, type CallName } from '../../shared/contract.ts'
import { callAccess } from './calls/call-access.ts'
import { attackChains } from './testing/attack-chains.ts'
import { makeInput, seededRandom, type Candidates } from './testing/valid-inputs.ts'
import { attackersPassphrase, restoredBaitId, startWalledApp, type WalledApp } from './testing/walled-app.ts'
import { rounds } from '../testing/rounds.ts'

// A script in the page tries to extract a secret, a token or an assertion of a Production profile, with every call of
// the contract and with chains of calls.

let app: WalledApp
beforeAll(async () => {
  app = await startWalledApp()
}, 120_000)
afterAll(() => app.end(), 60_000)
beforeEach(() => app.reset())

/** How often each call is made. */
const callRounds = rounds(3, 30)

/** Calls that take long: once is enough. */
const large: ReadonlySet<CallName> = new Set([
  ...(['practice.setUp', 'practice.tearDown', 'practice.start'] as const),
  ...(['backup.create', 'backup.preview', 'backup.restore'] as const),
])

test('no call of the contract leaks anything unless the person agrees', async () => {
  app.agrees = false
  const random = seededRandom(20)
  const own = await candidates()
  let windowId = 0
  const uncovered = new Set<CallName>()
  for (let round = 0; round < callRounds; round += 1)
    for (const name of shuffled(Object.keys(calls) as CallName[], random)) {
      if (large.has(name) && round > 0) continue
      windowId += 1
      const files = await openedFiles(name, windowId)
      const made = makeInput(calls[name].input, { ...own, ...files }, random)
      if (made === undefined) uncovered.add(name)
      else await app.call(name, made.input, windowId)
    }
  // A new call whose input can't be generated is not covered: add values for its fields to `candidates`.
  expect([...uncovered]).toEqual([])
  expect(app.leaks()).toEqual([])
  // Not even a connection: no one agreed to the attacker's host.
  expect(app.attacker.received()).toEqual([])
  expect(app.asked.length).toBeGreaterThan(5)
})

describe('chains of calls', () => {
  test.each(Object.entries(attackChains))('%s', async (_name, { run, asks }) => {
    app.agrees = false
    await run(app)
    expect(app.leaks()).toEqual([])
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

describe('where Production is read-only, and a script agrees to every question', () => {
  let usual: WalledApp
  beforeAll(async () => {
    usual = app
    app = await startWalledApp('read-only')
  }, 120_000)
  afterAll(async () => {
    await app.end()
    app = usual
  }, 60_000)

  test('no call changes or uses a Production profile', async () => {
    const random = seededRandom(21)
    const own = await candidates()
    const before = await app.productionState()
    app.agrees = true
    let windowId = 2_000_000
    for (let round = 0; round < callRounds; round += 1)
      for (const name of shuffled(Object.keys(calls) as CallName[], random)) {
        if (large.has(name) && round > 0) continue
        windowId += 1
        const files = await openedFiles(name, windowId)
        const made = makeInput(calls[name].input, { ...own, environment: ['production'], ...files }, random)
        if (made !== undefined) await app.call(name, made.input, windowId)
      }
    expect(await app.productionState()).toEqual(before)
    expect(app.leaks()).toEqual([])
  })

  test.each(Object.entries(attackChains))('%s', async (_name, { run }) => {
    const before = await app.productionState()
    app.agrees = true
    await run(app)
    expect(await app.productionState()).toEqual(before)
    // What the page sees can leave, because here a script agrees to the new host.
    expect(app.leaks().filter((leak) => !leak.startsWith('record'))).toEqual([])
  })

  test('each call that would use it says so before it asks anything, and what is stored can be viewed', async () => {
    app.agrees = true
    const random = seededRandom(22)
    const own = await candidates()
    const { id: profileId } = app.production
    const named = { profileId: [profileId], profileIds: [[profileId]], keyId: own['credentialId'] ?? [] }
    const withoutSnapshot = (Object.keys(calls) as CallName[]).filter((name) => !name.startsWith('snapshots.re'))
    for (const name of withoutSnapshot) {
      if (typeof callAccess[name] === 'string') continue
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

  test('profiles of other environments and practice work as before', async () => {
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

  test('no profile becomes one for Production', async () => {
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
})

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

/** Returns ids of files that are valid only in this window. */
async function openedFiles(name: CallName, windowId: number): Promise<Candidates> {
  const value = async (opener: CallName): Promise<Record<string, unknown>> => {
    const envelope = await app.call(opener, undefined, windowId)
    return envelope.ok ? (envelope.value as Record<string, unknown>) : {}
  }
  if (name === 'profiles.importFile') return { fileId: [(await value('profiles.openFile'))['fileId']] }
  if (name === 'backup.preview' || name === 'backup.restore')
    return { backupId: [(await value('backup.openFile'))['backupId']] }
  if (name === 'credentials.importChosenFiles')
    return { chosenFilesId: [(await value('credentials.chooseCertificateFiles'))['chosenFilesId']], content: [0] }
  return {}
}

/** Returns everything that a page can know or make up, by field names of the contract. */
async function candidates(): Promise<Candidates> {
  const { production, distant, lure, bait, attacker } = app
  const read = async (name: CallName, input: unknown): Promise<unknown> => {
    const envelope = await app.call(name, input)
    return envelope.ok ? envelope.value : undefined
  }
  const credentials = (await read('credentials.list', { profileId: production.id })) as {
    id: string
    certificate: { pem: string; thumbprint: { sha1: string; sha256: string } }
  }[]
  const run = (await read('lists.open', { profileId: production.id, list: 'reports', restart: true })) as {
    datasetId: string
  }
  const { warnings } = (await read('app.settings', undefined)) as { warnings: Record<string, unknown> }
  const [active] = credentials
  const addresses = [attacker.origin, `${attacker.origin}/token`]
  const theirs = {
    tokenUrl: addresses[1],
    apiBaseUrl: attacker.origin,
    reportsBaseUrl: attacker.origin,
    proxy: attacker.origin,
  }
  const { id, practice, revision, createdAt, updatedAt, ...settings } = production
  return {
    profileId: [production.id, production.id, lure.id, bait.id],
    profileIds: [[production.id], [production.id, distant.id]],
    credentialId: [active?.id],
    credentialIds: [[active?.id]],
    datasetId: [run.datasetId],
    revision: [revision],
    settings: Object.entries({
      ...theirs,
      environment: 'client-testing',
      includeJti: true,
      audience: attacker.origin,
    }).map(([member, value]) => ({ ...settings, [member]: value })),
    warnings: addresses.map((webhookUrl) => ({ ...warnings, webhook: true, webhookUrl })),
    ...Object.fromEntries(Object.entries(theirs).map(([member, value]) => [member, [value]])),
    name: ['Made by the page', 'Another'],
    clientId: ['theirs'],
    path: [`//${attacker.host}/x`, `\\\\${attacker.host}`, attacker.origin, 'status'],
    helloPath: [`//${attacker.host}`],
    url: addresses,
    address: [production.tokenUrl, ...addresses],
    clientSecret: ['theirs'],
    password: ['theirs'],
    passphrase: [attackersPassphrase],
    thumbprint: [active?.certificate.thumbprint.sha1],
    sha256: [active?.certificate.thumbprint.sha256],
    pem: [active?.certificate.pem],
    base64: [active?.certificate.pem ?? '', app.otherCertificate].map((pem) => Buffer.from(pem).toString('base64')),
    svg: ['<svg xmlns="http://www.w3.org/2000/svg"/>'],
    keySize: [2048],
    timeZone: ['UTC'],
    until: ['2027-01-01T00:00:00Z'],
    subject: [
      {
        commonName: 'acme',
        organization: '',
        organizationalUnit: '',
        locality: '',
        state: '',
        country: '',
        emailAddress: '',
      },
    ],
    subjectAlternativeNames: [[]],
    choices: [
      [{ profileId: production.id, choice: { kind: 'replace' } }],
      [{ profileId: production.id, choice: { kind: 'add', name: 'Restored' } }],
      [{ profileId: restoredBaitId, choice: { kind: 'add', name: 'Restored bait' } }],
    ],
    records: [10],
    faults: [[]],
    proxyUser: ['theirs'],
    proxyExceptions: ['*'],
    certificateAuthorities: [[active?.certificate.pem]],
    extraTokenParameters: [{ tenant: attacker.origin }],
    targetParameter: ['audience'],
    layout: [{ order: [], settings: [] }],
    scopeParameter: ['scope'],
    flavor: ['jwt'],
    environment: ['client-testing'],
    clientAuthentication: ['private_key_jwt'],
    assertionLifetimeSeconds: [28_800],
    recordMembers: [{}],
  }
}
