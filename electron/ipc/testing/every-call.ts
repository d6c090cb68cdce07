import { calls, type CallName } from '#shared/contract.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { defaultWatchSettings } from '#shared/watches/watch.ts'
import { rounds } from '../../testing/rounds.ts'
import { makeInput, seededRandom, type Candidates } from './valid-inputs.ts'
import { attackersPassphrase, restoredBaitId, type WalledApp } from './walled-app.ts'

/** How often each call is made. */
const callRounds = rounds(3, 30)

/** Calls that take long: once is enough. */
const large: ReadonlySet<CallName> = new Set([
  ...(['practice.setUp', 'practice.tearDown', 'practice.start'] as const),
  ...(['backup.create', 'backup.preview', 'backup.restore'] as const),
])

/**
 * Makes every call of the contract several times in random order, as a script in the page would.
 * @param more values of inputs instead of usual ones
 * @returns the calls whose input can't be generated
 */
export async function makeEveryCall(app: WalledApp, seed: number, more: Candidates = {}): Promise<CallName[]> {
  const random = seededRandom(seed)
  const own = await candidates(app)
  let windowId = 2_000_000
  const uncovered = new Set<CallName>()
  for (let round = 0; round < callRounds; round += 1)
    for (const name of shuffled(Object.keys(calls) as CallName[], random)) {
      if (large.has(name) && round > 0) continue
      windowId += 1
      const files = await openedFiles(app, name, windowId)
      const made = makeInput(calls[name].input, { ...own, ...more, ...files }, random)
      if (made === undefined) uncovered.add(name)
      else await app.call(name, made.input, windowId)
    }
  return [...uncovered]
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

/** Returns ids of files that are valid only in this window. */
async function openedFiles(app: WalledApp, name: CallName, windowId: number): Promise<Candidates> {
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
export async function candidates(app: WalledApp): Promise<Candidates> {
  const { production, distant, lure, bait, attacker } = app
  const read = async (name: CallName, input: unknown): Promise<unknown> => {
    const envelope = await app.call(name, input)
    return envelope.ok ? envelope.value : undefined
  }
  const credentials = (await read('credentials.list', { profileId: production.id })) as {
    id: string
    certificate: { pem: string; thumbprint: Record<'sha1' | 'sha256' | 'sha1Base64Url' | 'sha256Base64Url', string> }
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
    // Of a profile, and of a watch.
    settings: [
      ...Object.entries({
        ...theirs,
        environment: 'client-testing',
        includeJti: true,
        audience: attacker.origin,
      }).map(([member, value]) => ({ ...settings, [member]: value })),
      defaultWatchSettings,
    ],
    warnings: [
      ...addresses.map((webhookUrl) => ({ ...warnings, webhook: true, webhookUrl })),
      { ...warnings, desktop: false, tray: false, badge: false, thresholds: [1] },
    ],
    thresholds: [[1], []],
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
    thumbprint: Object.values(active?.certificate.thumbprint ?? {}).flatMap((each) => [each, each.toLowerCase()]),
    sha256: [active?.certificate.thumbprint.sha256],
    pem: [active?.certificate.pem],
    base64: [active?.certificate.pem ?? '', app.otherCertificate].map((pem) => Buffer.from(pem).toString('base64')),
    svg: ['<svg xmlns="http://www.w3.org/2000/svg"/>'],
    keySize: [2048],
    timeZone: ['UTC'],
    // Within the certificate’s validity: later is refused.
    until: [new Date(Date.now() + 10 * dayMs).toISOString()],
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
    // Of a view, and the index of an imported content.
    content: [0, { filter: 'status:Errored', sort: [], mode: 'table', columns: { order: [], settings: [] } }],
    scopeParameter: ['scope'],
    flavor: ['jwt'],
    environment: ['client-testing'],
    clientAuthentication: ['private_key_jwt'],
    assertionLifetimeSeconds: [28_800],
    recordMembers: [{}],
  }
}
