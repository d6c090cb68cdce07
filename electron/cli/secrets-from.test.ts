import { spawn } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { closeSync, openSync, readdirSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Secret } from '../keychain/secret.ts'
import { startListServer, type ListServer } from '../lists/testing/list-server.ts'
import { pageOf } from '../records/testing/page-text.ts'
import { HeldFile } from '../store/held-file.ts'
import { startTestServices } from '../testing/test-services.ts'
import { clavisProgram, runClavis, type Ended } from './testing/clavis-process.ts'
import { runCommand, runWithEnvironment } from './testing/command-run.ts'

// Runs commands as a server does: with an encrypted backup, and without a keyring, a D-Bus session and a home folder.

const passphrase = 'sturdy violin crater moss'
const token = 'q7v-token'
let folder: string
let server: ListServer
/** Listens where commands look for the session bus, and counts who comes. */
let bus: Server
let contacts = 0
/** Bodies of token requests, in order. */
const asked: URLSearchParams[] = []
/** Temporary folders of commands, with their modes, as seen while a page was requested. */
const temporary: string[] = []
let certificate: string

const at = (...names: string[]): string => join(folder, ...names)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-secrets-'))
  for (const name of ['tmp', 'credentials']) await mkdir(at(name))
  bus = createServer((socket) => {
    contacts += 1
    socket.destroy()
  }).listen(at('bus'))
  server = await startListServer(async (_cursor, _time, request) => {
    if (request.url === '/token') {
      asked.push(new URLSearchParams(await text(request)))
      return JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 })
    }
    for (const name of readdirSync(at('tmp')))
      temporary.push(`${name} ${(statSync(at('tmp', name)).mode & 0o777).toString(8)}`)
    return request.url?.startsWith('/reporting') === true ? pageOf(['{"id":1}', '{"id":2}'], null, 'true') : '{}'
  })
  const origin = new URL(server.baseUrl).origin
  const addresses = { tokenUrl: `${origin}/token`, apiBaseUrl: `${origin}/api`, reportsBaseUrl: server.baseUrl }
  const home = await startTestServices()
  try {
    const live = { name: 'Live', environment: 'production' as const, audience: 'https://auth.example.com' }
    const { id } = await home.newProfile({ ...addresses, ...live })
    certificate = await home.activateCredential(id)
    const mock = await home.newProfile({ ...addresses, name: 'Mock', flavor: 'basic' })
    await home.credentials.clientSecrets.set(mock.id, Secret.fromText('hush'))
    const create = ['backup', 'create', '--out', at('backup'), '--confirm', 'Live']
    expect(await runClavis(home.folder, create, { input: `${passphrase}\n` })).toMatchObject({ code: 0 })
    const quick = ['backup', 'create', '--out', at('quick'), '--confirm', 'Live']
    expect(await runCommand(home.folder, `${passphrase}\n`, quick)).toMatchObject({ code: 0 })
  } finally {
    // With the keys in the keyring: from here on they are in the backup alone.
    await home.end()
  }
})
afterAll(async () => {
  bus.close()
  await server.end()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  for (const name of ['backup', 'quick']) await chmod(at(name), 0o600)
  await writeFile(at('credentials', 'clavis-passphrase'), `${passphrase}\n`)
  await chmod(at('credentials', 'clavis-passphrase'), 0o600)
})

interface Given {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** Descriptor 3: a file, or a text that comes through a pipe. */
  readonly third?: { readonly file: string } | { readonly text: string }
}

