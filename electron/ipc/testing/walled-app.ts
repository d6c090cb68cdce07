import { createHash, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CallResult } from '#shared/call-shapes.ts'
import type { CallName } from '#shared/contract.ts'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import { openForWindows } from '../../backend.ts'
import { BackupService } from '../../backup/backup-service.ts'
import { runCommand, type CommandOutcome } from '../../cli/testing/command-run.ts'
import { withoutAsking } from '../../confirmation.ts'
import { bundledImportWorker } from '../../credentials/import/testing/bundled-import-worker.ts'
import { certifyPublicKey } from '../../diagnostics/testing/new-certificate.ts'
import { clientSecretAccount, keyAccount, proxyPasswordAccount, type Keychain } from '../../keychain/keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import { type HostPurpose, agreeToHosts } from '../../profiles/guards/profile-hosts.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { bundledWorker } from '../../records/testing/bundled-worker.ts'
import { ActivityLog } from '../../requests/activity-log.ts'
import { KeyUses } from '../../requests/key-uses.ts'
import { createServices } from '../../services.ts'
import { Database } from '../../store/database.ts'
import { startLoopbackServer } from '../../testing/loopback-server.ts'
import { othersKey } from '../../testing/prepared-keys.ts'
import { sharedKeychain } from '../../testing/shared-keychain.ts'
import { fewRounds, startTestServices } from '../../testing/test-services.ts'
import type { Desktop } from '../../window/desktop.ts'
import { hasAssertionOf, startAttackersListener, type AttackersListener } from './attackers-listener.ts'

/** Passphrase of the attacker's backup. */
export const attackersPassphrase = 'sturdy violin crater moss'

/** The real app's services and handlers, with a person who answers main's questions, and an attacker outside. */
export interface WalledApp {
  /** A Production profile with an active key, a client secret and a proxy password. */
  readonly production: Profile
  /** A Production profile whose host is not on this computer, so that its calls use proxies. */
  readonly distant: Profile
  /** A profile for Mock with a client secret, and a proxy password for a proxy that is not on this computer. */
  readonly tested: Profile
  /** A profile of the attacker, without secrets; older than the others. */
  readonly lure: Profile
  /**
   * The attacker's as well: it names the Production profile's key, as a backup could bring it to an older Clavis. It is
   * older, too.
   */
  readonly bait: Profile
  /** A certificate that the attacker issued for the Production profile's public key. */
  readonly otherCertificate: string
  readonly attacker: AttackersListener
  /** A Production key that belongs to no profile; the attacker's backup names it. `base64` is its file. */
  readonly leftKey: { readonly keyId: string; readonly certificate: string; readonly base64: string }
  readonly asked: Confirmation[]
  /** What the person answers. */
  agrees: boolean
  /** Makes a call like the page; each number is a window. */
  readonly call: (name: CallName, input: unknown, windowId?: number) => Promise<CallResult>
  /** Runs a command in the same data folder, as a timer does after the page. */
  readonly command: (...args: string[]) => Promise<CommandOutcome>
  /** Describes every secret that reached the attacker or the page. */
  readonly leaks: () => string[]
  /** Returns all that can be changed of Production: profiles, secrets (hashed), and how many requests it received. */
  readonly productionState: () => Promise<unknown>
  /** Restores the profiles, and forgets what was asked, sent and returned. */
  readonly reset: () => Promise<void>
  readonly end: () => Promise<void>
}

const secrets = {
  token: 'the-production-token',
  'client secret': 'the-client-secret',
  'proxy password': 'the-proxy-password',
}

/** What a page sees, and may only show. */
export const productionRecord = 'the-production-record'

