import { execFile } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { TlsOptions } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { request as send } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import { Secret } from '../keychain/secret.ts'
import type { NewActivity } from '../requests/activity-log.ts'
import { Connections } from './connection/connections.ts'
import { proxyOfAddress, type ProxyChoice } from './connection/proxy-choice.ts'
import { HttpClient } from './http-client.ts'
import type { HttpRequest, HttpResponse } from './http-message.ts'
import { startBlackHole } from './testing/black-hole.ts'
import { startProxyServer, type ProxyServer } from './testing/proxy-server.ts'
import type { TimeLimits } from './time-limits.ts'

/** Long: client, proxy and service share one thread, and a step that took too long is tried again. */
const limits = { connect: 300_000, headers: 300_000, body: 300_000, whole: 300_000, firstPause: 10 }
const shortLimits = { ...limits, connect: 400, headers: 400, body: 400 }
const authority = {
  ...makeServerCertificate({ commonName: 'Acme Inspection CA', isAuthority: true }),
  name: 'Acme Inspection CA',
}
const leaf = makeServerCertificate({
  ...{ commonName: 'pay.example.com', hosts: ['pay.example.com', 'localhost', '127.0.0.1'], issuer: authority },
})
const chained = { key: leaf.key, cert: leaf.cert + authority.cert }

let endings: (() => Promise<unknown>)[]
let activity: NewActivity[]
let systemProxy: string | undefined
let password: Secret | undefined
let forgotten: string[]
let client: HttpClient
const clientWith = (limits: TimeLimits): HttpClient =>
  new HttpClient({
    resolveProxy: () =>
      Promise.resolve(systemProxy === undefined ? undefined : proxyOfAddress(systemProxy, 'HTTPS_PROXY')),
    proxyPasswords: { of: () => Promise.resolve(password), forget: (id) => void forgotten.push(id) },
    activity: { add: (entry) => void activity.push(entry) },
    now: Date.now,
    limits,
  })
beforeEach(() => {
  ;[endings, activity, forgotten, systemProxy, password] = [[], [], [], undefined, undefined]
  client = clientWith(limits)
})
afterEach(async () => {
  await client.close()
  for (const end of endings.reverse()) await end()
})

