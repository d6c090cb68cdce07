import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLocalServer } from './local-server.ts'

// What really arrives at the address is decided by Node's parser, so these are bytes on a connection.

let server: Server
let passed: string[]
beforeAll(async () => {
  server = createLocalServer(() => ({ kind: 'socket' }), {
    begin: () => () => undefined,
    answer: async (request, response) => {
      const body = await request.body()
      passed.push(`${request.method} ${request.path}${request.query} ${body?.toString() ?? ''}`.trim())
      response.end('ok')
    },
    onFault: (fault) => {
      throw fault
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  passed = []
})

/** Sends bytes and returns all that is answered until the connection closes. */
async function send(text: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  socket.write(Buffer.from(text, 'latin1'))
  await once(socket, 'close')
  return answer
}

const statuses = (answer: string): string[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gmu)].map(([, status = '']) => status)

test('Local server: a plain request passes', async () => {
  expect(statuses(await send('GET /a?b HTTP/1.1\r\nHost: clavis\r\nConnection: close\r\n\r\n'))).toEqual(['200'])
  const post = 'POST /a HTTP/1.1\r\nHost: clavis\r\nConnection: close\r\n'
  expect(statuses(await send(`${post}Content-Length: 5\r\n\r\nhello`))).toEqual(['200'])
  expect(statuses(await send(`${post}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`))).toEqual(['200'])
  expect(passed).toEqual(['GET /a?b', 'POST /a hello', 'POST /a hello'])
})

const inner = 'GET /inner HTTP/1.1\r\nHost: clavis\r\n\r\n'
const get = 'GET /a HTTP/1.1\r\n'
const post = 'POST /a HTTP/1.1\r\nHost: clavis\r\n'

test.each([
  ['both lengths', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`],
  [
    'both lengths, the other way round',
    `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${inner}`,
  ],
  ['two lengths', `${post}Content-Length: 0\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`],
  ['two equal lengths', `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\nab`],
  ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\nab`],
  ['a length with a sign', `${post}Content-Length: +2\r\n\r\nab`],
  ['a length in hex', `${post}Content-Length: 0x2\r\n\r\nab`],
  ['another coding after chunked', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`],
  ['another coding before chunked', `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${inner}`],
  ['chunked with a vertical tab', `${post}Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${inner}`],
  ['a coding name with a space', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`],
  ['a chunk size with a sign', `${post}Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\n${inner}`],
  ['a chunk size with a prefix', `${post}Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n${inner}`],
  ['a chunk that ends with a bare LF', `${post}Transfer-Encoding: chunked\r\n\r\n1\nx\n0\n\n${inner}`],
  ['a bare LF', `GET /a HTTP/1.1\nHost: clavis\n\n`],
  ['a bare LF after a header', `${get}Host: clavis\nX: y\r\n\r\n`],
  ['a bare CR in a header', `${get}Host: clavis\r\nX: a\rb\r\n\r\n`],
  ['a folded header', `${get}Host: clavis\r\nX: a\r\n b\r\n\r\n`],
  ['a folded Host', `${get}Host:\r\n clavis\r\n\r\n`],
  ['a header that begins with a space', `${get} Host: clavis\r\n\r\n`],
  ['NUL in a header', `${get}Host: clavis\r\nX: a\u0000b\r\n\r\n`],
  ['NUL in the target', 'GET /a\u0000b HTTP/1.1\r\nHost: clavis\r\n\r\n'],
  ['no host', `${get}\r\n`],
  ['two hosts', `${get}Host: clavis\r\nHost: evil.example\r\n\r\n`],
  ['another host', `${get}Host: evil.example\r\n\r\n`],
  ['an absolute-form target', 'GET http://clavis/a HTTP/1.1\r\nHost: clavis\r\n\r\n'],
  ['an absolute-form target elsewhere', 'GET https://evil.example/a HTTP/1.1\r\nHost: clavis\r\n\r\n'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: clavis\r\n\r\n'],
  ['a target with a tab', 'GET /a\tb HTTP/1.1\r\nHost: clavis\r\n\r\n'],
  ['a target with two spaces', 'GET /a /b HTTP/1.1\r\nHost: clavis\r\n\r\n'],
  ['dot segments', 'GET /a/../b HTTP/1.1\r\nHost: clavis\r\n\r\n'],
  ['HTTP/1.0', 'GET /a HTTP/1.0\r\nHost: clavis\r\n\r\n'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['no HTTP', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000'],
  ['a GET with a body', `${get}Host: clavis\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`],
  ['an upgrade', `${get}Host: clavis\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${inner}`],
  ['headers that are too large', `${get}Host: clavis\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['a body that is too large', `${post}Content-Length: 1048577\r\n\r\n${'x'.repeat(1_048_577)}`],
  ['a page in a browser', `${get}Host: clavis\r\nOrigin: https://evil.example\r\n\r\n`],
])('Local server: %s is refused, and nothing after it on the connection is a request', async (_what, bytes) => {
  const answer = await send(bytes)
  expect(passed).toEqual([])
  // A client that gets no answer, only a closed connection, is refused, too.
  const [status = '400', ...others] = statuses(answer)
  expect(status).toMatch(/^(?:4|505)/u)
  expect(others).toEqual([])
  expect(answer).not.toMatch(/access-control/iu)
})

test('Local server: what is refused says why, as JSON', async () => {
  const answer = await send('GET /a/../b HTTP/1.1\r\nHost: clavis\r\n\r\n')
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toEqual({
    code: 'input-invalid',
    message: expect.stringMatching(/./u) as string,
    hint: expect.stringMatching(/./u) as string,
  })
  const unparsed = await send(`${get}Host: clavis\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
  expect(statuses(unparsed)).toEqual(['431'])
})