/** @param productionAccess what the app's runtime allows */
export async function startWalledApp(productionAccess: ProductionAccess = 'full'): Promise<WalledApp> {
  const made = await startTestServices()
  const attacker = await startAttackersListener()
  let requests = 0
  const service = await startLoopbackServer((request, response) => {
    requests += 1
    response.setHeader('content-type', 'application/json')
    const body = request.url?.startsWith('/token')
      ? { access_token: secrets.token, token_type: 'Bearer', expires_in: 3600 }
      : { reports: [{ id: '1' }] }
    response.end(JSON.stringify(body))
  })
  const addresses = {
    tokenUrl: `${service.origin}/token`,
    apiBaseUrl: `${service.origin}/api`,
    reportsBaseUrl: `${service.origin}/reports`,
  }
  const theirs = { tokenUrl: `${attacker.origin}/token`, apiBaseUrl: attacker.origin, reportsBaseUrl: attacker.origin }
  const lure = await made.newProfile({ ...theirs, name: 'Lure' })
  const bait = await made.newProfile({ ...theirs, name: 'Bait' })
  // They came from a window: nobody agreed to their hosts.
  await made.profiles.database.change(({ sql }) => sql.exec('DELETE FROM agreed_hosts'))
  const tested = await made.newProfile({
    ...{ tokenUrl: 'https://auth.tested.invalid/token', name: 'Tested', flavor: 'basic' },
    ...{ proxy: 'http://proxy.tested.invalid:3128', proxyUser: 'tested' },
  })
  const testedSecrets = {
    [clientSecretAccount(tested.id)]: secrets['client secret'],
    [proxyPasswordAccount(tested.id)]: secrets['proxy password'],
  }
  const storeSecrets = async (): Promise<void> => {
    // Reading takes a fifth of the time of writing.
    for (const [account, text] of Object.entries(testedSecrets))
      if ((await made.keychain.read(account))?.text() !== text)
        await made.keychain.replace(account, Secret.fromText(text))
  }
  await storeSecrets()
  const production = await made.newProfile({ ...addresses, name: 'Live', environment: 'production' })
  const distant = await made.newProfile({
    ...{ tokenUrl: 'https://auth.distant.invalid/token', name: 'Distant', environment: 'production' },
  })
  // A key that no credential uses any more, although a page saw its certificate.
  const leftCertificate = await made.activateCredential(production.id)
  const left = await made.credentials.list(production.id)
  await made.profiles.changeCredentials(production.id, () => [])
  await made.activateCredential(production.id)
  await made.credentials.clientSecrets.set(production.id, Secret.fromText(secrets['client secret']))
  await made.proxyPasswords.set(production.id, Secret.fromText(secrets['proxy password']))
  const live = await made.profiles.get(production.id)
  const baited = baitFor(live, await made.profiles.get(bait.id))
  await made.profiles.changeAll((all) => all.map((each) => (each.profile.id === bait.id ? baited : each)))
  const before = await made.profiles.list()
  const agreedBefore = await made.profiles.database.read((sql) =>
    sql.prepare('SELECT profile_id, purpose, host FROM agreed_hosts').all(),
  )
  const otherCertificate = certifyPublicKey(live.credentials[0]?.publicKeyPem ?? '', othersKey(), {
    commonName: 'of the attacker',
  })
  const publicKeys = [...left, ...before.flatMap(({ credentials }) => credentials)].map(
    ({ publicKeyPem }) => publicKeyPem,
  )
  const files = await attackersFiles(made.folder, attacker.origin, [
    live,
    restoredBait(baited, restoredBaitId),
    restoredBait({ ...baited, credentials: left }, leftBaitId),
  ])
  const leftFile = await made.keychain.read(keyAccount(left[0]?.id ?? ''))

  const services = createServices({
    dataFolder: made.folder,
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
    startKeychain: sharedKeychain,
    resolveProxy: () => Promise.resolve(undefined),
    productionAccess,
    backupRounds: fewRounds,
  })
  const answers: { name: CallName; text: string }[] = []
  const app = { asked: [] as Confirmation[], agrees: false }
  const opened: string[] = []
  const desktop: Desktop = {
    ask: (_windowId, question) => {
      app.asked.push(question)
      return Promise.resolve(app.agrees)
    },
    dialogs: () => ({
      // The person chooses what the attacker sent them.
      chooseFiles: ({ title }) => Promise.resolve([files[title] ?? join(made.folder, 'leaf.pem')]),
      chooseTarget: () => Promise.resolve(join(made.folder, `saved-${randomUUID()}`)),
      chooseFolder: () => Promise.resolve(made.folder),
    }),
    clipboard: {
      copyText: () => Promise.resolve(),
      copySecret: (text) => {
        if (!app.agrees) opened.push(`clipboard: ${text}`)
        return Promise.resolve()
      },
    },
    // It asks on its own, showing the address.
    openExternal: () => Promise.resolve(false),
    openFile: () => Promise.reject(new Error('a file was opened')),
    showInFolder: () => undefined,
    appInfo: () => ({
      ...{ version: '1', electronVersion: '1', chromiumVersion: '1', nodeVersion: '1', platform: 'x', dataFolder: 'y' },
    }),
    takePlaceToOpen: () => undefined,
    notices: () => [],
    applyTheme: () => undefined,
  }
  const answer = openForWindows(
    services,
    desktop,
    () => undefined,
    () => undefined,
  )
  let windows = 0

  return Object.assign(app, {
    production,
    distant,
    tested,
    lure,
    bait,
    otherCertificate,
    attacker,
    leftKey: {
      ...{ keyId: left[0]?.id ?? '', certificate: leftCertificate },
      base64: Buffer.from(leftFile?.bytes() ?? []).toString('base64'),
    },
    call: async (name: CallName, input: unknown, windowId = (windows += 1)): Promise<CallResult> => {
      const envelope = await answer(windowId, name, input)
      answers.push({ name, text: JSON.stringify(envelope) })
      return envelope
    },
    command: (...args: string[]): Promise<CommandOutcome> => runCommand(made.folder, '', args),
    leaks: (): string[] => {
      const sent = attacker.received().map((text) => ({ where: 'the attacker', text }))
      const shown = answers.map(({ name, text }) => ({ where: `the page, by ${name}`, text }))
      const copied = opened.map((text) => ({ where: 'the clipboard', text }))
      return [...sent, ...shown, ...copied].flatMap(({ where, text }) => [
        ...Object.entries(secrets).flatMap(([what, secret]) =>
          [secret, Buffer.from(secret).toString('base64')].some((each) => text.includes(each))
            ? [`${what} to ${where}`]
            : [],
        ),
        ...Object.entries(secrets).flatMap(([what, secret]) =>
          basicCredentials(text).includes(secret) ? [`${what} to ${where}`] : [],
        ),
        ...(where === 'the attacker' && text.includes(productionRecord) ? [`record to ${where}`] : []),
        ...(hasAssertionOf(text, publicKeys) ? [`assertion to ${where}`] : []),
        ...(text.startsWith('CONNECT auth.distant.invalid') ? [`connection of Distant to ${where}`] : []),
      ])
    },
    productionState: async (): Promise<unknown> => {
      const profiles = (await made.profiles.list()).filter(({ profile }) => profile.environment === 'production')
      const real = profiles.filter(({ profile }) => !profile.practice)
      const accounts = real.flatMap(({ profile: { id }, credentials }) => [
        ...[clientSecretAccount(id), proxyPasswordAccount(id)],
        ...credentials.map((credential) => keyAccount(credential.id)),
      ])
      const secrets: unknown[] = []
      for (const account of [...accounts, ...left.map(({ id }) => keyAccount(id))]) {
        const secret = await made.keychain.read(account)
        secrets.push([account, secret && createHash('sha256').update(secret.bytes()).digest('hex')])
      }
      // Warnings are Clavis's own notes.
      const changed = real.map((stored) => ({
        ...stored,
        history: stored.history.filter(({ kind }) => kind !== 'warned'),
      }))
      return { changed, secrets, requests }
    },
    reset: async (): Promise<void> => {
      await made.profiles.changeAll(() => before)
      await services.settings.change({ warnings: defaultWarningSettings }, withoutAsking)
      await made.profiles.database.change(({ sql }) => {
        sql.exec('DELETE FROM agreed_hosts')
        for (const { profile_id: id, purpose, host } of agreedBefore)
          agreeToHosts(sql, String(id), [{ purpose: purpose as HostPurpose, host: String(host) }])
      })
      await storeSecrets()
      for (const { profile } of before) services.tokens.drop(profile.id)
      app.asked.length = 0
      answers.length = 0
      opened.length = 0
      attacker.clear()
    },
    end: async (): Promise<void> => {
      await services.practice.tearDown()
      await made.profiles.changeAll((all) => [
        ...before,
        ...all.filter(({ profile }) => !before.some((each) => each.profile.id === profile.id)),
      ])
      for (const { id } of left) await made.keychain.remove(keyAccount(id))
      await services.end()
      await service.end()
      await attacker.end()
      await made.end()
    },
  })
}

