import { expect, test } from 'vitest'
import { checkedRequest, requireAllowed, type Entrance, type ReceivedHead } from './request-checks.ts'

const socket: Entrance = { kind: 'socket' }
const port: Entrance = { kind: 'port', port: 4000, path: '/Zk3secret' }

function head(url: string, more: Partial<ReceivedHead> = {}, headers: readonly string[] = []): ReceivedHead {
  return { method: 'GET', httpVersion: '1.1', url, rawHeaders: ['Host', 'clavis', ...headers], ...more }
}

/** Returns the status of the refusal; 0 if the request passes. */
function refusal(request: ReceivedHead, entrance: Entrance = socket): unknown {
  try {
    checkedRequest(request, entrance)
    return 0
  } catch (error) {
    return (error as { details?: Record<string, unknown> }).details?.['answerStatus']
  }
}

test('checkedRequest: a plain path and its query pass unchanged', () => {
  expect(checkedRequest(head('/payment/hello-world?a=b%2F..&c[]=1'), socket)).toEqual({
    method: 'GET',
    base: 'apiBaseUrl',
    asked: '/payment/hello-world',
    path: '/payment/hello-world',
    query: '?a=b%2F..&c[]=1',
  })
  for (const path of ['/', '/a/', '/a.b/..c/c../...', '/a;b=c', '/caf%C3%A9', '/a%20b', '/a@b:c'])
    expect(checkedRequest(head(path), socket)).toMatchObject({ path, query: '' })
})

test('checkedRequest: a path that starts with /~reports is below the reporting base address', () => {
  const of = (path: string): unknown => checkedRequest(head(path), socket)
  expect(of('/~reports/orders')).toMatchObject({ base: 'reportsBaseUrl', path: '/orders', asked: '/~reports/orders' })
  expect(of('/~reports')).toMatchObject({ base: 'reportsBaseUrl', path: '/' })
  expect(of('/~reportsx/orders')).toMatchObject({ base: 'apiBaseUrl', path: '/~reportsx/orders' })
  expect(of('/a/~reports/orders')).toMatchObject({ base: 'apiBaseUrl' })
})

test.each([
  ...[
    'http://clavis/a',
    'https://evil.example/a',
    'evil.example:443',
    '*',
    '',
    'a',
    '//evil.example/a',
    '/a//b',
    '/\\evil',
  ],
  ...['/..', '/.', '/a/..', '/a/../b', '/a/./b', '/../a', '/..;/a', '/a/..;x=y/b', '/.;/a'],
  ...['/%2e%2e/a', '/%2E%2e', '/.%2e/a', '/%2e/a', '/%252e%252e/a', '/%25252e%25252e/a', '/%252525252e/a'],
  ...['/a%2fb', '/a%2Fb', '/a%5cb', '/a%5C..%5Cb', '/a%252fb', '/a%255cb', '/a\\b', '/a\\..\\b'],
  ...[
    '/a%00',
    '/a%0d%0aHost:%20x',
    '/a%2500',
    '/a%',
    '/a%2',
    '/a%zz',
    '/a b',
    '/a#b',
    '/ä',
    '/a"b',
    '/a<b>',
    '/a\u0000',
  ],
  ...['/a?b c', '/a?b#c', '/a?ä'],
])('checkedRequest: the target %j is refused', (url) => {
  expect(refusal(head(url))).toBe(400)
})

test.each([
  [['Content-Length', '3', 'Transfer-Encoding', 'chunked']],
  [['Content-Length', '3', 'Content-Length', '3']],
  [['Content-Length', '3, 3']],
  [['Content-Length', '+3']],
  [['Content-Length', '-1']],
  [['Content-Length', '0x3']],
  [['Transfer-Encoding', 'gzip, chunked']],
  [['Transfer-Encoding', 'identity']],
  [['Transfer-Encoding', '\tchunked']],
  [['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked']],
  [['Upgrade', 'websocket', 'Connection', 'Upgrade']],
])('checkedRequest: a POST with %j is refused', (headers) => {
  expect(refusal(head('/a', { method: 'POST' }, headers))).toBe(400)
})

