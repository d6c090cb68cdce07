import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import {
  createServer as createTcpServer,
  connect,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import type { NewActivity } from '../requests/activity-log.ts'
import { HttpClient } from './http-client.ts'
import type { HttpRequest } from './http-message.ts'
import { standardLimits } from './time-limits.ts'

const run = promisify(execFile)

let servers: (Server | TcpServer)[] = []
const sockets = new Set<Socket>()
let activity: NewActivity[] = []
let systemProxy: string | undefined
let client: HttpClient

beforeEach(() => {
  servers = []
  activity = []
  systemProxy = undefined
  client = new HttpClient({
    resolveProxy: () => Promise.resolve(systemProxy === undefined ? undefined : { address: systemProxy }),
    activity: { add: (entry) => void activity.push(entry) },
    now: Date.now,
    // The tests count attempts; the pauses between them only take time.
    limits: { ...standardLimits, firstPause: 1 },
  })
})
afterEach(async () => {
  await client.close()
  for (const socket of sockets) socket.destroy()
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
})

async function listen(server: Server | TcpServer): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const serve = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(listener))}`

function get(url: string, more: Partial<HttpRequest> = {}): HttpRequest {
  return {
    method: 'GET',
    url,
    headers: {},
    purpose: { kind: 'call', what: 'A test', agreement: 'api' },
    retry: 'safe',
    authorities: [],
    proxy: { kind: 'system' },
    ...more,
  }
}

describe('responses', () => {
  test('HttpClient: returns any status with lower-case headers, and logs the call without the query', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(404, { 'X-Reason': 'gone', 'Set-Cookie': ['a=1', 'b=2'] }).end('nothing here')
    })
    const response = await client.send(get(`${origin}/a/b?token=hush`))
    expect(response).toMatchObject({ status: 404, url: `${origin}/a/b?token=hush` })
    expect(response.headers.get('x-reason')).toBe('gone')
    expect(response.headers.get('set-cookie')).toBe('a=1, b=2')
    expect(response.body.text()).toBe('nothing here')
    expect(activity).toMatchObject([{ status: 404, outcome: 'failed', size: 12, address: `${origin}/a/b` }])
    expect(JSON.stringify(activity)).not.toContain('hush')
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['identity', (body: Buffer) => body],
    ['GZIP, identity', gzipSync],
    ['deflate,,gzip', (body: Buffer) => gzipSync(deflateSync(body))],
  ])('HttpClient: decodes %s', async (coding, pack) => {
    const origin = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip, br')
      response.writeHead(200, { 'content-encoding': coding }).end(pack(Buffer.from('hello '.repeat(1000))))
    })
    expect((await client.send(get(origin))).body.text()).toBe('hello '.repeat(1000))
  })

  test.each([
    ['cut', gzipSync('hello '.repeat(1000)).subarray(0, 30)],
    ['damaged', Buffer.from('this is no gzip')],
  ])('HttpClient: refuses a compressed body that is %s', async (_what, body) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
    })
    await expect(client.send(get(origin))).rejects.toMatchObject({ code: 'response-truncated' })
  })

  test.each([
    ['aws-chunked', 'aws-chunked', gzipSync('{}')],
    ['aws-chunked,gzip', 'aws-chunked', gzipSync('{}')],
    ['gzip, Zstd', 'zstd', gzipSync('{}')],
    ['constructor', 'constructor', Buffer.from('{}')],
    ['deflate', 'deflate without its header', deflateRawSync('{}')],
  ])(
    'HttpClient: names the coding of %s that it can’t decode, without another attempt',
    async (header, coding, body) => {
      let calls = 0
      const origin = await serve((_request, response) => {
        calls += 1
        response.writeHead(200, { 'content-encoding': header }).end(body)
      })
      await expect(client.send(get(origin))).rejects.toMatchObject({
        code: 'response-encoding-unsupported',
        message: expect.stringContaining(`“${coding}”`) as string,
      })
      expect(calls).toBe(1)
    },
  )

  test('HttpClient: a refusal in an unknown coding is still a refusal', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(403, { 'content-encoding': 'aws-chunked' }).end('no')
    })
    expect(await client.send(get(origin))).toMatchObject({ status: 403, body: { size: 0 } })
  })

  test('HttpClient: refuses more than 64 MiB, also if it is smaller before decoding', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024))
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    await expect(client.send(get(origin))).rejects.toMatchObject({ code: 'response-too-large' })
  })

  test('HttpClient: does not follow redirects', async () => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      response.writeHead(302, { location: '/login?state=hush' }).end()
    })
    await expect(client.send(get(origin))).rejects.toMatchObject({
      code: 'redirect-refused',
      details: { location: `${origin}/login` },
    })
    expect(calls).toBe(1)
  })
})

describe('retries', () => {
  async function statuses(
    ...answers: [status: number, headers?: Record<string, string>][]
  ): Promise<[string, () => number]> {
    let calls = 0
    const origin = await serve((_request, response) => {
      const [status, headers] = answers[Math.min(calls, answers.length - 1)] ?? [200]
      calls += 1
      response.writeHead(status, headers).end()
    })
    return [origin, () => calls]
  }

  test('HttpClient: respects Retry-After and reports the pause', async () => {
    const [origin, calls] = await statuses([429, { 'retry-after': '0' }], [503, { 'retry-after': '0' }], [200])
    const reasons: string[] = []
    const response = await client.send(get(origin, { onWaiting: (_at, reason) => reasons.push(reason) }))
    expect(response.status).toBe(200)
    expect(calls()).toBe(3)
    expect(reasons).toEqual([expect.stringContaining('too many requests'), expect.stringContaining('503')])
    expect(activity.map(({ outcome }) => outcome)).toEqual(['retried', 'retried', 'ok'])
  })

  test('HttpClient: returns the last response after four attempts', async () => {
    const [origin, calls] = await statuses([503, { 'retry-after': '0' }])
    expect((await client.send(get(origin))).status).toBe(503)
    expect(calls()).toBe(4)
  })

  test('HttpClient: does not retry if the service requests too long a pause', async () => {
    const [origin, calls] = await statuses([429, { 'retry-after': '86400' }])
    expect((await client.send(get(origin))).status).toBe(429)
    expect(calls()).toBe(1)
  })

  test('HttpClient: retries a token request only if no response arrived', async () => {
    const [origin, calls] = await statuses([503, { 'retry-after': '0' }])
    const request = get(origin, { method: 'POST', body: 'x', retry: 'only-without-response' })
    expect((await client.send(request)).status).toBe(503)
    expect(calls()).toBe(1)

    let connections = 0
    const port = await listen(
      createTcpServer((socket) => {
        connections += 1
        if (connections < 3) socket.destroy()
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      }),
    )
    expect((await client.send({ ...request, url: `http://127.0.0.1:${port}` })).status).toBe(200)
    expect(connections).toBe(3)
  })

  test('HttpClient: retries after an incomplete body for a GET, but not for a token request', async () => {
    let calls = 0
    const origin = await serve((_request, response) => {
      calls += 1
      if (calls > 2) return void response.end('whole')
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    expect((await client.send(get(origin))).body.text()).toBe('whole')
    calls = 0
    await expect(
      client.send(get(origin, { method: 'POST', body: 'x', retry: 'only-without-response' })),
    ).rejects.toMatchObject({ code: 'network-interrupted' })
    expect(calls).toBe(1)
  })

  test('HttpClient: stops waiting for a retry at once when cancelled', async () => {
    const [origin] = await statuses([429, { 'retry-after': '200' }])
    const stop = new AbortController()
    const sent = client.send(get(origin, { signal: stop.signal, onWaiting: () => stop.abort() }))
    await expect(sent).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('agreed hosts', () => {
  const events: string[] = []
  let agreed: () => Promise<void>
  let guarded: HttpClient

  beforeEach(() => {
    events.length = 0
    agreed = () => Promise.resolve()
    guarded = new HttpClient({
      resolveProxy: () => Promise.resolve(undefined),
      activity: { add: () => undefined },
      now: Date.now,
      limits: { ...standardLimits, firstPause: 1 },
      hosts: {
        requireAgreement: () => {
          events.push('hosts')
          return agreed()
        },
      },
    })
  })
  afterEach(() => guarded.close())

  const withSecrets = (url: string, more: Partial<HttpRequest> = {}): HttpRequest =>
    get(url, {
      secrets: () => {
        events.push('secrets')
        return Promise.resolve({ headers: { authorization: 'Bearer a-token' } })
      },
      ...more,
    })

  test('HttpClient: requires agreed hosts once, then reads the secrets once, for all attempts of a request', async () => {
    const origin = await serve((request, response) => {
      events.push(request.headers.authorization ?? '')
      response.writeHead(events.length < 4 ? 503 : 200).end()
    })
    expect(await guarded.send(withSecrets(origin))).toMatchObject({ status: 200 })
    expect(events).toEqual(['hosts', 'secrets', 'Bearer a-token', 'Bearer a-token'])
  })

  test('HttpClient: reads no secret and connects to nothing, if a host is not agreed to', async () => {
    const origin = await serve((_request, response) => {
      events.push('request')
      response.end()
    })
    const refused = new ClavisError('host-not-agreed', 'Nothing was sent.')
    agreed = () => Promise.reject(refused)
    await expect(guarded.send(withSecrets(origin))).rejects.toBe(refused)
    expect(events).toEqual(['hosts'])
  })

  test('HttpClient: reads no secret, if it is cancelled while the person is asked', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    agreed = () => promise
    const stop = new AbortController()
    const sent = guarded.send(withSecrets('https://nowhere.invalid/', { signal: stop.signal }))
    stop.abort()
    await expect(sent).rejects.toMatchObject({ code: 'cancelled' })
    resolve(undefined)
    await promise
    expect(events).toEqual(['hosts'])
  })

  test('HttpClient: reads no secret for plain http to another computer', async () => {
    await expect(guarded.send(withSecrets('http://example.com/'))).rejects.toMatchObject({ code: 'plain-http-refused' })
    expect(events).toEqual([])
  })
})

describe('network failures', () => {
  test('HttpClient: reports that nothing is listening', async () => {
    await expect(client.send(get('http://127.0.0.1:1'))).rejects.toMatchObject({ code: 'network-refused' })
    expect(activity.map(({ outcome }) => outcome)).toEqual(['retried', 'retried', 'retried', 'failed'])
  })

  test('HttpClient: reports an unknown host name', async () => {
    await expect(client.send(get('https://nowhere.invalid/'))).rejects.toMatchObject({ code: 'network-name-not-found' })
  })

  test('HttpClient: reports a response that is not HTTP', async () => {
    const port = await listen(createTcpServer((socket) => socket.end('220 mail.example.com ESMTP\r\n')))
    await expect(
      client.send(get(`http://127.0.0.1:${port}`, { method: 'POST', retry: 'only-without-response' })),
    ).rejects.toMatchObject({ code: 'network-interrupted', message: expect.stringContaining('not HTTP') })
  })

  test('HttpClient: refuses plain http to another computer without trying', async () => {
    await expect(client.send(get('http://example.com/'))).rejects.toMatchObject({ code: 'plain-http-refused' })
    expect(activity).toEqual([])
  })
})

describe('TLS', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clavis-tls-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function certificate(name: string, ...more: string[]): Promise<{ key: string; cert: string }> {
    const common = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`]
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
    await run('openssl', [...common, ...(more.includes('-not_after') ? [] : ['-days', '10']), ...files, ...more])
    return {
      key: await readFile(join(folder, 'key.pem'), 'utf8'),
      cert: await readFile(join(folder, 'cert.pem'), 'utf8'),
    }
  }
  const forLoopback = ['-addext', 'subjectAltName=IP:127.0.0.1']

  test('HttpClient: refuses a server of an unknown authority, and accepts it once the profile trusts it', async () => {
    const { key, cert } = await certificate('self', ...forLoopback)
    const port = await listen(createTlsServer({ key, cert }, (_request, response) => response.end('hello')))
    const url = `https://127.0.0.1:${port}/`
    await expect(client.send(get(url))).rejects.toMatchObject({
      code: 'network-tls',
      message: expect.stringContaining('self-signed'),
    })
    expect(activity).toHaveLength(1)
    expect((await client.send(get(url, { authorities: [cert] }))).body.text()).toBe('hello')
    await expect(client.send(get(url))).rejects.toMatchObject({ code: 'network-tls' })
  })

  test('HttpClient: refuses a certificate for another host', async () => {
    const { key, cert } = await certificate('other', '-addext', 'subjectAltName=DNS:other.example.com')
    const port = await listen(createTlsServer({ key, cert }))
    await expect(client.send(get(`https://127.0.0.1:${port}/`, { authorities: [cert] }))).rejects.toMatchObject({
      code: 'network-tls',
      message: expect.stringContaining('another host name'),
    })
  })

  test('HttpClient: refuses old TLS versions and reports a port without TLS', async () => {
    const { key, cert } = await certificate('old', ...forLoopback)
    const old = { key, cert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const port = await listen(createTlsServer(old))
    await expect(client.send(get(`https://127.0.0.1:${port}/`, { authorities: [cert] }))).rejects.toMatchObject({
      code: 'network-tls',
    })
    const plain = new URL(await serve((_request, response) => response.end()))
    await expect(client.send(get(`https://${plain.host}/`))).rejects.toMatchObject({
      code: 'network-tls',
      message: expect.stringContaining('doesn’t use TLS'),
    })
  })
})

describe('a proxy', () => {
  async function startProxy(answer: 'tunnel' | 407 | 403): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = []
    const server = createServer()
    server.on('connect', ({ url }, socket) => {
      asked.push(url ?? '')
      if (answer === 'tunnel') {
        const onward = connect(Number(url?.split(':')[1]), '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n')
          onward.pipe(socket).pipe(onward)
        })
        onward.on('error', () => socket.destroy())
      } else socket.end(`HTTP/1.1 ${answer} No\r\ncontent-length: 0\r\n\r\n`)
    })
    return { url: `http://127.0.0.1:${await listen(server)}`, asked }
  }

  test.each([
    [407, 'network-proxy-login-missing'],
    [403, 'network-proxy'],
  ] as const)('HttpClient: names a proxy that responds %d', async (status, code) => {
    const proxy = await startProxy(status)
    systemProxy = proxy.url
    await expect(client.send(get('https://pay.example.com/x'))).rejects.toMatchObject({
      code,
      details: { status },
    })
    expect(proxy.asked).toEqual(['pay.example.com:443'])
  })

  test('HttpClient: uses no proxy for this computer, nor if the profile uses none', async () => {
    const proxy = await startProxy('tunnel')
    systemProxy = proxy.url
    const origin = await serve((_request, response) => response.end('direct'))
    expect((await client.send(get(origin))).body.text()).toBe('direct')
    await expect(client.send(get('https://nowhere.invalid/', { proxy: { kind: 'none' } }))).rejects.toMatchObject({
      code: 'network-name-not-found',
    })
    expect(proxy.asked).toEqual([])
  })

  test('HttpClient: says if the profile’s proxy is not a valid address', async () => {
    const proxy = { kind: 'own', address: 'http://proxy:99999', user: '', profileId: 'p', exceptions: '' } as const
    await expect(client.send(get('https://pay.example.com/x', { proxy }))).rejects.toMatchObject({
      code: 'input-invalid',
      message: 'The profile’s proxy is not a valid proxy address.',
    })
  })

  test('HttpClient: prefers the profile’s proxy to the system’s', async () => {
    const proxy = await startProxy('tunnel')
    systemProxy = 'http://127.0.0.1:1'
    await expect(
      client.send(
        get('https://nowhere.invalid:1/', {
          proxy: { kind: 'own', address: proxy.url, user: '', profileId: 'p', exceptions: '' },
        }),
      ),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^network-/u),
    })
    expect(proxy.asked[0]).toBe('nowhere.invalid:1')
  })
})

test('HttpClient: sends nothing more once it is closed', async () => {
  let received = 0
  const url = await serve((_request, response) => {
    received += 1
    response.end('{}')
  })
  await client.send(get(url))
  await client.close()
  await expect(client.send(get(url))).rejects.toMatchObject({ code: 'cancelled' })
  expect(received).toBe(1)
})