/** Runs a command in an environment where nothing but temporary files can be written. */
async function bare(args: readonly string[], { input = '', env = {}, third }: Given = {}): Promise<Ended> {
  const file = third !== undefined && 'file' in third ? openSync(third.file, 'r') : undefined
  // A file: no folder can be created below it, not even by root.
  const nowhere = at('backup', 'home')
  const child = spawn(process.execPath, [...clavisProgram(), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      ...{ HOME: nowhere, XDG_CONFIG_HOME: nowhere, XDG_RUNTIME_DIR: nowhere, APPDATA: nowhere, TMPDIR: at('tmp') },
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${at('bus')}`,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe', ...(third === undefined ? [] : [file ?? ('pipe' as const)])],
  })
  if (file !== undefined) closeSync(file)
  const [stdin, stdout, stderr, pipe] = child.stdio
  if (third !== undefined && 'text' in third && pipe !== undefined && pipe !== null && 'end' in pipe)
    pipe.end(third.text)
  stdin?.end(input)
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const read = (stream: typeof stdout): Promise<string> => (stream === null ? Promise.resolve('') : text(stream))
  const [out, err] = await Promise.all([read(stdout), read(stderr)])
  return { code: await code, out, err }
}

/** Runs a command with the backup and the passphrase as systemd's credential. */
function clavis(args: readonly string[], given: Given = {}): Promise<Ended> {
  const env = { CREDENTIALS_DIRECTORY: at('credentials'), ...given.env }
  return bare(['--secrets-from', at('backup'), ...args], { ...given, env })
}

/** Runs a command in this process with a backup of few rounds, in a tenth of the time. */
async function clavisHere(args: readonly string[], { input = '', env = {} }: Given = {}): Promise<Ended> {
  const given = { CLAVIS_SECRETS_FROM: at('quick'), CREDENTIALS_DIRECTORY: at('credentials'), ...env }
  const { code, out, error } = await runWithEnvironment(given, input, args)
  return { code, out, err: error }
}

test('--secrets-from: token, exec and call sign and authenticate with the secrets of the backup', async () => {
  asked.length = 0
  expect(await clavis(['token', 'Live', '--print', '--confirm', 'Live'])).toEqual({
    ...{ code: 0, out: `${token}\n`, err: '' },
  })
  const assertion = asked[0]?.get('client_assertion') ?? ''
  const { payload } = await jwtVerify(assertion, new X509Certificate(certificate).publicKey)
  expect(payload.sub).toBe('acme')
  expect(await clavis(['exec', 'Mock', '--', 'sh', '-c', 'printf %s "$CLAVIS_TOKEN"; exit 3'])).toEqual({
    ...{ code: 3, out: token, err: '' },
  })
  expect(await clavis(['call', 'Mock', 'hello'])).toMatchObject({ code: 0, out: '{}\n' })
  expect(await clavis(['token', 'Live', '--print'])).toMatchObject({
    ...{ code: 65, err: expect.stringContaining('not-confirmed') as string },
  })
})

test('--secrets-from: list keeps its pages beside its file or in a private temporary folder, and removes them', async () => {
  temporary.length = 0
  expect(await clavis(['list', 'Mock', 'reports', '--out', 'reports.ndjson'])).toMatchObject({ code: 0, err: '' })
  expect(await readFile(at('reports.ndjson'), 'utf8')).toBe('{"id":1}\n{"id":2}\n')
  expect((await readdir(folder)).filter((name) => name.startsWith('reports.ndjson'))).toEqual(['reports.ndjson'])
  expect(temporary).toEqual([])
  expect((await clavis(['list', 'Mock', 'reports', '--out', '-'])).out).toBe('{"id":1}\n{"id":2}\n')
  expect(temporary).toEqual([expect.stringMatching(/^clavis-[\da-f-]{36} 700$/u)])
  expect(await readdir(at('tmp'))).toEqual([])
})

test('--secrets-from: check writes the metrics and nothing else', async () => {
  const before = await readdir(folder)
  const checked = await clavis(['check', '--metrics', 'out.prom'])
  // The certificate expires within 30 days.
  expect(checked).toMatchObject({ code: 1, err: '' })
  expect(await readFile(at('out.prom'), 'utf8')).toContain(
    'clavis_token_success{profile="Mock",environment="mock"} 1\n',
  )
  await rm(at('out.prom'))
  expect(await readdir(folder)).toEqual(before)
  expect(await readdir(at('tmp'))).toEqual([])
})

test('--secrets-from: profiles, keys, certificates, expiry and diagnostics are those of the backup', async () => {
  expect((await clavisHere(['profile', 'list'])).out).toMatch(/Live.*\n.*Mock/u)
  expect((await clavisHere(['profile', 'show', 'Live'])).code).toBe(0)
  expect(await clavisHere(['key', 'list'])).toMatchObject({ code: 0, err: '' })
  expect((await clavisHere(['certificate', 'list', 'Live'])).out).toContain('active')
  expect(await clavisHere(['expiry'])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/Live +Production +\S+ +\d+ days left/u) as string,
  })
  expect((await clavisHere(['doctor', 'Live'])).out).toContain('The backup in memory is available.')
})

test('--secrets-from: what only reads or writes a chosen file works as usual', async () => {
  await mkdir(at('out'))
  await writeFile(at('out', 'one.ndjson'), '{"id":1}\n')
  for (const args of [
    ['profile', 'export', '--out', at('out', 'profiles.json')],
    ['certificate', 'bundle', 'Live', '--out', at('out', 'bundle')],
    ['replace', 'status'],
    ['diff', at('out', 'one.ndjson'), at('out', 'one.ndjson')],
    ['backup', 'show', at('quick')],
    ['backup', 'create', 'Mock', '--out', at('out', 'backup')],
  ])
    expect((await clavisHere(args, { input: `${passphrase}\n` })).code, args.join(' ')).toBe(0)
  expect((await readdir(at('out'))).toSorted()).toEqual(['backup', 'bundle', 'one.ndjson', 'profiles.json'])
  await rm(at('out'), { recursive: true })
})

test('--secrets-from: touches neither session bus nor data folder, and starts no other process', async () => {
  await rm(at('starts'), { force: true })
  const before = (await readdir(folder)).toSorted()
  const started = `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(at('starts'))}, process.pid + '\\n')`
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(started)}` }
  contacts = 0
  for (const args of [
    ['token', 'Live'],
    ['doctor', 'Live'],
    ['key', 'list'],
  ])
    expect((await clavis(args, { env })).err).toBe('')
  expect(contacts).toBe(0)
  expect(new Set((await readFile(at('starts'), 'utf8')).trim().split('\n')).size).toBe(3)
  await rm(at('starts'))
  expect((await readdir(folder)).toSorted()).toEqual(before)
  expect(await readdir(at('tmp'))).toEqual([])
})

