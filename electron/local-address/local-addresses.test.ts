import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { request, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ClavisError } from '#shared/errors.ts'
import type { LocalAddress } from '#shared/local-address/local-address.ts'
import type { Confirmation } from '#shared/questions.ts'
import { withoutAsking } from '../confirmation.ts'
import {
  canarySecret,
  canaryToken,
  sendTo,
  startLocalService,
  type LocalService,
  type Received,
} from './testing/local-service.ts'

const run = promisify(execFile)

let local: LocalService
let api: RequestListener
let received: IncomingMessage[]
beforeAll(async () => {
  local = await startLocalService((message, response) => {
    received.push(message)
    api(message, response)
  })
})
afterAll(() => local.end())
beforeEach(() => {
  received = []
  api = (_message, response) => response.end('{"greeting":"hello"}')
})

/** A busy machine is slow. */
const patience = { timeout: 60_000 }

const programsOf = (id: string): LocalAddress['programs'] =>
  local.addresses.list().find(({ profileId }) => profileId === id)?.programs ?? []

const codeOf = ({ body }: Received): unknown => (JSON.parse(body) as { code: unknown }).code

test('Local address: a request arrives at the same path of the service with the token, and its response comes back', async () => {
  const profile = await local.newProfile()
  const send = await local.open(profile)
  api = (_message, response) => {
    response.writeHead(418, ['content-type', 'text/plain', 'x-own', 'a', 'x-own', 'b', 'content-encoding', 'gzip'])
    response.end('not decoded')
  }
  const { status, headers, body } = await send('/payment/hello-world?x=1', { headers: { accept: 'text/plain' } })
  expect({ status, body, own: headers['x-own'], coding: headers['content-encoding'] }).toEqual({
    status: 418,
    body: 'not decoded',
    own: 'a, b',
    coding: 'gzip',
  })
  expect(received[0]).toMatchObject({ url: '/api/payment/hello-world?x=1', method: 'GET' })
  expect(received[0]?.headers).toMatchObject({ authorization: `Bearer ${canaryToken}`, accept: 'text/plain' })
  expect((await send('/', { method: 'HEAD' })).status).toBe(418)
  expect(received[1]).toMatchObject({ url: '/api/', method: 'HEAD' })
})

test('Local address: paths below /~reports go to the reporting base address', async () => {
  const send = await local.open(await local.newProfile({ reportsBaseUrl: `${local.origin}/elsewhere/v2` }))
  await send('/~reports/orders?page=2')
  expect(received[0]?.url).toBe('/elsewhere/v2/orders?page=2')
  const without = await local.open(await local.newProfile())
  expect(await without('/~reports/orders')).toMatchObject({ status: 400 })
})

test('Local address: what is of a connection or of the caller is not passed on, nor are cookies and authentication', async () => {
  const send = await local.open(await local.newProfile())
  api = (_message, response) => {
    response.setHeader('Set-Cookie', ['session=1', 'other=2'])
    response.setHeader('WWW-Authenticate', 'Bearer')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Connection', 'x-hop, keep-alive')
    response.setHeader('X-Hop', 'dropped')
    response.setHeader('X-Echo', `token=${canaryToken}; ${Buffer.from(canaryToken).toString('base64')}`)
    response.end('x')
  }
  const { headers } = await send('/a', {
    headers: {
      ...{ authorization: 'Basic forged', cookie: 'a=b', 'proxy-authorization': 'Basic x', te: 'trailers' },
      ...{ connection: 'close, x-mine', 'x-mine': 'dropped', 'x-kept': 'kept', 'x-forwarded-for': '10.0.0.1' },
    },
  })
  expect(Object.keys(headers).sort()).toEqual(['connection', 'content-length', 'date', 'x-echo'])
  expect(headers['x-echo']).toBe('token=...; ...==')
  const sent = received[0]?.headers ?? {}
  expect(sent.authorization).toBe(`Bearer ${canaryToken}`)
  expect(sent['x-kept']).toBe('kept')
  for (const name of ['cookie', 'proxy-authorization', 'te', 'x-mine', 'x-forwarded-for'])
    expect(sent[name]).toBeUndefined()
  expect(sent.host).toBe(new URL(local.origin).host)
})

