import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A process of its own that serves a list as fast as Node can: what is measured is the client, not the making of
// records. It tells its port on standard output. Arguments: records in the list, milliseconds that a page takes.

const [records = 0, delay = 0] = process.argv.slice(2).map(Number)

/** Records of a page, as the service's document limits them. */
const pageSize = 500

/** Differing bodies of records, about 0.5 KB a record. */
const bodies = Array.from({ length: 40 }, (_, body) =>
  Buffer.from(
    `{"reports":[${Array.from({ length: pageSize }, (_each, index) => record(body * pageSize + index)).join(',')}],`,
  ),
)

function record(index: number): string {
  const text = `Report ${index} of the day, with a name that is as long as names of reports are in practice`
  return JSON.stringify({
    reportId: `rep-${String(index).padStart(8, '0')}`,
    reportConfigurationId: `cfg-${index % 250}`,
    name: text,
    status: ['Completed', 'Running', 'Errored'][index % 3],
    amount: (index % 100_000) / 100,
    currency: 'EUR',
    rows: index % 5000,
    createdAt: new Date(1.7e12 + index * 67_000).toISOString(),
    completedAt: new Date(1.7e12 + index * 68_000).toISOString(),
    owner: { team: `T${index % 6}`, user: { id: index % 97, active: index % 3 > 0 } },
    tags: ['daily', 'settlement'],
    note: text,
  })
}

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
  const isLast = (page + 1) * pageSize >= records
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