/** Returns the decoded user names and passwords of Basic authentication (RFC 7617). */
function basicCredentials(text: string): string {
  const found = [...text.matchAll(/basic (?<encoded>[a-z0-9+/=]+)/giu)]
  return found.map(({ groups }) => Buffer.from(groups?.['encoded'] ?? '', 'base64').toString()).join('\n')
}

/** Creates what the attacker sent the person: profiles and a backup that point to the attacker, by dialog title. */
async function attackersFiles(
  folder: string,
  origin: string,
  theirProfiles: readonly StoredProfile[],
): Promise<Readonly<Record<string, string>>> {
  const store = new ProfileStore({
    database: new Database({ folder: join(folder, 'elsewhere') }),
    now: Date.now,
    newId: randomUUID,
  })
  // The same ids, certificates and names, since a page sees them all; the addresses are the attacker's.
  await store.changeAll(() => theirProfiles)
  const ids = theirProfiles.map(({ profile }) => profile.id)
  const theirs = { tokenUrl: `${origin}/token`, apiBaseUrl: origin, reportsBaseUrl: origin }
  await store.changeSettings(ids[0] ?? '', (settings) => ({ ...settings, ...theirs }), withoutAsking)
  const keyUses = new KeyUses({ activity: new ActivityLog(), now: Date.now })
  const backup = new BackupService({
    profiles: store,
    keychain: emptyKeychain,
    keyUses,
    now: Date.now,
    newId: randomUUID,
    rounds: fewRounds,
  })
  const { file } = await backup.create(
    ids,
    Secret.fromText(attackersPassphrase),
    { leaveOutMissing: true },
    withoutAsking,
  )
  const entry = { environment: 'client-testing', clientId: 'acme', ...theirs, proxy: origin }
  const paths = {
    'Restore backup': join(folder, 'theirs.clavis-backup'),
    'Import profiles': join(folder, 'theirs.json'),
  }
  await writeFile(paths['Restore backup'], file)
  await writeFile(paths['Import profiles'], JSON.stringify({ clavis: 1, profiles: [{ name: 'Imported', ...entry }] }))
  await store.database.end()
  return paths
}

/** The profile with a credential that names another profile's key and certificate. */
function baitFor({ credentials }: StoredProfile, stored: StoredProfile): StoredProfile {
  const named = credentials.map((each) => ({ ...each, id: randomUUID(), profileId: stored.profile.id }))
  return { ...stored, credentials: named }
}

/** The bait as the attacker's backup has it: another profile of its kind, through a proxy. */
function restoredBait({ profile, credentials }: StoredProfile, id: string): StoredProfile {
  return {
    profile: { ...profile, id, name: `Restored bait ${id}`, proxy: profile.apiBaseUrl },
    credentials: credentials.map((each) => ({ ...each, id: randomUUID(), profileId: id })),
    history: [],
  }
}

/** Id of a profile in the attacker's backup, which names the Production profile's key. */
export const restoredBaitId = randomUUID()

/** Id of a profile in the attacker's backup, which names the key that belongs to no profile. */
export const leftBaitId = randomUUID()

const emptyKeychain: Keychain = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  replace: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  has: () => Promise.resolve(false),
  list: () => Promise.resolve([]),
  describe: () => Promise.resolve({ name: 'empty' }),
}