test('checkedRequest: GET and HEAD have no body, and HTTP/1.0 is refused', () => {
  expect(refusal(head('/a', {}, ['Content-Length', '1']))).toBe(400)
  expect(refusal(head('/a', { method: 'HEAD' }, ['Transfer-Encoding', 'chunked']))).toBe(400)
  expect(refusal(head('/a', {}, ['Content-Length', '0']))).toBe(0)
  expect(refusal(head('/a', { method: 'POST' }, ['Content-Length', '1']))).toBe(0)
  expect(refusal(head('/a', { httpVersion: '1.0' }))).toBe(505)
})

test.each([
  [[]],
  [['Host', 'evil.example']],
  [['Host', 'clavis.evil.example']],
  [['Host', 'evil.example:80@clavis']],
  [['Host', '127.0.0.2']],
  [['Host', '']],
  [['Host', 'clavis', 'Host', 'clavis']],
  [['Host', 'clavis', 'host', 'evil.example']],
])('checkedRequest: the hosts %j are refused', (rawHeaders) => {
  expect(refusal(head('/a', { rawHeaders }))).toBe(403)
})

test('checkedRequest: a loopback port takes only its own port and the path that cannot be guessed', () => {
  const at = (url: string, host: string): ReceivedHead => head(url, { rawHeaders: ['Host', host] })
  expect(checkedRequest(at('/Zk3secret/a?b', '127.0.0.1:4000'), port)).toMatchObject({ path: '/a', query: '?b' })
  expect(checkedRequest(at('/Zk3secret', 'localhost:4000'), port)).toMatchObject({ path: '/' })
  for (const url of ['/', '/a', '/Zk3secreT/a', '/Zk3secrets/a', '/zk3secret/a', '/a/Zk3secret', '/%5Ak3secret/a'])
    expect(refusal(at(url, '127.0.0.1:4000'), port), url).toBe(404)
  for (const host of ['127.0.0.1', '127.0.0.1:4001', 'localhost', 'clavis', 'evil.example:4000'])
    expect(refusal(at('/Zk3secret/a', host), port), host).toBe(403)
})

test.each([
  ['Origin', 'null'],
  ['Origin', 'http://127.0.0.1:4000'],
  ['origin', ''],
  ['Sec-Fetch-Site', 'none'],
])('checkedRequest: a page in a browser is refused by its %s: %s', (name, value) => {
  expect(refusal(head('/a', {}, [name, value]))).toBe(403)
})

test('requireAllowed: GET and HEAD alone without a rule; other methods and paths as the profile says', () => {
  const allowed = (method: string, path: string, localMethods: string, localPaths: string): boolean => {
    try {
      requireAllowed(checkedRequest(head(path, { method }), socket), { localMethods, localPaths })
      return true
    } catch {
      return false
    }
  }
  expect(['GET', 'HEAD', 'POST', 'DELETE', 'TRACE', 'get'].filter((method) => allowed(method, '/a', '', ''))).toEqual([
    'GET',
    'HEAD',
  ])
  expect(['GET', 'POST', 'PUT'].filter((method) => allowed(method, '/a', 'POST', ''))).toEqual(['GET', 'POST'])
  const paths = ['/pay', '/pay/', '/pay/x', '/payment', '/refunds', '/', '/~reports/pay', '/PAY', '/%70ay']
  expect(paths.filter((path) => allowed('GET', path, '', '/pay /refunds/'))).toEqual([
    '/pay',
    '/pay/',
    '/pay/x',
    '/refunds',
  ])
  expect(paths.filter((path) => allowed('GET', path, '', '/~reports'))).toEqual(['/~reports/pay'])
})
