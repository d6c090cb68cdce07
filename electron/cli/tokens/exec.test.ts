import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startListServer, type ListServer } from '../../lists/testing/list-server.ts'
import { whileRunning } from '../../testing/while-running.ts'
import { clavisProgram, runClavis, type Ended } from '../testing/clavis-process.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

const token = 'q7v-token~with.all/allowed+characters='
let folder: string
let server: ListServer
/** The `Authorization` headers of requests to the API, in order. */
const authorizations: (string | undefined)[] = []

const data = (): string => join(folder, 'data')
const clavis = (args: readonly string[], input = ''): Promise<Ended> => runClavis(data(), args, { input })
/** Runs a command whose standard streams nothing else uses in this process. */
const clavisHere = (args: readonly string[], input = ''): Promise<CommandOutcome> => runCommand(data(), input, args)
const api = (): string => `${new URL(server.baseUrl).origin}/api`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-exec-'))
  server = await startListServer((_cursor, _time, { url, headers }) => {
    if (url === '/token') return JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 })
    authorizations.push(headers.authorization)
    return '{"kind":"APIVersions","versions":["v1"]}'
  })
  const entry = (name: string, environment: string): object => ({
    ...{
      name,
      environment,
      clientId: 'acme',
      flavor: name === 'Acme' ? 'basic' : 'jwt',
      tokenUrl: `${new URL(server.baseUrl).origin}/token`,
    },
    ...{ apiBaseUrl: api(), reportsBaseUrl: server.baseUrl },
  })
  const profiles = [entry('Acme', 'mock'), entry('Live', 'production')]
  await writeFile(join(folder, 'in.json'), JSON.stringify({ clavis: 1, profiles }))
  expect(await clavisHere(['profile', 'import', join(folder, 'in.json'), '--confirm', 'Live'])).toMatchObject({
    code: 0,
  })
  expect(await clavisHere(['secret', 'set', 'Acme'], 'hush\n')).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await clavisHere(['profile', 'remove', 'Acme', '--destroy-secrets'])
  await server.end()
  await rm(folder, { recursive: true, force: true })
})

test('clavis exec: the program gets the token, its expiry and the base address, its input and output', async () => {
  const script = 'cat; printf "%s|%s|%s" "$CLAVIS_TOKEN" "$CLAVIS_BASE_URL" "$CLAVIS_TOKEN_EXPIRES_AT"; exit 3'
  const { code, out, err } = await clavis(['exec', 'Acme', '--', 'sh', '-c', script], 'typed ')
  expect({ code, err }).toEqual({ code: 3, err: '' })
  const [got, base, expires = ''] = out.split('|')
  expect([got, base]).toEqual([`typed ${token}`, api()])
  expect(Date.parse(expires)).toBeGreaterThan(Date.now())
})