test('Local address: a refused token is replaced once, also for a request with a body', async () => {
  const profile = await local.newProfile({ localMethods: 'POST' })
  const send = await local.open(profile)
  const bodies: string[] = []
  api = (message, response) => {
    let body = ''
    message.on('data', (part: Buffer) => (body += part.toString()))
    message.on('end', () => {
      bodies.push(body)
      response.writeHead(bodies.length === 1 || body === 'never' ? 401 : 200).end(body)
    })
  }
  const before = local.tokenRequests()
  expect(await send('/a', { method: 'POST', body: 'twice' })).toMatchObject({ status: 200, body: 'twice' })
  expect(bodies).toEqual(['twice', 'twice'])
  expect(local.tokenRequests()).toBe(before + 2)
  // A path that always answers 401 costs no further token for a while.
  expect(await send('/a', { method: 'POST', body: 'never' })).toMatchObject({ status: 401, body: 'never' })
  expect(bodies).toEqual(['twice', 'twice', 'never'])
  expect(local.tokenRequests()).toBe(before + 2)
  const other = await local.open(await local.newProfile({ localMethods: 'POST' }))
  expect(await other('/a', { method: 'POST', body: 'never' })).toMatchObject({ status: 401, body: 'never' })
  expect(bodies.slice(3)).toEqual(['never', 'never'])
})

test('Local address: the rule and the person are asked about what is sent, after its body has arrived', async () => {
  const profile = await local.newProfile({ localMethods: 'POST' })
  const { socketPath } = await local.open(profile)
  const sent = request({
    ...{ socketPath, path: '/a', method: 'POST', agent: false },
    headers: { host: 'clavis', 'content-length': '4' },
  })
  sent.write('ab')
  const status = once(sent, 'response').then(([response]) => (response as IncomingMessage).statusCode)
  await vi.waitFor(() => expect(programsOf(profile.id)).toHaveLength(1), patience)
  const { id, revision, practice: _practice, createdAt: _created, updatedAt: _updated, ...settings } = profile
  await local.services.profiles.update(id, revision, { ...settings, localMethods: '' }, withoutAsking)
  sent.end('cd')
  expect(await status).toBe(405)
  expect(received).toEqual([])
})

test('Local address: nothing is asked for a caller that has gone', async () => {
  const profile = await local.newProfile({ environment: 'production', flavor: 'jwt' })
  await local.services.activateCredential(profile.id)
  const first = Promise.withResolvers<undefined>()
  let asked = 0
  const confirm = async (): Promise<void> => {
    asked += 1
    await first.promise
  }
  const { socketPath } = await local.open(profile, { confirm })
  const calls = [1, 2, 3].map(() =>
    request({ socketPath, path: '/a', headers: { host: 'clavis' }, agent: false })
      .on('error', () => undefined)
      .end(),
  )
  await vi.waitFor(() => expect(asked).toBe(1), patience)
  for (const each of calls) each.destroy()
  local.addresses.revokeConsents(profile.id)
  first.resolve(undefined)
  await local.addresses.close(profile.id)
  expect([asked, received]).toEqual([1, []])
})

test('Local address: an error about a redirect does not repeat the token', async () => {
  const send = await local.open(await local.newProfile())
  api = (_message, response) => response.writeHead(302, { location: `/x/${canaryToken}` }).end()
  const answer = await send('/a')
  expect(answer.status).toBe(502)
  expect(answer.body).not.toContain(canaryToken)
})

test('Local address: headers that stand for another method, path or caller are not passed on', async () => {
  const send = await local.open(await local.newProfile())
  await send('/a', {
    headers: { 'x-http-method-override': 'DELETE', 'x-original-url': '/b', x_forwarded_for: 'c', 'x-own': 'd' },
  })
  const names = Object.keys(received[0]?.headers ?? {})
  expect(names).toContain('x-own')
  expect(names.filter((name) => /override|original|_/u.test(name))).toEqual([])
})

test('Local address: a body without a length ends with its connection, as it came', async () => {
  const send = await local.open(await local.newProfile())
  api = ({ socket }) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"half":')
  const { headers, body } = await send('/a')
  expect([body, headers['transfer-encoding'], headers.connection]).toEqual(['{"half":', undefined, 'close'])
})

test('Local address: one that is closed while it opens does not stay open', async () => {
  const profile = await local.newProfile()
  const opening = local.addresses.open(profile.id, { confirm: withoutAsking })
  await local.addresses.close(profile.id)
  await opening
  expect(local.addresses.list().map(({ profileId }) => profileId)).not.toContain(profile.id)
})

test('Local address: 50 callers at once cause one token request', async () => {
  const send = await local.open(await local.newProfile())
  const before = local.tokenRequests()
  const all = await Promise.all(Array.from({ length: 50 }, async (_each, index) => send(`/item/${index}`)))
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(local.tokenRequests()).toBe(before + 1)
})

test('Local address: a redirect is not followed', async () => {
  const send = await local.open(await local.newProfile())
  api = (_message, response) => response.writeHead(302, { location: 'https://evil.example/' }).end()
  const answer = await send('/a')
  expect([answer.status, codeOf(answer), answer.headers.location]).toEqual([502, 'redirect-refused', undefined])
  expect(received).toHaveLength(1)
})

