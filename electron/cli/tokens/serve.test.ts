import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { LocalAddress } from '#shared/local-address/local-address.ts'
import { startListServer, type ListServer } from '../../lists/testing/list-server.ts'
import { clavisProgram, runClavis, type Ended } from '../testing/clavis-process.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

const run = promisify(execFile)
const canaryToken = 'canary-token.of~the/service+5d1c='
const canarySecret = 'canary-secret-91be'
const canaries = [canaryToken, canarySecret]

let folder: string
let server: ListServer

const data = (): string => join(folder, 'data')
const env = (): Record<string, string> => ({ XDG_RUNTIME_DIR: join(folder, 'runtime') })
const clavis = (...args: readonly string[]): Promise<Ended> => runClavis(data(), args, { env: env() })
/** Runs a command whose standard streams nothing else uses in this process. */
const clavisHere = (args: readonly string[], input = ''): Promise<CommandOutcome> => runCommand(data(), input, args)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-serve-'))
  await run('mkdir', ['-m', '700', join(folder, 'runtime')])
  server = await startListServer((_cursor, _time, { url, headers }) => {
    if (url === '/token') return JSON.stringify({ access_token: canaryToken, token_type: 'Bearer', expires_in: 3600 })
    return headers.authorization === `Bearer ${canaryToken}` ? `{"path":"${url}"}` : '{"error":"no token"}'
  })
  const { origin } = new URL(server.baseUrl)
  const entry = (name: string, environment: string): object => ({
    ...{ name, environment, clientId: 'acme', flavor: name === 'Acme' ? 'basic' : 'jwt' },
    ...{ tokenUrl: `${origin}/token`, apiBaseUrl: `${origin}/api` },
  })
  const profiles = [entry('Acme', 'mock'), entry('Live', 'production')]
  await writeFile(join(folder, 'in.json'), JSON.stringify({ clavis: 1, profiles }))
  expect(await clavisHere(['profile', 'import', join(folder, 'in.json'), '--confirm', 'Live'])).toMatchObject({
    code: 0,
  })
  expect(await clavisHere(['secret', 'set', 'Acme'], `${canarySecret}\n`)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await clavisHere(['profile', 'remove', 'Acme', '--destroy-secrets'])
  await server.end()
  await rm(folder, { recursive: true, force: true })
})

interface Serving {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly address: LocalAddress
}

async function serve(...args: readonly string[]): Promise<Serving> {
  const words = [...clavisProgram(), '--data-dir', data(), '--json', 'serve', ...args]
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env() }, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for await (const part of child.stdout as AsyncIterable<Buffer>) {
    text += part.toString()
    if (text.trimEnd().endsWith('}')) break
  }
  return { child, address: JSON.parse(text) as LocalAddress }
}

const ended = async ({ child }: Serving): Promise<unknown> =>
  child.exitCode ?? ((await once(child, 'exit')) as unknown[])[0]

/** Everything of a process and of the data folder that others could read. */
async function traces(pid: number): Promise<string> {
  const files = (await readdir(data(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const paths = [
    ...files.map(({ parentPath, name }) => join(parentPath, name)),
    ...[`/proc/${pid}/environ`, `/proc/${pid}/cmdline`],
  ]
  return (await Promise.all(paths.map((path) => readFile(path, 'latin1')))).join('\n')
}

test('clavis serve: the curl line works as it stands, leaves no secret anywhere, and SIGTERM removes the socket', async () => {
  const serving = await serve('Acme')
  const { curl, socketPath } = serving.address
  const { stdout, stderr } = await run('sh', ['-c', `${curl} -sSi`])
  expect(stdout).toContain('{"path":"/api/payment/hello-world"}')
  const seen = [stdout, stderr, JSON.stringify(serving.address), await traces(serving.child.pid ?? 0)].join('\n')
  for (const canary of canaries) expect(seen).not.toContain(canary)
  serving.child.kill('SIGTERM')
  expect(await ended(serving)).toBe(0)
  await expect(stat(socketPath)).rejects.toThrow('ENOENT')
})

test('clavis serve: the socket of a killed command refuses connections, and the next command replaces it', async () => {
  const killed = await serve('Acme', '--port')
  const { socketPath, curl } = killed.address
  expect(curl).toMatch(/^curl 'http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/payment\/hello-world'$/u)
  expect((await run('sh', ['-c', `${curl} -sS`])).stdout).toContain('hello-world')
  killed.child.kill('SIGKILL')
  await ended(killed)
  // CURLE_COULDNT_CONNECT
  await expect(run('curl', ['-sS', '--unix-socket', socketPath, 'http://clavis/a'])).rejects.toMatchObject({ code: 7 })
  const next = await serve('Acme')
  expect(next.address.socketPath).toBe(socketPath)
  expect((await run('curl', ['-sS', '--unix-socket', socketPath, 'http://clavis/a'])).stdout).toBe('{"path":"/api/a"}')
  expect(await clavis('serve', 'Acme')).toMatchObject({
    code: 69,
    err: expect.stringContaining('local-address-taken') as string,
  })
  next.child.kill('SIGINT')
  expect(await ended(next)).toBe(0)
})

test('clavis serve: --for closes it', async () => {
  const serving = await serve('Acme', '--for', '1s')
  expect(await ended(serving)).toBe(0)
  await expect(stat(serving.address.socketPath)).rejects.toThrow('ENOENT')
})

test('clavis serve and exec --door: Production needs its name', async () => {
  for (const args of [
    ['serve', 'Live'],
    ['exec', 'Live', '--door', '--', 'true'],
  ])
    expect(await clavis(...args)).toMatchObject({
      code: 65,
      out: '',
      err: expect.stringContaining('not-confirmed') as string,
    })
  expect(await clavis('serve', 'Live', '--confirm', 'live')).toMatchObject({ code: 65, out: '' })
})

test('clavis exec --door: the program calls the API through its address and has no token', async () => {
  const seen = join(folder, 'processes')
  const script = `
    curl -sS "$CLAVIS_URL/payment/a"; curl -sS --unix-socket "$CLAVIS_SOCKET" http://clavis/b
    cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline > ${seen} 2>/dev/null
    echo "|$CLAVIS_TOKEN$CLAVIS_BASE_URL|$CLAVIS_SOCKET|"; exit 3`
  const { code, out, err } = await runClavis(data(), ['exec', 'Acme', '--door', '--', 'sh', '-c', script], {
    env: { ...env(), CLAVIS_TOKEN: 'of-another-command' },
  })
  const [answers, token, socketPath = ''] = out.split('|')
  expect({ code, err, answers, token }).toEqual({
    ...{ code: 3, err: '', token: '' },
    answers: '{"path":"/api/payment/a"}{"path":"/api/b"}',
  })
  const processes = await readFile(seen, 'latin1')
  expect(processes).toContain('CLAVIS_URL=http://127.0.0.1:')
  for (const canary of canaries) expect(processes).not.toContain(canary)
  await expect(stat(socketPath)).rejects.toThrow('ENOENT')
})
