import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { benchRecord, recordsOfPage } from './bench-records.ts'

// A process of its own that serves a list as fast as Node can: what is measured is the client, not the making of
// records. It tells its port on standard output. Arguments: records in the list, milliseconds that a page takes.

const [records = 0, delay = 0] = process.argv.slice(2).map(Number)

/** Differing bodies of records, about 0.5 KB a record. */
const bodies = Array.from({ length: 40 }, (_, body) =>
  Buffer.from(
    `{"reports":[${Array.from({ length: recordsOfPage }, (_each, index) => benchRecord(body * recordsOfPage + index)).join(',')}],`,
  ),
)

/** The peers' page stands at another origin. */
const openToPages = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'next',
  'access-control-max-age': '3600',
}

const server = createServer((request, response) => {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, openToPages).end()
    return
  }
  if (request.url === '/token') {
    response.end('{"access_token":"bench","token_type":"Bearer","expires_in":28800}')
    return
  }
  const page = Number(request.headers['next'] ?? 0)
  const isLast = (page + 1) * recordsOfPage >= records
  const end = Buffer.from(`"next":${isLast ? 'null' : `"${page + 1}"`},"lastPage":"${isLast}"}`)
  const body = bodies[page % bodies.length] ?? Buffer.alloc(0)
  const answer = (): void => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length + end.length,
      ...(request.headers.origin === undefined ? {} : openToPages),
    })
    response.write(body)
    response.end(end)
  }
  if (delay === 0) answer()
  else setTimeout(answer, delay)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