const cuts: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['with a length', (response) => response.writeHead(200, { 'content-length': '1000' })],
  ['in chunks', (response) => response.writeHead(200)],
]
test.each(cuts)('Local address: a response %s that is cut is cut for the caller, too', async (_how, start) => {
  const profile = await local.newProfile()
  const send = await local.open(profile)
  api = (_message, response) => {
    start(response)
    response.write('half', () => response.destroy())
  }
  await expect(send('/a')).rejects.toThrow(/aborted|hang up|ECONNRESET/u)
  await vi.waitFor(
    () =>
      expect(local.services.activity.list({ profileId: profile.id, limit: 1 })[0]).toMatchObject({
        ...{ kind: 'call', outcome: 'failed', errorCode: 'network-interrupted', size: 4 },
      }),
    patience,
  )
})

test('Local address: a caller that goes away cancels its request at the service', async () => {
  const profile = await local.newProfile()
  const { socketPath } = await local.open(profile)
  const gone = new Promise((resolve) => {
    api = (_message, response) => {
      response.write('first')
      response.once('close', () => resolve(response.writableFinished))
    }
  })
  const asked = request({ socketPath, path: '/a', headers: { host: 'clavis' } }, (response) => {
    response.once('data', () => asked.destroy())
    response.on('error', () => undefined)
  })
  asked.on('error', () => undefined)
  asked.end()
  expect(await gone).toBe(false)
  await vi.waitFor(
    () =>
      expect(local.services.activity.list({ profileId: profile.id, limit: 1 })[0]).toMatchObject({
        errorCode: 'cancelled',
      }),
    patience,
  )
})

test('Local address: other methods and paths are refused before anything is sent, unless the profile allows them', async () => {
  const profile = await local.newProfile({ localPaths: '/payment' })
  const send = await local.open(profile)
  const post = { method: 'POST', body: '{}' }
  expect(await send('/payment/a', post)).toMatchObject({ status: 405 })
  expect(await send('/refunds')).toMatchObject({ status: 403 })
  expect(received).toEqual([])
  const { revision, ...stored } = (await local.services.profiles.get(profile.id)).profile
  const { id, practice: _practice, createdAt: _created, updatedAt: _updated, ...settings } = stored
  await local.services.profiles.update(id, revision, { ...settings, localMethods: 'POST', localPaths: '' })
  expect(await send('/payment/a', post)).toMatchObject({ status: 200 })
  expect(await send('/refunds')).toMatchObject({ status: 200 })
})

test('Local address: Production asks once for each program, until every answer ends', async () => {
  const asked: Confirmation[] = []
  let agrees = false
  const profile = await local.newProfile({ environment: 'production', flavor: 'jwt' })
  await local.services.activateCredential(profile.id)
  const confirm = (question: Confirmation): Promise<void> => {
    asked.push(question)
    return agrees ? Promise.resolve() : Promise.reject(new ClavisError('not-confirmed', 'You cancelled.'))
  }
  const send = await local.open(profile, { confirm })
  const both = await Promise.all([send('/a'), send('/b')])
  expect(both.map((answer) => [answer.status, codeOf(answer)])).toEqual([
    [403, 'not-confirmed'],
    [403, 'not-confirmed'],
  ])
  expect(asked).toHaveLength(1)
  expect(asked[0]?.details.join('\n')).toContain(process.execPath)
  expect(asked[0]?.details.join('\n')).toContain(`process ${process.pid}`)
  // A refusal counts until it ends.
  agrees = true
  expect(await send('/a')).toMatchObject({ status: 403 })
  expect(received).toEqual([])
  local.addresses.revokeConsents()
  expect(await send('/a')).toMatchObject({ status: 200 })
  expect(await send('/a')).toMatchObject({ status: 200 })
  expect(asked).toHaveLength(2)
  const [state] = local.addresses.list().filter(({ profileId }) => profileId === profile.id)
  expect(state?.programs).toMatchObject([{ path: process.execPath, pid: process.pid, consent: 'agreed' }])
  await local.addresses.close(profile.id)
  const again = await local.open(profile, { confirm })
  expect(await again('/a')).toMatchObject({ status: 200 })
  expect(asked).toHaveLength(3)
})

test('Local address: each call is in the activity with its program, and no secret is in any entry, answer or state', async () => {
  const profile = await local.newProfile()
  const send = await local.open(profile)
  api = (_message, response) => response.writeHead(200, { 'x-token': canaryToken }).end('{}')
  const answers = [await send('/payment/a?cursor=secret'), await send('/a/../b'), await send('/a', { method: 'POST' })]
  const entries = local.services.activity.list({ profileId: profile.id, limit: 100 })
  expect(entries[0]).toMatchObject({
    what: `Call by node (process ${process.pid})`,
    method: 'GET',
    address: `${local.origin}/api/payment/a`,
    status: 200,
    size: 2,
  })
  const [state] = local.addresses.list().filter(({ profileId }) => profileId === profile.id)
  expect(state).toMatchObject({ requestsLastMinute: 2, programs: [{ name: 'node', requests: 2 }] })
  const all = JSON.stringify([answers, entries, local.addresses.list()])
  for (const canary of [canaryToken, canarySecret]) expect(all).not.toContain(canary)
})

