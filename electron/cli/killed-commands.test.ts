import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import forge from 'node-forge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#shared/values/local-day.ts'
import { deleteLeftKeys, examineLeftKeys } from '../credentials/recovery/testing/left-keys.ts'
import { randomFrom } from '../credentials/recovery/testing/random.ts'
import { startPrivateSession, type PrivateSession } from '../keychain/testing/private-session.ts'
import { startListServer, type ListServer } from '../lists/testing/list-server.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { pageOf } from '../records/testing/page-text.ts'
import { Database } from '../store/database.ts'
import { killsAtEachCall, tracer } from '../testing/kills-at-each-call.ts'
import { rounds } from '../testing/rounds.ts'
import { record, lines } from './lists/testing/list-ground.ts'
import { clavisProgram, runClavis, type Ended } from './testing/clavis-process.ts'

const kills = rounds(8, 300)
const seed = Number(process.env['CLAVIS_KILL_SEED'] ?? randomInt(2 ** 31))
const random = randomFrom(seed)
const [pages, recordsPerPage] = [10, 500]

let session: PrivateSession
let folder: string
let files: string
let server: ListServer
const data = (): string => join(folder, 'data')
const file = (name: string): string => join(files, name)

beforeAll(async () => {
  session = await startPrivateSession('unlocked')
  folder = await mkdtemp(join(tmpdir(), 'clavis-killed-commands-'))
  files = join(folder, 'files')
  await mkdir(join(files, 'certificates'), { recursive: true })
  server = await startListServer((cursor, _time, { url }) => {
    if (url === '/token') return '{"access_token":"x","token_type":"Bearer","expires_in":3600}'
    const page = cursor === undefined ? 1 : Number(cursor.slice(1))
    const records = Array.from({ length: recordsPerPage }, (_, index) => record((page - 1) * recordsPerPage + index))
    return page < pages ? pageOf(records, `c${page + 1}`, 'false') : pageOf(records, null, 'true')
  })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(file('key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const origin = new URL(server.baseUrl).origin
  const profile = (name: string, flavor: string, environment: string): object => ({
    ...{ name, flavor, environment, clientId: 'acme', tokenUrl: `${origin}/token`, reportsBaseUrl: server.baseUrl },
  })
  const profiles = [
    profile('List', 'basic', 'mock'),
    ...['One', 'Two', 'Three'].map((name) => profile(name, 'jwt', 'client-testing')),
  ]
  await writeFile(file('profiles.json'), JSON.stringify({ clavis: 1, profiles }))
  expect(await run(['profile', 'import', file('profiles.json')])).toMatchObject({ code: 0 })
  expect(await run(['secret', 'set', 'List'], 'hush\n')).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await server.end()
  await session.end()
  await rm(folder, { recursive: true, force: true })
})

/** The session's own, so that keys of other tests are not listed. */
const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(session.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

const run = (args: readonly string[], input = ''): Promise<Ended> =>
  runClavis(data(), args, { input, env: environment() })

/** A command with what it gets on standard input. */
type Command = readonly [args: readonly string[], input?: string]

const passphrase = 'sturdy violin crater\n'

/** The certificates that were signed so far. */
async function signedCertificates(): Promise<string[]> {
  return (await readdir(join(files, 'certificates'))).map((name) => join(files, 'certificates', name))
}

/** Commands that change something; whether they can depends on what the ones before left. */
function commandsOf(name: string, certificates: readonly string[]): readonly Command[] {
  return [
    [['key', 'create', name]],
    [['key', 'create', name]],
    [['key', 'import', name, file('key.pem')]],
    [['csr', name, '--subject', `CN=${name}`, '--out', file(`${randomUUID()}.csr`)]],
    [['csr', name, '--subject', `CN=${name}`, '--out', file(`${randomUUID()}.csr`)]],
    [['certificate', 'import', '--any', ...certificates]],
    [['certificate', 'activate', name, '--newest']],
    [['backup', 'create', '--out', file('all.backup'), '--force'], passphrase],
    [['backup', 'restore', file('all.backup'), '--replace'], passphrase],
    [['backup', 'restore', file('all.backup'), '--rename'], passphrase],
    [['profile', 'import', file('profiles.json'), '--replace']],
    [['profile', 'set', name, `clientId=${randomUUID()}`]],
    [['profile', 'create', randomUUID(), 'environment=mock', 'clientId=a', 'tokenUrl=https://auth.example.com/token']],
    [['profile', 'remove', name, '--destroy-secrets']],
    [['profile', 'remove', name]],
    [['replace', 'start', name, '--out-dir', files]],
    [['replace', 'test', name, '--skip-confirmation']],
    [['replace', 'switch', name]],
    [['replace', random() < 0.5 ? 'rollback' : 'retire', name]],
    [['replace', 'cancel', name]],
    [['secret', 'set', 'List'], `hush ${'x'.repeat(5000)}\n`],
    [['list', 'List', 'reports', '--resume-or-start', file('out.ndjson')]],
    [['list', 'List', 'reports', '--resume-or-start', file('out.ndjson')]],
  ]
}

/** Opens everything that a killed command left, as the next one would. */
async function examine(deletesLeftKeys: boolean): Promise<void> {
  const database = new Database({ folder: data() })
  try {
    const profiles = new ProfileStore({ database, now: Date.now, newId: randomUUID })
    const checked = await database.read((sql) => sql.prepare('PRAGMA integrity_check').get())
    expect(checked).toEqual({ integrity_check: 'ok' })
    // SQLite leaves a journal that a killed process created and did not use to the next change, which removes it.
    await database.change(({ sql }) =>
      sql.exec("INSERT INTO documents VALUES ('examined', '1'); DELETE FROM documents WHERE name = 'examined'"),
    )
    await signRequests(profiles)
    await examineLeftKeys(profiles, session.env, deletesLeftKeys)
  } finally {
    await database.end()
  }
  await examineFiles()
}

/** No file is half written: what has its name is whole, and all else is a temporary file. */
async function examineFiles(): Promise<void> {
  const known = /^(?:clavis\.db|runs|snapshots|.*\.tmp)$/u
  expect((await readdir(data())).filter((name) => !known.test(name))).toEqual([])
  for (const name of await readdir(files))
    if (name.endsWith('.csr'))
      expect(forge.pki.certificationRequestFromPem(await readFile(file(name), 'utf8')).verify()).toBe(true)
  if ((await readdir(files)).includes('all.backup'))
    expect(await run(['backup', 'show', file('all.backup')], passphrase)).toMatchObject({ code: 0 })
}

const authority = forge.pki.rsa.generateKeyPair(1024)

/** Signs the CSRs of all credentials, as a certificate authority would. */
async function signRequests(profiles: ProfileStore): Promise<void> {
  for (const { credentials } of await profiles.list())
    for (const credential of credentials) {
      if (!('request' in credential) || credential.request === undefined || 'certificate' in credential) continue
      const request = forge.pki.certificationRequestFromPem(credential.request.pem)
      const certificate = forge.pki.createCertificate()
      if (request.publicKey !== null) certificate.publicKey = request.publicKey
      certificate.serialNumber = `01${credential.id.replaceAll('-', '').slice(0, 10)}`
      certificate.validity.notBefore = new Date(Date.now() - 3_600_000)
      certificate.validity.notAfter = new Date(Date.now() + dayMs * 60)
      certificate.setSubject(request.subject.attributes)
      certificate.setIssuer([{ name: 'commonName', value: 'Test CA' }])
      certificate.sign(authority.privateKey, forge.md.sha256.create())
      await writeFile(join(files, 'certificates', `${credential.id}.pem`), forge.pki.certificateToPem(certificate))
    }
}

/** A resumed load equals a clean one byte for byte. */
async function examineList(): Promise<void> {
  const resumed = await run(['list', 'List', 'reports', '--resume-or-start', file('out.ndjson')])
  // A killed `secret set` may have left the profile without one.
  if (/no-client-secret|keychain-entry-damaged/u.test(resumed.err)) {
    await run(['secret', 'set', 'List'], 'hush\n')
    return examineList()
  }
  expect(resumed).toMatchObject({ code: 0 })
  expect(await readFile(file('out.ndjson'), 'utf8')).toBe(lines(pages * recordsPerPage))
  expect((await readdir(files)).filter((name) => name.startsWith('out'))).toEqual(['out.ndjson'])
  await rm(file('out.ndjson'))
}

/** Removes the profiles that a restore added, so that each look takes as long as the one before, and puts those back that a command removed. */
async function restoreProfiles(): Promise<void> {
  const { out } = await run(['--json', 'profile', 'list'])
  const there = (JSON.parse(out) as { name: string }[]).map(({ name }) => name)
  for (const name of there)
    if (!['List', 'One', 'Two', 'Three'].includes(name))
      expect(await run(['profile', 'remove', name, '--destroy-secrets'])).toMatchObject({ code: 0 })
  if (!['List', 'One', 'Two', 'Three'].every((name) => there.includes(name)))
    expect(await run(['profile', 'import', file('profiles.json'), '--replace'])).toMatchObject({ code: 0 })
}

/** Keeps a copy of the data folder. @returns what puts it back and deletes the keys that were created since */
async function keepData(): Promise<() => Promise<void>> {
  const copy = join(folder, `kept-${randomUUID()}`)
  await cp(data(), copy, { recursive: true })
  return async () => {
    await rm(data(), { recursive: true })
    await cp(copy, data(), { recursive: true })
    const database = new Database({ folder: data() })
    await deleteLeftKeys(new ProfileStore({ database, now: Date.now, newId: randomUUID }), session.env)
    await database.end()
  }
}

test(`Command line: ${kills} kills of commands leave everything whole (seed ${seed})`, async () => {
  const took = new Map<string, number>()
  for (let kill = 0; kill < kills;) {
    const name = ['One', 'Two', 'Three'][Math.floor(random() * 3)] ?? ''
    const commands = commandsOf(name, await signedCertificates())
    const [args, input = ''] = commands[Math.floor(random() * commands.length)] ?? [['expiry']]
    const what = args.slice(0, 2).join(' ')
    const child = spawn(process.execPath, [...clavisProgram(), '--data-dir', data(), ...args], {
      env: { ...process.env, ...session.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.stdin.on('error', () => undefined).end(input)
    const started = performance.now()
    const ended = once(child, 'exit')
    // Loading the code changes nothing.
    await Promise.race([ended, wait(80 + random() * (took.get(what) ?? 700))])
    child.kill('SIGKILL')
    await ended
    if (child.signalCode === 'SIGKILL') kill += 1
    else took.set(what, performance.now() - started)
    // Keys that are left behind make each look at the keychain longer.
    await examine(kill === kills || kill % 5 === 0)
    if (args[0] === 'list') await examineList()
    if (args[0] === 'profile' || args[0] === 'backup') await restoreProfiles()
  }
  await examineFiles()
  await examineList()
}, 1_800_000)

test.runIf(tracer !== undefined && rounds(0, 1) === 1)(
  'Command line: kills at each system call between the first write and the last leave everything whole',
  async () => {
    await restoreProfiles()
    const killed = new Map<string, number>()
    /**
     * @param before makes what the command found once, where a finished run leaves less, or more, for the next to do
     * @param examineMore looks at what is special to the command
     */
    const killAll = async (
      [args, input = '']: Command,
      {
        before,
        examineMore,
        step = 1,
      }: {
        readonly before?: () => Promise<void>
        readonly examineMore?: () => Promise<void>
        readonly step?: number
      } = {},
    ): Promise<void> => {
      const after = async (): Promise<void> => {
        // Also deletes what was left behind, or each look at the keychain would take longer than the one before.
        await examine(true)
        await examineMore?.()
      }
      const all = [...clavisProgram(), '--data-dir', data(), ...args]
      const options = { after, env: environment(), input, step }
      const kills = await killsAtEachCall(all, before === undefined ? options : { ...options, before })
      killed.set(args.slice(0, 2).join(' '), kills)
      process.stderr.write(`kills at each system call: ${args.join(' ')}: ${kills}\n`)
    }
    const expectDone = async (...[args, input]: Command): Promise<void> =>
      expect(await run(args, input)).toMatchObject({ code: 0 })
    const unchanged = { before: await keepData() }
    await killAll([['key', 'create', 'One']], unchanged)
    await killAll([['profile', 'set', 'One', `clientId=${randomUUID()}`]], unchanged)
    await unchanged.before()
    await expectDone(['key', 'create', 'One'])
    await expectDone(['csr', 'One', '--subject', 'CN=One', '--out', file(`${randomUUID()}.csr`)])
    // Certificates of keys that are gone now would fail.
    for (const certificate of await signedCertificates()) await rm(certificate)
    await examine(false)
    const withRequest = { before: await keepData() }
    const certificateImport: Command = [['certificate', 'import', '--any', ...(await signedCertificates())]]
    await killAll(certificateImport, withRequest)
    await withRequest.before()
    await expectDone(...certificateImport)
    const withCertificate = { before: await keepData() }
    await killAll([['certificate', 'activate', 'One', '--newest']], withCertificate)
    await expectDone(['backup', 'create', '--out', file('all.backup'), '--force'], passphrase)
    await killAll([['backup', 'restore', file('all.backup'), '--replace'], passphrase], { step: 2 })
    await killAll([['profile', 'import', file('profiles.json'), '--replace']])
    await killAll([['replace', 'start', 'One', '--out-dir', files]], { before: await keepData() })
    await killAll([['replace', 'cancel', 'One']], { before: await keepData() })
    await killAll([['list', 'List', 'reports', '--resume-or-start', file('out.ndjson')]], {
      examineMore: examineList,
      step: 3,
    })
    expect(Math.min(...killed.values())).toBeGreaterThan(3)
  },
  7_200_000,
)
