import { createServer, type Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// Runs in its own process, so that its load is not measured as the client's. It prints its port. The path of a request
// chooses the behavior; for `CONNECT`, the target's host does.

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
const megabyte = 1024 * 1024
/** More than the largest response may have. */
const zeros = Buffer.alloc(96 * megabyte)
// Before a request comes, because its time limit is short.
const gzipped = gzipSync(zeros, { level: 1 })
const brotli = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })

/** Writes forever, as fast as it is read. */
function flood(socket: Socket, piece: Buffer | string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', write)
  }
  write()
}

/** Writes a piece at intervals, forever. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20)
  socket.once('close', () => clearInterval(timer))
}

function whole(socket: Socket, body: string | Buffer, more = ''): void {
  socket.write(`${head}${more}content-length: ${Buffer.byteLength(body)}\r\n\r\n`)
  socket.write(body)
}

function chunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
}

/** Creates a token response with one more field, given as JSON. */
const token = (member: string): string => `{"access_token":"abc","token_type":"Bearer","expires_in":600,${member}}`
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const jwtOf = (claims: string): string =>
  `${Buffer.from('{}').toString('base64url')}.${Buffer.from(claims).toString('base64url')}.c2ln`

const behaviors: Readonly<Record<string, (socket: Socket) => void>> = {
  silence: () => undefined,
  'endless-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    flood(socket, `x-more: ${'a'.repeat(1000)}\r\n`)
  },
  'endless-header': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-more: ')
    flood(socket, 'a'.repeat(1000))
  },
  'dripping-head': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-more: ')
    drip(socket, 'a')
  },
  'endless-hints': (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  'dripping-hints': (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  'another-protocol': (socket) => void socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: h2c\r\n\r\n'),
  'no-http': (socket) => flood(socket, '220 mail.example.com ESMTP\r\n'),
  'dripping-body': (socket) => {
    socket.write(chunked)
    drip(socket, '1\r\n \r\n')
  },
  'endless-body': (socket) => {
    socket.write(chunked)
    flood(socket, chunk(Buffer.alloc(megabyte, ' ')))
  },
  'gzip-bomb': (socket) => {
    socket.write(`${head}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n`)
    flood(socket, chunk(gzipped))
  },
  'brotli-bomb': (socket) => whole(socket, brotli, 'content-encoding: br\r\n'),
  'nested-bomb': (socket) => whole(socket, gzipSync(gzipped), 'content-encoding: gzip, gzip\r\n'),
  'many-codings': (socket) => whole(socket, gzipSync('{}'), `content-encoding: ${'gzip,'.repeat(2000)}gzip\r\n`),
  'invalid-chunk': (socket) => void socket.write(`${chunked}zz\r\n{}\r\n0\r\n\r\n`),
  'endless-chunk-size': (socket) => {
    socket.write(chunked)
    flood(socket, '0'.repeat(1000))
  },
  'endless-chunk-extension': (socket) => {
    socket.write(`${chunked}1;`)
    flood(socket, 'a'.repeat(1000))
  },
  'endless-trailers': (socket) => {
    socket.write(`${chunked}2\r\n{}\r\n0\r\n`)
    flood(socket, `x-more: ${'a'.repeat(1000)}\r\n`)
  },
  'early-close': (socket) => socket.end(`${head}content-length: 100\r\n\r\n{`),
  'early-close-of-chunks': (socket) => socket.end(`${chunked}5\r\n{}`),
  'close-in-head': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-'),
  'longer-than-declared': (socket) => void socket.write(`${head}content-length: 2\r\n\r\n{}${' '.repeat(100)}`),
  'two-lengths': (socket) => void socket.write(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `),
  'length-and-chunks': (socket) =>
    void socket.write(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  'negative-length': (socket) => void socket.write(`${head}content-length: -1\r\n\r\n{}`),
  redirect: (socket) => {
    socket.write(
      'HTTP/1.1 302 Found\r\nlocation: https://elsewhere.example/token\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    drip(socket, '1\r\n \r\n')
  },
  'redirect-flood': (socket) => {
    socket.write(`HTTP/1.1 307 T\r\nlocation: /${'a'.repeat(12_000)}\r\ntransfer-encoding: chunked\r\n\r\n`)
    flood(socket, chunk(Buffer.alloc(megabyte)))
  },
  'enormous-json': (socket) => whole(socket, token(`"more":[${'0,'.repeat(20 * megabyte)}0]`)),
  'deep-json': (socket) => whole(socket, token(`"expires_in":${nested(60_000)}`)),
  'deepest-json': (socket) => whole(socket, '['.repeat(60 * megabyte)),
  'deep-claims': (socket) => whole(socket, token(`"access_token":"${jwtOf(`{"a":${nested(60_000)}}`)}"`)),
  'many-scopes': (socket) => whole(socket, token(`"scope":"${'a '.repeat(100_000)}"`)),
  'huge-fields': (socket) => whole(socket, token(`"token_type":"${'b'.repeat(200_000)}"`)),
  'huge-error': (socket) =>
    whole(socket, JSON.stringify({ error: 'e'.repeat(100_000), error_description: 'd'.repeat(100_000) })),
}

const server = createServer((socket) => {
  socket.on('error', () => undefined)
  // Each request of a connection: one without a response would make the next test wait for a time limit.
  socket.on('data', (request: Buffer) => {
    const [, method, target = ''] = /^(\w+) (\S+) /u.exec(request.toString('latin1')) ?? []
    const name = method === 'CONNECT' ? target.replace(/[.:].*$/u, '') : target.slice(1)
    behaviors[name]?.(socket)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
// Ends with the process that started it.
process.stdin.resume().once('end', () => process.exit())