async function listen(server: Server | TcpServer, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  endings.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => void server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/** A service that returns the proxy headers it received, of which there should be none. */
const service: RequestListener = ({ headers }, response) =>
  response.end(`hello ${JSON.stringify(headers['proxy-authorization'] ?? 'none')}`)

const startTls = (options: TlsOptions = chained): Promise<number> => listen(createTlsServer(options, service))

async function startProxy(conduct: Parameters<typeof startProxyServer>[0] = {}): Promise<ProxyServer> {
  const proxy = await startProxyServer(conduct)
  endings.push(proxy.end)
  return proxy
}

const own = (address: string, user = '', exceptions = ''): ProxyChoice => ({
  ...{ kind: 'own', address, user, exceptions, profileId: 'a-profile' },
})

function get(
  url: string,
  proxy: ProxyChoice = { kind: 'none' },
  more: Partial<HttpRequest> = {},
): Promise<HttpResponse> {
  return client.send({
    ...{ method: 'GET', url, headers: {}, retry: 'only-without-response', authorities: [authority.cert], proxy },
    ...{ purpose: { kind: 'call', what: 'A test', agreement: 'api' }, ...more },
  })
}

describe('a profile’s own proxy', () => {
  test.each([
    ['ada', 'correct horse'],
    ['ada', 'pa:ss@word/%20 ü漢'],
  ])('Own proxy: gets the name %s and its password, and the service gets neither', async (user, text) => {
    const proxy = await startProxy({ login: `${user}:${text}` })
    password = Secret.fromText(text)
    const answer = await get(`https://pay.example.com:${await startTls()}/`, own(proxy.address, user))
    expect(answer.body.text()).toBe('hello "none"')
    expect(proxy.asked).toEqual([expect.stringMatching(/^pay\.example\.com:\d+$/u)])
    expect(activity).toMatchObject([{ outcome: 'ok', timings: { reused: false, tlsMs: expect.any(Number) } }])
  })

  test('Own proxy: the error says if the password is missing or wrong, and never contains it', async () => {
    const proxy = await startProxy({ login: 'ada:hush-hush' })
    const url = 'https://pay.example.com/'
    await expect(get(url, own(proxy.address))).rejects.toMatchObject({
      code: 'network-proxy-login-missing',
      message: expect.stringContaining('the profile has none'),
    })
    await expect(get(url, own(proxy.address, 'ada'))).rejects.toMatchObject({
      code: 'network-proxy-login-missing',
      message: expect.stringContaining('the keychain has none'),
    })
    expect(forgotten).toEqual([])
    password = Secret.fromText('not-this-one')
    const refused = await get(url, own(proxy.address, 'ada')).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'network-proxy-login-refused' })
    expect(forgotten).toEqual(['a-profile'])
    expect(proxy.authorizations.slice(0, 2)).toEqual([undefined, undefined])
    expect(JSON.stringify([refused, activity])).not.toContain('not-this-one')

    // The right one is used at once: connections opened with another are not reused.
    password = Secret.fromText('hush-hush')
    const answer = await get(`https://pay.example.com:${await startTls()}/`, own(proxy.address, 'ada'))
    expect(answer.status).toBe(200)
  })

  test.each([
    [
      ['NTLM', 'Negotiate'],
      ['NTLM', 'Negotiate'],
    ],
    [['Negotiate TlRMTVNTUAAB=, NTLM'], ['Negotiate', 'NTLM']],
    [['Digest realm="a, b", nonce="c", qop="auth"'], ['Digest']],
  ])('Own proxy: that supports only %j is reported as such', async (challenges, schemes) => {
    const proxy = await startProxy({ login: 'ada:x', challenges })
    await expect(get('https://pay.example.com/', own(proxy.address, 'ada'))).rejects.toMatchObject({
      code: 'network-proxy',
      details: { schemes },
    })
  })

  test('System proxy: a user and password in its address work, and no error shows them', async () => {
    const proxy = await startProxy({ login: 'ada:p@ss' })
    const port = await startTls()
    systemProxy = proxy.address.replace('//', '//ada:p%40ss@')
    expect((await get(`https://pay.example.com:${port}/`, { kind: 'system' })).status).toBe(200)
    systemProxy = proxy.address.replace('//', '//ada:hush-hush@')
    const refused = await get(`https://pay.example.com:${port}/`, { kind: 'system' }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'network-proxy-login-refused', message: expect.stringContaining('“ada”') })
    expect(JSON.stringify([refused, activity])).not.toContain('hush-hush')
  })

  test('Own proxy: is not used for exceptions', async () => {
    const proxy = await startProxy()
    const rules = own(proxy.address, '', 'intranet, .invalid')
    await expect(get('https://nowhere.invalid/', rules)).rejects.toMatchObject({ code: 'network-name-not-found' })
    expect(proxy.asked).toEqual([])
    await get(`https://pay.example.com:${await startTls()}/`, rules)
    expect(proxy.asked).toHaveLength(1)
  })

  test('Own proxy: opens a tunnel for plain http addresses, too', async () => {
    const proxy = await startProxy({ login: 'ada:x', leadsTo: await listen(createServer(service)) })
    const connections = new Connections(limits)
    endings.push(() => connections.close())
    const login = { user: 'ada', password: Secret.fromText('x') }
    const dispatcher = connections.dispatcher({
      ...{ authorities: [], clientCertificate: undefined, proxy: { address: proxy.address, login } },
    })
    const { body } = await send('http://plain.example.com/', { dispatcher })
    expect(await body.text()).toBe('hello "none"')
    expect(proxy.asked).toEqual(['plain.example.com:80'])
  })

  test('Own proxy: may use TLS itself, and the error names it if it is not trusted', async () => {
    const proxy = await startProxy({ tls: chained })
    const url = `https://pay.example.com:${await startTls()}/`
    expect((await get(url, own(proxy.address))).status).toBe(200)
    await expect(get(url, own(proxy.address), { authorities: [] })).rejects.toMatchObject({
      code: 'network-tls',
      message: expect.stringContaining(`to the proxy ${new URL(proxy.address).host}`),
    })
  })

  test('Own proxy: the error names it if it is missing or never responds', async () => {
    await client.close()
    client = clientWith(shortLimits)
    const proxy = await startProxy({ isMute: true })
    await expect(get('https://pay.example.com/', own(proxy.address))).rejects.toMatchObject({
      code: 'network-timeout',
      message: expect.stringMatching(/^The proxy 127\.0\.0\.1:\d+ did not respond in time\.$/u),
    })
    await client.close()
    client = clientWith(limits)
    await proxy.end()
    await expect(get('https://pay.example.com/', own(proxy.address))).rejects.toMatchObject({
      code: 'network-refused',
      message: expect.stringMatching(/^Connection refused: nothing is listening on proxy/u),
    })
    await expect(get('https://pay.example.com/', own('http://proxy.invalid:3128'))).rejects.toMatchObject({
      code: 'network-name-not-found',
      message: 'Host proxy.invalid not found.',
    })
  })

  test('System proxy: an unsupported kind is reported as such', async () => {
    systemProxy = 'socks5://127.0.0.1:1080'
    await expect(get('https://pay.example.com/', { kind: 'system' })).rejects.toMatchObject({
      code: 'network-proxy',
      message: expect.stringContaining('socks5'),
    })
  })
})