test('--secrets-from: removes the records that a killed command left, not those of a running one', async () => {
  const [left, running] = [randomUUID(), randomUUID()].map((id) => at('tmp', `clavis-${id}`, 'runs')) as [
    string,
    string,
  ]
  for (const runs of [left, running]) {
    await mkdir(runs, { recursive: true })
    await writeFile(join(runs, '1.0123abcd-x.records'), 'a record')
  }
  const killed = await HeldFile.take(join(left, '1.0123abcd.held'))
  killed?.release()
  const held = await HeldFile.take(join(running, '1.0123abcd.held'))
  await mkdir(at('tmp', 'clavis-mine'))
  expect((await clavis(['token', 'Live'])).code).toBe(0)
  expect(await readdir(at('tmp'))).toEqual(['clavis-mine', basename(dirname(running))].toSorted())
  held?.release()
  for (const name of await readdir(at('tmp'))) await rm(at('tmp', name), { recursive: true })
})

test.skipIf(process.getuid?.() !== 0)(
  '--secrets-from: root refuses a backup and a passphrase of another user',
  async () => {
    for (const name of ['backup', 'credentials/clavis-passphrase']) {
      await chown(at(name), 65_534, 65_534)
      try {
        const { code, err } = await clavis(['token', 'Live'])
        expect([code, err]).toEqual([65, expect.stringContaining('belongs to another user')])
      } finally {
        await chown(at(name), 0, 0)
      }
    }
  },
)

test.each([
  [['secret', 'set', 'Mock']],
  [['key', 'create', 'Live']],
  [['key', 'import', 'Live', 'x.pem']],
  [['csr', 'Live', '--subject', 'CN=x', '--out', 'x.csr']],
  [['certificate', 'import', 'Live', 'x.pem']],
  [['certificate', 'activate', 'Live', '--newest']],
  [['replace', 'start', 'Live']],
  [['profile', 'set', 'Mock', 'scopes=x']],
  [['profile', 'create', 'New', 'clientId=x']],
  [['profile', 'remove', 'Mock']],
  [['backup', 'restore', 'backup']],
  [['authority', 'trust', 'Live', 'AB']],
  [['snapshot', 'list']],
  [['list', 'Mock', 'reports', '--snapshot', 'monday']],
  [['practice']],
])('--secrets-from: %j is refused before it starts', async (args) => {
  const { code, out, err } = await clavisHere(args, { input: 'hush\n' })
  expect({ code, out }).toEqual({ code: 65, out: '' })
  expect(err).toContain('Profiles and secrets of a backup (--secrets-from) are only read.')
})

test('--secrets-from: mcp serves the profiles of the backup, and ends with its input', async () => {
  expect(await clavis(['mcp'])).toMatchObject({
    ...{
      code: 0,
      out: '',
      err: expect.stringContaining('Serving 1 profile to an agent, read-only. Hidden: 1') as string,
    },
  })
})

