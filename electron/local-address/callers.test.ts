import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { promisify } from 'node:util'
import { Client } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLocalService, type LocalService } from './testing/local-service.ts'

// Other programs as people use them.

const run = promisify(execFile)
const megabyte = 1024 * 1024

let local: LocalService
let socketPath: string
let url: string
const piece = Buffer.alloc(megabyte, 'x')
const api: RequestListener = (message, response) => {
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://service')
  if (pathname !== '/api/large') return void response.end(`${message.method} ${message.url}`)
  let left = Number(searchParams.get('megabytes'))
  const isCut = searchParams.get('cut') === 'true'
  response.writeHead(200, { 'content-length': left * megabyte })
  const write = (): void => {
    while (left > 0) {
      left -= 1
      if (isCut && left === 0) return void response.destroy()
      if (!response.write(piece)) return void response.once('drain', write)
    }
    response.end()
  }
  write()
}

beforeAll(async () => {
  local = await startLocalService(api)
  const profile = await local.newProfile()
  const opened = await local.addresses.open(profile.id, { confirm: () => Promise.reject(new Error('asked')), port: 0 })
  socketPath = opened.socketPath
  url = opened.url ?? ''
})
afterAll(() => local.end())

test('Local address: curl calls it through the socket and through the port', async () => {
  expect((await run('curl', ['-sS', '--unix-socket', socketPath, 'http://clavis/payment/a?b=c'])).stdout).toBe(
    'GET /api/payment/a?b=c',
  )
  expect((await run('curl', ['-sS', `${url}/payment/a`])).stdout).toBe('GET /api/payment/a')
  const head = (await run('curl', ['-sS', '-I', '--unix-socket', socketPath, 'http://clavis/a'])).stdout
  expect(head).toMatch(/^HTTP\/1\.1 200 /u)
  const [entry] = local.services.activity.list({ limit: 1 })
  expect(entry?.what).toMatch(/^Call by curl \(process \d+\)$/u)
})

test('Local address: curl sees that a response was cut', async () => {
  const failed = run('curl', [
    '-sS',
    '-o',
    '/dev/null',
    '--unix-socket',
    socketPath,
    'http://clavis/large?megabytes=3&cut=true',
  ])
  // CURLE_PARTIAL_FILE, or CURLE_RECV_ERROR.
  await expect(failed).rejects.toMatchObject({ code: expect.toBeOneOf([18, 56]) as number })
})

test('Local address: undici calls it over a connection that stays open', async () => {
  const client = new Client('http://clavis', { socketPath })
  for (const index of [1, 2, 3]) {
    const { statusCode, body } = await client.request({ path: `/item/${index}`, method: 'GET' })
    expect([statusCode, await body.text()]).toEqual([200, `GET /api/item/${index}`])
  }
  await client.close()
})

const python = '/usr/bin/python3'
const hasRequests = existsSync('/usr/lib/python3/dist-packages/requests/__init__.py')
const script = `
import socket, sys
import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection
from urllib3.connectionpool import HTTPConnectionPool

class Connection(HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(sys.argv[1])

class Pool(HTTPConnectionPool):
    def _new_conn(self):
        return Connection('clavis')

class Adapter(HTTPAdapter):
    def get_connection(self, url, proxies=None):
        return Pool('clavis')
    def get_connection_with_tls_context(self, *args, **kwargs):
        return Pool('clavis')

session = requests.Session()
session.trust_env = False
session.mount('http://clavis', Adapter())
print(session.get('http://clavis/payment/a', params={'b': 'c'}).text, session.get(sys.argv[2] + '/d').text)
`
test.runIf(hasRequests)(
  'Local address: Python’s requests calls it with a socket adapter, and through the port',
  async () => {
    const { stdout } = await run(python, ['-c', script, socketPath, url])
    expect(stdout.trim()).toBe('GET /api/payment/a?b=c GET /api/d')
  },
)

test('Local address: a gigabyte passes without being held, also for a caller that reads slowly', async () => {
  const child = spawn('curl', ['-sS', '--unix-socket', socketPath, 'http://clavis/large?megabytes=1024'])
  let size = 0
  let most = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss - before)), 20)
  child.stdout.on('data', (part: Buffer) => {
    size += part.length
    most = Math.max(most, process.memoryUsage().rss - before)
    // Not read for a while now and then: what comes meanwhile waits at the service.
    if (size % (64 * megabyte) < part.length) {
      child.stdout.pause()
      setTimeout(() => child.stdout.resume(), 20)
    }
  })
  await once(child, 'close')
  clearInterval(watch)
  expect(size).toBe(1024 * megabyte)
  // This process is service, Clavis and reader; a body that is held would take a gigabyte.
  expect(most).toBeLessThan(300 * megabyte)
}, 300_000)