describe('trust', () => {
  test('Trust: the error names the unknown issuer, directly and through a proxy', async () => {
    const port = await startTls()
    const proxy = await startProxy()
    for (const [url, way] of [
      [`https://127.0.0.1:${port}/`, { kind: 'none' }],
      [`https://pay.example.com:${port}/`, own(proxy.address)],
    ] as const) {
      await expect(get(url, way, { authorities: [] })).rejects.toMatchObject({
        code: 'network-tls',
        message: expect.stringContaining('issued by “CN=Acme Inspection CA”'),
        details: { issuer: 'CN=Acme Inspection CA', cause: 'SELF_SIGNED_CERT_IN_CHAIN' },
      })
      expect((await get(url, way)).status).toBe(200)
    }
  })

  test('Trust: an intermediate authority without its issuer is enough', async () => {
    const sub = makeServerCertificate({ commonName: 'Acme Sub', isAuthority: true, issuer: authority })
    const below = makeServerCertificate({ commonName: 'x', hosts: ['127.0.0.1'], issuer: { ...sub, name: 'Acme Sub' } })
    const port = await startTls({ key: below.key, cert: below.cert + sub.cert })
    const url = `https://127.0.0.1:${port}/`
    await expect(get(url, undefined, { authorities: [] })).rejects.toMatchObject({
      details: { issuer: 'CN=Acme Inspection CA', cause: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' },
    })
    expect((await get(url, undefined, { authorities: [sub.cert] })).status).toBe(200)
  })

  test('Trust: does not make another host’s certificate valid', async () => {
    const other = makeServerCertificate({ commonName: 'other', hosts: ['other.example'], issuer: authority })
    const url = `https://127.0.0.1:${await startTls({ key: other.key, cert: other.cert })}/`
    for (let turn = 0; turn < 3; turn += 1)
      await expect(get(url)).rejects.toMatchObject({ details: { cause: 'ERR_TLS_CERT_ALTNAME_INVALID' } })
  })

  test('Trust: also comes from the system’s store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clavis-store-'))
    endings.push(() => rm(folder, { recursive: true }))
    const store = join(folder, 'store.pem')
    await writeFile(store, authority.cert)
    const url = `https://127.0.0.1:${await startTls()}/`
    const script = fileURLToPath(new URL('testing/get-by-system-store.ts', import.meta.url))
    const run = async (more: NodeJS.ProcessEnv): Promise<string> =>
      (await promisify(execFile)(process.execPath, [script, url], { env: { ...process.env, ...more } })).stdout
    expect(await run({})).toContain('doesn’t trust')
    if (process.platform === 'linux') expect(await run({ SSL_CERT_FILE: store })).toContain('hello')
  })

  test('Trust: requires TLS 1.2', async () => {
    const url = `https://127.0.0.1:${await startTls({ ...chained, maxVersion: 'TLSv1.2' })}/`
    expect((await get(url)).status).toBe(200)
    const old = { ...chained, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(get(`https://127.0.0.1:${await startTls(old)}/`)).rejects.toMatchObject({ code: 'network-tls' })
  })
})

describe('time limits', () => {
  test('Time limits: end every wait with a typed error', async () => {
    await client.close()
    client = clientWith(shortLimits)
    const hole = await startBlackHole()
    endings.push(hole.end)
    const portThatAnswers = (answer: (socket: Socket) => void): Promise<number> =>
      listen(createTcpServer((socket) => void socket.once('data', () => answer(socket))))
    const addresses = {
      'a connection': `http://127.0.0.1:${hole.port}/`,
      'a handshake': `https://127.0.0.1:${await listen(createTcpServer(() => undefined))}/`,
      'the first byte': `http://127.0.0.1:${await portThatAnswers(() => undefined)}/`,
      'the rest of the head': `http://127.0.0.1:${await portThatAnswers((socket) => void socket.write('HTTP/1.1 200 OK\r\n'))}/`,
      'the rest of the body': `http://127.0.0.1:${await portThatAnswers(
        (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhal'),
      )}/`,
    }
    // At once, because each is tried several times.
    const outcomes = await Promise.all(
      Object.entries(addresses).map(async ([what, url]) => [what, await get(url).catch((error: unknown) => error)]),
    )
    const timeout = expect.objectContaining({ code: 'network-timeout' }) as object
    expect(Object.fromEntries(outcomes)).toEqual(
      Object.fromEntries(Object.keys(addresses).map((what) => [what, timeout])),
    )
    for (const address of Object.values(addresses))
      expect(activity.findLast((entry) => entry.address === address)).toMatchObject({
        ...{ outcome: 'failed', errorCode: 'network-timeout' },
      })
  })
})

describe('connections', () => {
  test('Connections: are reused with TLS and through a proxy', async () => {
    const proxy = await startProxy()
    const url = `https://pay.example.com:${await startTls()}/`
    for (let turn = 0; turn < 4; turn += 1) {
      await get(url, own(proxy.address))
      // undici releases a connection a moment after the body's end.
      await setImmediate()
    }
    expect(proxy.asked).toHaveLength(1)
    expect(activity.map(({ timings }) => timings?.reused)).toEqual([false, true, true, true])
  })

  test('Connections: use IPv6', async () => {
    const port = await listen(createServer(service), '::1')
    expect((await get(`http://[::1]:${port}/`)).status).toBe(200)
  })

  test('Connections: try each address of a name', async () => {
    const families = (await lookup('localhost', { all: true })).map(({ family }) => family)
    for (const [host, family] of [
      ['127.0.0.1', 4],
      ['::1', 6],
    ] as const) {
      if (!families.includes(family)) continue
      const port = await listen(createServer(service), host)
      expect((await get(`http://localhost:${port}/`)).status).toBe(200)
    }
    expect(activity.length).toBeGreaterThan(0)
  })
})