test('Local address: it closes with its socket, aborts what is under way, and reports both', async () => {
  const profile = await local.newProfile()
  const reported: number[] = []
  const stop = local.addresses.onChange((open) =>
    reported.push(open.filter((each) => each.profileId === profile.id).length),
  )
  const send = await local.open(profile)
  api = (_message, response) => response.write('first')
  const under = send('/a')
  await vi.waitFor(() => expect(received).toHaveLength(1), patience)
  const failure = expect(under).rejects.toThrow()
  await local.addresses.close(profile.id)
  await failure
  await expect(stat(send.socketPath)).rejects.toThrow('ENOENT')
  await expect(send('/a')).rejects.toThrow(/ENOENT|ECONNREFUSED/u)
  stop()
  expect([reported[0], reported.at(-1)]).toEqual([1, 0])
})

test('Local address: it closes when its time is over, and when its profile is removed', async () => {
  const [timed, removed] = [await local.newProfile(), await local.newProfile()]
  await local.open(timed, { forMs: 50 })
  await local.open(removed)
  await local.services.profiles.remove(removed.id)
  await vi.waitFor(() => {
    const open = local.addresses.list().map(({ profileId }) => profileId)
    expect(open.filter((id) => id === timed.id || id === removed.id)).toEqual([])
  }, patience)
})

test('Local address: a loopback port has a path that cannot be guessed', async () => {
  const profile = await local.newProfile()
  const { url = '', curl } = await local.addresses.open(profile.id, { confirm: withoutAsking, port: 0 })
  const { origin, pathname } = new URL(url)
  expect(pathname.length).toBeGreaterThan(30)
  expect(curl).toBe(`curl '${url}/payment/hello-world'`)
  expect(await (await fetch(`${url}/payment/a`)).text()).toBe('{"greeting":"hello"}')
  expect((await fetch(`${origin}/payment/a`)).status).toBe(404)
  expect((await fetch(`${url}/payment/a`, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
})

// Only root can become another user.
test.runIf(process.geteuid?.() === 0 && process.platform === 'linux')(
  'Local address: another user’s process that knows the address of the port is refused',
  async () => {
    const { url = '' } = await local.addresses.open((await local.newProfile()).id, { confirm: withoutAsking, port: 0 })
    const curl = async (user: string, ...more: string[]): Promise<string> => {
      const words = [
        `--reuid=${user}`,
        '--clear-groups',
        'curl',
        '-sS',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        ...more,
        `${url}/a`,
      ]
      return (await run('setpriv', words, { timeout: 60_000 })).stdout
    }
    expect([await curl('0'), await curl('65534')]).toEqual(['200', '403'])
    // From another address of the loopback network, with the port of a connection of ours.
    const ours = connect(Number(new URL(url).port), '127.0.0.1')
    await once(ours, 'connect')
    const port = String(ours.localPort)
    expect(await curl('65534', '--interface', '127.0.0.2', '--local-port', port)).toBe('403')
    ours.destroy()
    expect(received).toHaveLength(1)
  },
)

test('Local address: requests over the limits get 429', async () => {
  const limited = await startLocalService((_message, response) => void response.write('first'), {
    limits: { atOnce: 2, perMinute: 5 },
  })
  try {
    const send = await limited.open(await limited.newProfile())
    const open = [1, 2].map((each) => {
      const asked = request({
        socketPath: send.socketPath,
        path: `/${each}`,
        headers: { host: 'clavis' },
        agent: false,
      })
      asked.on('error', () => undefined).end()
      return asked
    })
    await Promise.all(open.map((each) => once(each, 'response')))
    const answers = [await send('/3'), await send('/4'), await send('/5'), await send('/6')]
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual(
      answers.map(() => [429, 'local-limit-exceeded']),
    )
    expect(answers.map(({ body }) => (JSON.parse(body) as { message: string }).message.includes('minute'))).toEqual([
      ...[false, false, false, true],
    ])
    for (const each of open) each.destroy()
  } finally {
    await limited.end()
  }
})

test('Local address: the same profile is opened once in a process', async () => {
  const profile = await local.newProfile()
  const open = async (): Promise<LocalAddress> => local.addresses.open(profile.id, { confirm: withoutAsking })
  const [first, second] = await Promise.all([open(), open()])
  expect(second.socketPath).toBe(first.socketPath)
  expect(second.openedAt).toBe(first.openedAt)
  expect(await sendTo(first.socketPath, '/a')).toMatchObject({ status: 200 })
})