test('--passphrase-fd: reads the passphrase from a file or a pipe, which the program of exec does not get', async () => {
  const args = ['--secrets-from', 'backup', '--passphrase-fd', '3']
  const file = at('credentials', 'clavis-passphrase')
  const script = 'cat <&3 || printf closed'
  for (const third of [{ file }, { text: `${passphrase}\r\n` }])
    expect(await bare([...args, 'exec', 'Mock', '--', 'sh', '-c', script], { third })).toMatchObject({
      ...{ code: 0, out: 'closed' },
    })
  expect(await bare([...args.slice(0, 3), '0', 'token', 'Mock'], { input: passphrase })).toMatchObject({ code: 0 })
  expect(await bare([...args, 'token', 'Mock'])).toMatchObject({
    ...{ code: 65, err: expect.stringContaining('Descriptor 3') as string },
  })
})

test('CLAVIS_SECRETS_FROM: names the backup as --secrets-from does, and neither goes with --data-dir', async () => {
  const env = { CLAVIS_SECRETS_FROM: at('backup'), CREDENTIALS_DIRECTORY: at('credentials') }
  expect(await bare(['token', 'Mock'], { env })).toMatchObject({ code: 0, err: '' })
  expect(await bare(['--data-dir', folder, 'token', 'Mock'], { env })).toMatchObject({ code: 64 })
  expect(await bare(['--passphrase-fd', '3', 'profile', 'list'])).toMatchObject({ code: 64 })
})

test('--secrets-from: a wrong, empty or missing passphrase says so', async () => {
  await writeFile(at('credentials', 'clavis-passphrase'), 'another one\n')
  expect(await clavisHere(['token', 'Mock'])).toMatchObject({
    ...{ code: 65, out: '', err: expect.stringContaining('backup-passphrase-wrong') as string },
  })
  await writeFile(at('credentials', 'clavis-passphrase'), '\n')
  expect((await clavisHere(['token', 'Mock'])).err).toContain('is empty')
  await rm(at('credentials', 'clavis-passphrase'))
  const missing = await clavisHere(['token', 'Mock'])
  expect(missing).toMatchObject({ code: 65, err: expect.stringContaining('--passphrase-fd') as string })
  const neither = await bare(['--secrets-from', 'backup', 'token', 'Mock'])
  expect(neither.err).toContain('--passphrase-fd')
  expect(neither.err).toContain('$CREDENTIALS_DIRECTORY/clavis-passphrase')
})

test('--secrets-from: a backup or passphrase that others than its owner may use is refused', async () => {
  const passphraseFile = at('credentials', 'clavis-passphrase')
  const refusal = (path: string): unknown => ({
    code: 65,
    out: '',
    err: expect.stringMatching(
      new RegExp(`^clavis: file-untrusted: .*\\n.*\\n {2}chmod 600 ${path}\\n$`, 'u'),
    ) as string,
  })
  for (const mode of [0o640, 0o604, 0o620]) {
    await chmod(at('quick'), mode)
    expect(await clavisHere(['token', 'Mock'])).toEqual(refusal(at('quick')))
  }
  await chmod(at('quick'), 0o400)
  expect(await clavisHere(['token', 'Mock'])).toMatchObject({ code: 0 })
  await chmod(passphraseFile, 0o644)
  expect(await clavisHere(['token', 'Mock'])).toEqual(refusal(passphraseFile))
  const args = ['--secrets-from', at('backup'), '--passphrase-fd', '3', 'token', 'Mock']
  expect(await bare(args, { third: { file: passphraseFile } })).toMatchObject({
    ...{ code: 65, err: expect.stringContaining('file-untrusted') as string },
  })
})

// Only root can create a file of root.
test.runIf(process.getuid?.() === 0)(
  '--secrets-from: a credential that systemd made for a user is accepted',
  async () => {
    await chmod(at('credentials', 'clavis-passphrase'), 0o440)
    expect(await clavisHere(['token', 'Mock'])).toMatchObject({ code: 0, err: '' })
    await writeFile(at('credentials', 'backup'), await readFile(at('quick')), { mode: 0o440 })
    const env = { CLAVIS_SECRETS_FROM: at('credentials', 'backup') }
    expect(await clavisHere(['token', 'Mock'], { env })).toMatchObject({ code: 0, err: '' })
    await chmod(at('quick'), 0o440)
    expect(await clavisHere(['token', 'Mock'])).toMatchObject({ code: 65 })
  },
)
