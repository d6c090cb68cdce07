import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenAt, listenOn, socketPlace } from './socket-place.ts'

const run = promisify(execFile)

let runtime: string
let servers: Server[]
beforeEach(async () => {
  runtime = await mkdtemp(join(tmpdir(), 'clavis-runtime-'))
  servers = []
})
afterEach(async () => {
  for (const server of servers) server.close()
  await rm(runtime, { recursive: true, force: true })
})

const place = (name = 'acme'): Promise<string> => socketPlace(name, { XDG_RUNTIME_DIR: runtime })

async function listens(path: string): Promise<void> {
  const server = createServer((socket) => socket.on('error', () => undefined).end('new'))
  servers.push(server)
  await listenAt(server, path)
}

const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)

/** A process that listens, and is killed with its socket left behind. */
async function leftSocket(path: string): Promise<void> {
  const listen = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.stdout.write('up'))`
  const child = spawn(process.execPath, ['-e', listen])
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await stat(path)).isSocket()).toBe(true)
}

test('socketPlace: the socket and its folder are for the user alone', async () => {
  const path = await place()
  await listens(path)
  expect(path).toBe(join(runtime, 'clavis', 'acme.sock'))
  expect([await mode(path), await mode(join(runtime, 'clavis'))]).toEqual(['600', '700'])
})

test('socketPlace: a folder that others may enter, or that is a link, is refused; without a runtime folder there is a private one', async () => {
  await mkdir(join(runtime, 'clavis'))
  await chmod(join(runtime, 'clavis'), 0o750)
  await expect(place()).rejects.toMatchObject({ code: 'file-untrusted' })
  await rm(join(runtime, 'clavis'), { recursive: true })
  await mkdir(join(runtime, 'elsewhere'), { mode: 0o700 })
  await symlink(join(runtime, 'elsewhere'), join(runtime, 'clavis'))
  await expect(place()).rejects.toMatchObject({ code: 'file-untrusted' })
  await chmod(runtime, 0o755)
  const other = await socketPlace('acme', { XDG_RUNTIME_DIR: runtime })
  expect(other).toBe(join(tmpdir(), `clavis-${process.geteuid?.()}`, 'acme.sock'))
  expect(await socketPlace('acme', { XDG_RUNTIME_DIR: 'relative' })).toBe(other)
})

test('listenAt: the socket of a killed process is replaced', async () => {
  const path = await place()
  await leftSocket(path)
  await listens(path)
  expect(await mode(path)).toBe('600')
})

test('listenAt: a socket that someone listens to is not replaced, nor is a file, a folder or a link', async () => {
  const live = await place('live')
  await listens(live)
  await expect(listens(live)).rejects.toMatchObject({ code: 'local-address-taken' })
  const file = await place('file')
  await writeFile(file, 'mine')
  await expect(listens(file)).rejects.toMatchObject({ code: 'local-address-taken' })
  const folder = await place('folder')
  await mkdir(folder)
  await expect(listens(folder)).rejects.toMatchObject({ code: 'local-address-taken' })
  const link = await place('link')
  await symlink(file, link)
  await expect(listens(link)).rejects.toMatchObject({ code: 'local-address-taken' })
  expect((await readdir(join(runtime, 'clavis'))).sort()).toEqual([
    'file.sock',
    'folder.sock',
    'link.sock',
    'live.sock',
  ])
})

test('listenOn: a port that is taken is refused', async () => {
  const [one, other] = [createServer(), createServer()]
  servers.push(one, other)
  const port = await listenOn(one, 0)
  await expect(listenOn(other, port)).rejects.toMatchObject({ code: 'local-address-taken' })
})

test('socketPlace: sockets that killed commands left for their programs are removed', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const left = await place(`exec-${dead}-0a1b`)
  await leftSocket(left)
  const own = await place(`exec-${process.pid}-0a1b`)
  await listens(own)
  await place()
  expect(await readdir(join(runtime, 'clavis'))).toEqual([`exec-${process.pid}-0a1b.sock`])
})

// Only root can become another user.
test.runIf(process.geteuid?.() === 0)('listenAt: another user’s process cannot connect', async () => {
  const path = await place()
  await listens(path)
  const connect = async (user: string): Promise<string> => {
    const script = `require('node:net').connect(${JSON.stringify(path)}).on('error', (e) => console.log(e.code)).on('data', (d) => console.log(String(d)))`
    const { stdout } = await run('setpriv', [`--reuid=${user}`, '--clear-groups', 'node', '-e', script], {
      timeout: 60_000,
    })
    return stdout.trim()
  }
  expect(await connect('0')).toBe('new')
  expect(await connect('65534')).toBe('EACCES')
  // The socket alone keeps them out, too, if they could enter its folder.
  await chmod(runtime, 0o755)
  await chmod(join(runtime, 'clavis'), 0o755)
  expect(await connect('65534')).toBe('EACCES')
})