test('clavis exec: the token is stored nowhere', async () => {
  await clavis(['exec', 'Acme', '--', 'true'])
  const files = (await readdir(data(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(0)
  for (const { parentPath, name } of files) expect((await readFile(join(parentPath, name))).includes(token)).toBe(false)
})

test('clavis exec: a program that a signal ends ends Clavis by the same signal', async () => {
  const child = spawn(process.execPath, [
    ...clavisProgram(),
    '--data-dir',
    data(),
    'exec',
    'Acme',
    '--',
    'sh',
    '-c',
    'kill -KILL $$',
  ])
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'clavis exec: passes %s on, and the program decides',
  async (name) => {
    const script = `trap 'echo caught; exit 9' ${name.slice(3)}; echo ready; while :; do sleep 0.05; done`
    const child = spawn(
      process.execPath,
      [...clavisProgram(), '--data-dir', data(), 'exec', 'Acme', '--', 'sh', '-c', script],
      { env: { ...process.env, _: '' } },
    )
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out === 'ready\n') child.kill(name)
    })
    const [code] = (await once(child, 'close')) as [number | null]
    expect({ code, out }).toEqual({ code: 9, out: 'ready\ncaught\n' })
  },
)

/** Runs a program with `clavis exec` on a terminal. It says which process started it, and each SIGINT. */
function onTerminal(): { said: () => string; type: (keys: string) => void; end: Promise<unknown> } {
  const code = `process.on("SIGINT", () => console.log("caught")).once("SIGTERM", () => process.exit())
    setInterval(() => undefined, 1000)
    console.log("from " + process.ppid)`
  const program = [process.execPath, '-e', code]
  const words = [process.execPath, ...clavisProgram(), '--data-dir', data(), 'exec', 'Acme', '--', ...program]
  const child = spawn('script', ['-qefc', words.map((word) => `'${word}'`).join(' '), '/dev/null'])
  onTestFinished(() => void child.kill())
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  return { said: () => out, type: (keys) => child.stdin.write(keys), end: once(child, 'close') }
}

const onLinux = test.runIf(process.platform === 'linux')

onLinux('clavis exec: on a terminal, passes on a SIGINT that Clavis alone got, each time', async () => {
  const { said, end } = onTerminal()
  await whileRunning(end, expect.poll(said).toMatch(/from \d+/u))
  const clavisId = Number(/from (\d+)/u.exec(said())?.[1])
  for (const times of [1, 2]) {
    process.kill(clavisId, 'SIGINT')
    await whileRunning(end, expect.poll(() => said().match(/caught/gu)?.length ?? 0).toBeGreaterThanOrEqual(times))
  }
  process.kill(clavisId, 'SIGTERM')
  await end
})

onLinux('clavis exec: on a terminal, the program gets Ctrl+C once, from the terminal', async () => {
  const { said, type, end } = onTerminal()
  await whileRunning(end, expect.poll(said).toMatch(/from \d+/u))
  const clavisId = Number(/from (\d+)/u.exec(said())?.[1])
  for (const times of [1, 2]) {
    type('\u0003')
    await whileRunning(end, expect.poll(() => said().match(/caught/gu)?.length ?? 0).toBeGreaterThanOrEqual(times))
  }
  // The program would get a signal that was passed on before this one.
  process.kill(clavisId, 'SIGTERM')
  await end
  expect(said().match(/caught/gu)).toHaveLength(2)
})

onLinux.each([
  ['nohup', 'nohup "$@"'],
  ['a script that ignores it', 'trap "" HUP; "$@"; exit'],
])('clavis exec: under %s, SIGHUP ends neither Clavis nor the program', async (_what, start) => {
  const script = 'trap "exit 9" HUP; kill -HUP $PPID; kill -HUP $$; sleep 0.1; echo alive'
  const words = [process.execPath, ...clavisProgram(), '--data-dir', data(), 'exec', 'Acme', '--', 'sh', '-c', script]
  const child = spawn('bash', ['-c', start, 'bash', ...words])
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  expect([await once(child, 'close'), out]).toEqual([[0, null], 'alive\n'])
})

onLinux('clavis exec: under nohup, the program gets variables with unusual names, and its streams', async () => {
  const code = 'process.stdin.pipe(process.stdout); console.error("late"); console.log(process.env["a.b"])'
  const program = [process.execPath, '-e', code]
  const words = [process.execPath, ...clavisProgram(), '--data-dir', data(), 'exec', 'Acme', '--', ...program]
  const child = spawn('nohup', words, { cwd: folder, env: { ...process.env, 'a.b': 'odd', _: 'nohup' } })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  child.stdin.end('typed\n')
  expect(await once(child, 'close')).toEqual([0, null])
  expect(said).toEqual({ out: 'odd\ntyped\n', err: 'late\n' })
})

onLinux('clavis exec: if SIGHUP is ignored on a terminal, the program stays on it', async () => {
  const script = 'kill -HUP $$; test -t 0 && test -t 1 && test -t 2 && echo alive on it'
  const words = [process.execPath, ...clavisProgram(), '--data-dir', data(), 'exec', 'Acme', '--', 'sh', '-c', script]
  const line = `trap "" HUP; ${words.map((word) => `'${word}'`).join(' ')}; exit`
  const child = spawn('script', ['-qefc', line, '/dev/null'], { cwd: folder })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  expect([await once(child, 'close'), out]).toEqual([[0, null], 'alive on it\r\n'])
  expect(await readdir(folder)).not.toContain('nohup.out')
})

test('clavis exec: the program gets the TLS variables that Clavis itself ignores', async () => {
  const given = {
    ...{ SSL_CERT_FILE: '/etc/a.pem', SSL_CERT_DIR: '/etc/certs', NODE_EXTRA_CA_CERTS: join(folder, 'none.pem') },
    ...{ OPENSSL_CONF: '/dev/null', NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: '', NODE_USE_SYSTEM_CA: '0' },
  }
  const { out } = await runClavis(data(), ['exec', 'Acme', '--', 'env'], { env: given })
  const lines = out.split('\n')
  for (const [name, value] of Object.entries(given)) expect(lines).toContain(`${name}=${value}`)
})

test('clavis exec: a program that is missing or may not be run is named, as shells do', async () => {
  expect(await clavisHere(['exec', 'Acme', '--', 'no-such-program'])).toMatchObject({
    code: 127,
    error: 'clavis: no-such-program was not found. Check its name, or write its whole path.\n',
  })
  expect(await clavisHere(['exec', 'Acme', '--', folder])).toMatchObject({ code: 126 })
})

test('clavis exec, token --format: Production needs --confirm, before any request', async () => {
  const asked = server.asked.length
  for (const args of [
    ['exec', 'Live', '--', 'true'],
    ['token', 'Live', '--format', 'env'],
  ])
    expect(await clavisHere(args)).toMatchObject({
      code: 65,
      error: expect.stringContaining('--confirm "Live"') as string,
    })
  expect(server.asked.length).toBe(asked)
  expect((await clavisHere(['exec', 'Live', '--confirm', 'Live', '--', 'true'])).error).toContain(
    'no-active-credential',
  )
})

/** Runs a shell script in which `clavis` is the command line under test. */
async function shell(script: string): Promise<Ended> {
  const program = [process.execPath, ...clavisProgram(), '--data-dir', data()].map((word) => `'${word}'`).join(' ')
  const child = spawn('bash', ['-c', `set -euo pipefail\nclavis() { ${program} "$@"; }\n${script}`])
  const texts = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (texts.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (texts.err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...texts }
}

test('clavis token --format env: sh reads it', async () => {
  const read = await shell(
    'eval "$(clavis token Acme --format env)"; sh -c \'printf %s "$CLAVIS_TOKEN $CLAVIS_BASE_URL"\'',
  )
  expect(read).toEqual({ code: 0, out: `${token} ${api()}`, err: '' })
})

test.each([
  ['header', `clavis token Acme --format header | curl -sSf -H @- "$URL"`],
  ['curl-config', `clavis token Acme --format curl-config | curl -sSf -K - "$URL"`],
])('clavis token --format %s: curl sends the token', async (_format, script) => {
  const before = authorizations.length
  expect(await shell(`URL=${api()}/x\n${script}`)).toMatchObject({ code: 0, err: '' })
  expect(authorizations.slice(before)).toEqual([`Bearer ${token}`])
})

test('clavis token --format netrc: curl sends the token as the password of the client ID', async () => {
  const before = authorizations.length
  const script = `clavis token Acme --format netrc | curl -sSf --netrc-file /dev/stdin ${api()}/x`
  expect(await shell(script)).toMatchObject({ code: 0, err: '' })
  expect(authorizations.slice(before)).toEqual([`Basic ${Buffer.from(`acme:${token}`).toString('base64')}`])
})

/** Starts a server with TLS, which keeps the `Authorization` headers that it gets. */
async function startCluster(): Promise<{ origin: string; authorizations: unknown[]; end: () => Promise<void> }> {
  const [key, certificate] = [join(folder, 'tls.key'), join(folder, 'tls.pem')]
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-keyout',
    key,
    '-out',
    certificate,
  ]
  expect(spawnSync('openssl', made).status).toBe(0)
  const authorizations: unknown[] = []
  const options = { key: await readFile(key), cert: await readFile(certificate) }
  const tls = createServer(options, ({ headers }, response) => {
    authorizations.push(headers.authorization)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  tls.listen(0, '127.0.0.1')
  await once(tls, 'listening')
  const origin = `https://127.0.0.1:${(tls.address() as AddressInfo).port}`
  return {
    origin,
    authorizations,
    end: async () => {
      tls.closeAllConnections()
      tls.close()
      await once(tls, 'close')
    },
  }
}

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0

test.runIf(hasKubectl)('clavis token --format exec-credential: kubectl sends the token', async () => {
  const cluster = await startCluster()
  const program = [...clavisProgram(), '--data-dir', data(), 'token', 'Acme', '--format', 'exec-credential']
  const config = {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'acme' },
    // kubectl sends credentials over TLS only.
    clusters: [{ name: 'acme', cluster: { server: cluster.origin, 'insecure-skip-tls-verify': true } }],
    contexts: [{ name: 'acme', context: { cluster: 'acme', user: 'acme' } }],
    users: [
      {
        name: 'acme',
        user: {
          exec: { apiVersion: 'client.authentication.k8s.io/v1beta1', command: process.execPath, args: program },
        },
      },
    ],
  }
  const file = join(folder, `${createHash('sha256').update(folder).digest('hex')}.kubeconfig`)
  await writeFile(file, JSON.stringify(config))
  const asked = await shell(`kubectl --kubeconfig '${file}' get --raw /api/x`)
  await cluster.end()
  expect(asked).toEqual({ code: 0, out: '{}', err: '' })
  expect(new Set(cluster.authorizations)).toEqual(new Set([`Bearer ${token}`]))
})

test('clavis token --format json: has the token and its expiry', async () => {
  const { out } = await clavisHere(['token', 'Acme', '--format', 'json'])
  const read = JSON.parse(out) as Record<string, unknown>
  expect(read).toMatchObject({ accessToken: token, tokenType: 'Bearer', lifetimeSeconds: 3600, baseUrl: api() })
  expect(Date.parse(String(read['expiresAt']))).toBeGreaterThan(Date.now() + 3_500_000)
})
