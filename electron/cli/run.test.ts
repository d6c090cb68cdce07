import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundledImportWorker } from '../credentials/import/testing/bundled-import-worker.ts'
import { makeServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import { startProxyServer } from '../http/testing/proxy-server.ts'
import { startPracticeService, type PracticeService } from '../practice/service/practice-service.ts'
import { bundledWorker } from '../records/testing/bundled-worker.ts'
import { preparedPracticeFolder } from '../testing/prepared-keys.ts'
import { sharedKeychain } from '../testing/shared-keychain.ts'
import { calledAs } from './called-as.ts'
import { runCommandLine } from './run.ts'

let folder: string
let practice: PracticeService | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-cli-'))
  await mkdir(join(folder, 'data'))
})
afterEach(async () => {
  for (const name of await names()) await clavis('profile', 'remove', name, '--destroy-secrets')
  await practice?.stop()
  practice = undefined
  await rm(folder, { recursive: true, force: true })
})

interface Outcome {
  code: number
  out: string
  error: string
}

const withInput = (input: string, ...args: string[]): Promise<Outcome> => run(input, undefined, args)

/** @param outFailure the system's error code with which writing to standard output fails */
async function run(input: string, outFailure: string | undefined, args: readonly string[]): Promise<Outcome> {
  const texts = { out: '', error: '' }
  const sink = (name: 'out' | 'error'): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (name === 'out' && outFailure !== undefined) {
          done(Object.assign(new Error('not written'), { code: outFailure }))
          return
        }
        texts[name] += chunk.toString()
        done()
      },
    })
  const { code } = await runCommandLine(['--data-dir', join(folder, 'data'), ...args], {
    env: process.env,
    platform: process.platform,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: sink('out'),
    stderr: sink('error'),
    commandLine: calledAs.installed,
    recordStoreWorker: bundledWorker(),
    importWorker: bundledImportWorker(),
    startKeychain: sharedKeychain,
  })
  return { code, ...texts }
}
const clavis = (...args: string[]): Promise<Outcome> => withInput('', ...args)

async function names(): Promise<string[]> {
  const { out } = await clavis('profile', 'list', '--json')
  return (JSON.parse(out) as { name: string }[]).map(({ name }) => name)
}

test('runCommandLine: succeeds if the reader of a pipe closes it early, and fails if the disk is full', async () => {
  expect(await run('', 'EPIPE', ['profile', 'list'])).toEqual({ code: 0, out: '', error: '' })
  expect(await run('', 'EPIPE', ['--json', 'profile', 'list'])).toEqual({ code: 0, out: '', error: '' })
  expect(await run('', 'ENOSPC', ['profile', 'list'])).toMatchObject({
    code: 69,
    error: expect.stringContaining('could not be written') as string,
  })
})

test('clavis: does the main job, from profile, key, CSR and certificate to token, call, list and expiry', async () => {
  practice = await startPracticeService({
    folder: await preparedPracticeFolder(join(folder, 'practice')),
    records: 1300,
    faults: [],
    now: Date.now,
  })
  const ask = async (path: string, body?: unknown): Promise<Record<string, unknown>> =>
    (await (
      await fetch(`${practice?.portalUrl ?? ''}/api/${path}`, {
        ...(body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
    ).json()) as Record<string, unknown>
  const tabs = (await ask('security'))['tabs'] as Record<string, string>[]
  const { clientId, tokenUrl, apiBaseUrl, reportsBaseUrl, audience } =
    tabs.find((tab) => tab['tab'] === 'client-testing') ?? {}
  const file = (name: string): string => join(folder, name)
  const entry = {
    name: 'Acme',
    environment: 'client-testing',
    clientId,
    tokenUrl,
    apiBaseUrl,
    reportsBaseUrl,
    audience,
  }
  await writeFile(file('profiles.json'), JSON.stringify({ clavis: 1, profiles: [entry] }))

  const imported = await clavis('profile', 'import', file('profiles.json'))
  expect(imported).toMatchObject({ code: 0, out: expect.stringMatching(/^Imported Acme \(.+\)\.\n$/u) })
  expect(await clavis('expiry')).toMatchObject({ code: 2 })
  expect(await clavis('key', 'create', 'Acme', '--bits', '2048')).toMatchObject({ code: 0 })
  const csr = await clavis(
    'csr',
    'Acme',
    '--subject',
    String.raw`CN=acme,O=M\, Ltd,C=DE`,
    '--san',
    'dns:a.example',
    '--out',
    file('a.csr'),
  )
  expect(csr).toMatchObject({ code: 0, error: '' })
  const read = await promisify(execFile)('openssl', ['req', '-verify', '-noout', '-text', '-in', file('a.csr')])
  expect(read.stdout + read.stderr).toContain('verify OK')

  const { certificate } = await ask('authority/sign', { request: await readFile(file('a.csr'), 'utf8'), days: 90 })
  await writeFile(file('a.pem'), String(certificate))
  expect(await clavis('certificate', 'import', 'Acme', file('a.pem'))).toMatchObject({ code: 0 })
  expect(await clavis('token', 'Acme')).toMatchObject({
    code: 65,
    error: expect.stringContaining('clavis: no-active-credential:'),
  })
  const listed = JSON.parse((await clavis('certificate', 'list', 'Acme', '--json')).out) as {
    certificate: { thumbprint: { sha1: string } }
  }[]
  const thumbprint = listed[0]?.certificate.thumbprint.sha1 ?? ''
  expect(await clavis('certificate', 'activate', 'Acme', thumbprint.toLowerCase())).toMatchObject({ code: 0 })

  // Refused, because the certificate is not uploaded yet.
  expect(await clavis('token', 'Acme')).toMatchObject({ code: 77, error: expect.stringContaining('token-refused') })
  await ask('security/client-testing/certificates', { certificates: [certificate] })
  const state = await clavis('token', 'Acme')
  expect(state).toMatchObject({ code: 0, out: expect.stringContaining('(8 h)') })
  expect(state.out).not.toMatch(/ey[A-Za-z0-9]/u)
  expect((await clavis('token', 'Acme', '--print')).out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/u)
  expect((await clavis('call', 'Acme', 'payment/hello-world')).out).toContain('Hello, world')
  expect(await clavis('call', 'Acme', 'nothing')).toMatchObject({ code: 77 })
  expect(await clavis('list', 'Acme', 'reports', '--out', file('reports.ndjson'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('1300 records (3 pages)'),
  })
  expect((await readFile(file('reports.ndjson'), 'utf8')).split('\n')).toHaveLength(1301)
  expect(await clavis('expiry')).toMatchObject({ code: 0 })
  expect(await clavis('expiry', '--within', '120')).toMatchObject({ code: 1 })

  practice.setFaults(['repeated-cursor'])
  practice.setRecords(5000)
  expect(await clavis('list', 'Acme', 'reports', '--out', file('none.ndjson'))).toMatchObject({
    code: 69,
    error: expect.stringContaining('list-cursor-repeated'),
  })
  await expect(readFile(file('none.ndjson'))).rejects.toThrow('ENOENT')
})

describe('wrong input', () => {
  test.each([
    [['nonsense'], 64, 'unknown command'],
    [['token'], 64, 'specify a profile, --all, --match or --environment'],
    [['list', 'Acme', 'invoices', '--out', 'x'], 64, 'Allowed choices'],
    [['token', 'Unknown'], 65, 'clavis: profile-not-found: '],
    [['profile', 'import', '/nowhere/profiles.json'], 69, 'clavis: disk-failed: '],
    [['csr', 'Acme', '--subject', 'X=1', '--out', 'x'], 65, 'clavis: input-invalid: '],
  ])('Wrong input: %j ends with %d', async (args, code, words) => {
    const outcome = await clavis(...args)
    expect(outcome).toMatchObject({ code, out: '' })
    expect(outcome.error).toContain(words)
  })
})

test('clavis: exports and imports profiles, and reads a secret only from standard input', async () => {
  const entry = { name: 'Mock', environment: 'mock', clientId: 'm', tokenUrl: 'https://auth.example.com/t' }
  const file = join(folder, 'in.json')
  await writeFile(file, JSON.stringify({ clavis: 1, profiles: [entry] }))
  await clavis('profile', 'import', file)
  expect(await withInput('', 'secret', 'set', 'Mock')).toMatchObject({ code: 65 })
  expect(await clavis('key', 'create', 'Mock')).toMatchObject({
    code: 65,
    error: expect.stringContaining('needs no key') as string,
  })
  const set = await withInput('hush\n', 'secret', 'set', 'Mock')
  expect(set).toMatchObject({ code: 0 })
  expect(JSON.stringify(set)).not.toContain('hush')
  expect(await clavis('profile', 'export', '--out', join(folder, 'out.json'))).toMatchObject({ code: 0 })
  const exported = await readFile(join(folder, 'out.json'), 'utf8')
  expect(JSON.parse(exported)).toMatchObject({ clavis: 1, profiles: [entry] })
  expect(exported).not.toContain('hush')
})

test('clavis secret set --proxy: stores and uses a proxy password and writes it to no file', async () => {
  const own = makeServerCertificate({ commonName: 'Acme Inspection CA', isAuthority: true })
  const issuer = { ...own, name: 'Acme Inspection CA' }
  const leaf = makeServerCertificate({ commonName: 'pay', hosts: ['pay.example.com'], issuer })
  const service = createServer({ key: leaf.key, cert: leaf.cert + own.cert }, (request, response) => {
    request.resume()
    response.end(JSON.stringify({ access_token: 'the-token', token_type: 'Bearer', expires_in: 600 }))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const proxy = await startProxyServer({ login: 'ada:correct horse', leadsTo: (service.address() as AddressInfo).port })
  try {
    const entry = { name: 'Mock', environment: 'mock', clientId: 'm', tokenUrl: 'https://pay.example.com/t' }
    const network = { proxy: proxy.address, proxyUser: 'ada', proxyExceptions: '10.0.0.0/8' }
    const file = join(folder, 'in.json')
    await writeFile(file, JSON.stringify({ clavis: 1, profiles: [{ ...entry, ...network }] }))
    await clavis('profile', 'import', file, '--with-network')
    await withInput('hush', 'secret', 'set', 'Mock')
    expect(await clavis('token', 'Mock')).toMatchObject({
      code: 65,
      error: expect.stringContaining('clavis: network-proxy-login-missing: '),
    })
    await withInput('wrong-one', 'secret', 'set', 'Mock', '--proxy')
    const refused = await clavis('token', 'Mock')
    expect(refused).toMatchObject({ code: 69, error: expect.stringContaining('network-proxy-login-refused') })
    await withInput('correct horse\n', 'secret', 'set', 'Mock', '--proxy')

    const untrusted = await clavis('token', 'Mock')
    expect(untrusted).toMatchObject({ code: 69, error: expect.stringContaining('issued by “CN=Acme Inspection CA”') })
    const shown = await clavis('authority', 'show', 'Mock')
    expect(shown.out).toMatch(/Subject {2}CN=pay[\s\S]*Subject {2}CN=Acme Inspection CA/u)
    const fingerprint = /authority trust "Mock" (?<sha256>[0-9A-F]{64})/u.exec(shown.out)?.groups?.['sha256'] ?? ''
    expect(await clavis('authority', 'trust', 'Mock', 'AB'.repeat(32))).toMatchObject({ code: 65 })
    expect(await clavis('authority', 'trust', 'Mock', fingerprint.toLowerCase())).toMatchObject({ code: 0 })
    expect(await clavis('token', 'Mock', '--print')).toMatchObject({ code: 0, out: 'the-token\n' })

    await clavis('profile', 'export', '--out', join(folder, 'out.json'))
    const files = await readdir(join(folder, 'data'))
    const texts = await Promise.all(
      [join(folder, 'out.json'), ...files.map((each) => join(folder, 'data', each))].map((path) =>
        readFile(path, 'utf8').catch(() => ''),
      ),
    )
    expect(texts.join()).toContain('"proxyUser": "ada"')
    expect(JSON.stringify([texts, refused, shown])).not.toMatch(/correct horse|wrong-one|the-token|hush/u)

    await clavis('secret', 'remove', 'Mock', '--proxy')
    expect(await clavis('token', 'Mock')).toMatchObject({ error: expect.stringContaining('the keychain has none') })
  } finally {
    await proxy.end()
    service.closeAllConnections()
    service.close()
  }
})

test('clavis import commands: take keys and certificates from files and read a passphrase only if needed', async () => {
  const entry = {
    ...{ name: 'Acme', environment: 'client-testing', clientId: 'a', tokenUrl: 'https://auth.example.com/t' },
    ...{ apiBaseUrl: 'https://api.example.com', audience: 'urn:x' },
  }
  const file = (name: string): string => join(folder, name)
  await writeFile(file('in.json'), JSON.stringify({ clavis: 1, profiles: [entry] }))
  expect(await clavis('profile', 'import', file('in.json'))).toMatchObject({ code: 0 })
  const openssl = (...args: string[]): Promise<unknown> => promisify(execFile)('openssl', args, { cwd: folder })
  for (const name of ['a', 'b'])
    await openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
    )
  await openssl('pkcs12', '-export', '-inkey', 'a.key', '-in', 'a.pem', '-passout', 'pass:hush', '-out', 'a.p12')

  const locked = await clavis('key', 'import', 'Acme', file('a.p12'))
  expect(locked).toMatchObject({ code: 65, out: expect.stringContaining('needs a passphrase') })
  const wrong = await withInput('wrong\n', 'key', 'import', 'Acme', file('a.p12'))
  expect(wrong).toMatchObject({ code: 65, out: expect.stringContaining('Wrong passphrase') })
  const opened = await withInput('hush\n', 'key', 'import', 'Acme', file('a.p12'))
  expect(opened).toMatchObject({ code: 0, out: expect.stringContaining('Imported CN=a with its key') })
  expect(JSON.stringify([locked, wrong, opened])).not.toContain('hush')

  const both = await withInput(
    'hush',
    '--json',
    'certificate',
    'import',
    'Acme',
    ...['b.pem', 'a.p12', 'b.key'].map(file),
  )
  expect(both).toMatchObject({ code: 0, error: '' })
  expect((JSON.parse(both.out) as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'created',
    'already-there',
    'already-there',
  ])
  expect(await clavis('key', 'import', 'Acme', file('b.key'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('already'),
  })
  // Matched to the keys of every profile, one result for each file.
  expect(await clavis('certificate', 'import', 'Acme')).toMatchObject({ code: 64 })
  const any = ['certificate', 'import', '--any', ...['b.pem', 'gone.pem', 'a.key'].map(file)]
  expect(await clavis(...any)).toMatchObject({
    code: 65,
    out: expect.stringMatching(/^Acme: .+ already imported[^]+gone\.pem\. The file can’t be read\./u) as string,
  })
  const anyKey = await clavis('key', 'import', '--any', file('b.key'))
  expect(anyKey).toMatchObject({ code: 0, out: expect.stringMatching(/^Acme: .+ already imported/u) as string })
  const activated = await clavis('certificate', 'import', '--any', file('b.pem'), '--activate')
  expect(activated).toMatchObject({ code: 0, out: expect.stringContaining('Acme: Activated.') as string, error: '' })
  expect(await clavis('profile', 'set', 'Acme', 'environment=production', '--confirm', 'Acme')).toMatchObject({
    code: 0,
  })
  const other = ['--json', 'certificate', 'import', '--any', file('a.pem'), '--activate']
  const unconfirmed = JSON.parse((await clavis(...other)).out) as unknown
  expect(unconfirmed).toMatchObject({ activated: [{ profile: 'Acme', error: { code: 'not-confirmed' } }] })
  expect(await clavis(...other, '--confirm', 'Acme')).toMatchObject({ code: 0 })
  await writeFile(file('none.txt'), 'nothing')
  expect(await clavis('certificate', 'import', 'Acme', file('none.txt'))).toMatchObject({ code: 65 })
  expect(await clavis('certificate', 'import', 'Acme', file('b.key'), file('none.txt'))).toMatchObject({
    code: 65,
    out: expect.stringMatching(/already imported[\s\S]*Not imported: none\.txt/u) as string,
  })
  expect(await clavis('certificate', 'import', 'Acme', file('gone.pem'))).toMatchObject({ code: 69 })

  // An issuer is kept for later, alone and as a trusted certificate in a PKCS#12 file; a stranger's certificate has no use.
  const [root, inFile, stranger] = [true, true, false].map((isAuthority, index) =>
    makeServerCertificate({ commonName: `other ${index}`, isAuthority }),
  )
  await writeFile(file('root.pem'), root?.cert ?? '')
  await writeFile(file('in-file.pem'), inFile?.cert ?? '')
  const saved = await clavis('certificate', 'import', 'Acme', file('root.pem'))
  expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(/^Saved CN=other 0\. /u) as string, error: '' })
  const exported = ['pkcs12', '-export', '-inkey', 'a.key', '-in', 'a.pem', '-certfile', 'in-file.pem']
  await openssl(...exported, '-passout', 'pass:hush', '-out', 'trusted.p12')
  const withTrusted = await withInput('hush\n', 'certificate', 'import', 'Acme', file('trusted.p12'))
  expect(withTrusted).toMatchObject({ code: 0, out: expect.stringContaining('Saved CN=other 1') as string })
  await writeFile(file('stranger.pem'), stranger?.cert ?? '')
  expect(await clavis('certificate', 'import', 'Acme', file('root.pem'), file('stranger.pem'))).toMatchObject({
    code: 65,
    out: expect.stringContaining('Not imported: CN=other 2') as string,
  })
})

test.each([
  ...['env', 'header', 'curl-config', 'netrc', 'exec-credential', 'json'].map((format) => [
    'token',
    'A',
    '--format',
    format,
  ]),
  ...['bash', 'zsh', 'fish', 'profiles'].map((shell) => ['completion', shell]),
  ['list', 'A', 'reports', '--out', '-'],
])('clavis --json: is refused where text is for another program: %s %s %s', async (...args) => {
  const { code, out, error } = await clavis('--json', ...args)
  expect({ code, out }).toEqual({ code: 64, out: '' })
  expect(error).toContain('can’t be combined with --json: it prints text for another program')
})

test('clavis --json: help is printed nevertheless, also that of exit codes', async () => {
  expect((await clavis('--json', 'help', 'exit-codes')).out).toMatch(/^Exit codes:/u)
})

describe('help', () => {
  test('Help: lists all commands in groups', async () => {
    const { code, out } = await clavis('--help')
    expect(code).toBe(0)
    const lists = out.split(/^(?=\S.*:$)/mu).map((text) => text.trim().split('\n'))
    const namesOf = (heading: string): string[] =>
      (lists.find(([first]) => first === heading) ?? []).flatMap((line) => /^ {2}(?<name>\w+)/u.exec(line)?.[1] ?? [])
    expect(namesOf('Profiles:')).toEqual(['profile', 'agree', 'backup'])
    expect(namesOf('Credentials:')).toEqual(['secret', 'key', 'csr', 'certificate', 'replace', 'expiry'])
    expect(namesOf('API:')).toEqual(['token', 'exec', 'serve', 'call', 'list', 'snapshot', 'diff', 'watch'])
    expect(namesOf('Tools:')).toEqual(['doctor', 'check', 'authority', 'mcp', 'practice', 'completion', 'help'])
  })

  test.each([
    [['help', 'key', 'create'], 0, 'Usage: clavis key create'],
    [['key', 'create', '--help'], 0, '--bits <bits>'],
    [['help'], 0, 'Usage: clavis'],
    // Nothing waits for ever by default.
    [['token', '--help'], 0, '(default: 2m)'],
    [['list', '--help'], 0, '(default: 12h)'],
    [['help', 'exit-codes'], 0, '  77   refused by the service'],
    [
      ['help', 'exit-codes'],
      0,
      '  2    expiry, check: a certificate expires within 7 days, or a profile has no valid active',
    ],
    [['help', 'exit-codes'], 0, '  3    expiry: no profile needs a certificate'],
  ])('Help: %j prints it', async (args, code, text) => {
    expect(await clavis(...args)).toMatchObject({ code, out: expect.stringContaining(text), error: '' })
  })

  test('Help: fails for an unknown command', async () => {
    expect(await clavis('help', 'nonsense')).toMatchObject({ code: 64, out: '' })
  })

  const commandsWithHelp = [
    ...['list', 'show', 'create', 'set', 'import', 'export', 'remove'].map((name) => ['profile', name]),
    ...['create', 'show', 'restore'].map((name) => ['backup', name]),
    ...['set', 'remove'].map((name) => ['secret', name]),
    ...['create', 'import', 'list', 'attach', 'delete'].map((name) => ['key', name]),
    ...['bundle', 'import', 'list', 'confirm', 'activate'].map((name) => ['certificate', name]),
    ...['list', 'rename', 'remove'].map((name) => ['snapshot', name]),
    ...['show', 'trust'].map((name) => ['authority', name]),
    ...['start', 'status', 'test', 'switch', 'rollback', 'retire', 'finish', 'cancel'].map((name) => ['replace', name]),
    ...[
      'csr',
      'expiry',
      'token',
      'exec',
      'serve',
      'call',
      'list',
      'diff',
      'doctor',
      'check',
      'mcp',
      'practice',
      'completion',
      'help',
    ].map((name) => [name]),
  ]
  test.each(commandsWithHelp.map((args) => [args]))('Help: %j has examples and explains arguments', async (args) => {
    const { out } = await clavis(...args, '--help')
    expect(out).toMatch(new RegExp(`^Examples:\\n(?: {2}.*clavis ${args.join(' ')}.*\\n)+`, 'mu'))
    const described = /^Arguments:\n(?<list>(?: {2}.*\n)+)/mu.exec(out)?.groups?.['list'] ?? ''
    for (const [, name = ''] of out
      .split('\n')[0]
      ?.replace(' [options]', '')
      .matchAll(/ [<[](?<name>[a-z0-9]+)(?:\.\.\.)?[>\]]/gu) ?? [])
      expect(described).toMatch(new RegExp(`^ {2}${name} {2,}\\S`, 'mu'))
  })
})
