import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { benchRecords, pageEnd, recordsOfPage } from './bench-records.ts'

// Serves lists as fast as Node can, in its own process: the client is measured, not the creation of records. Writes its
// port to standard output. A list's base address says how many records it has and how many milliseconds a page takes:
// `/1000000/20`. Below it, `rows/OFFSET/COUNT` has the texts of rows.

/** Differing pages, repeated in every list. */
const bodies = Array.from({ length: 40 }, (_, page) => benchRecords(page))

/** The texts of the rows in these pages, for a table that asks for blocks of rows. */
const texts = bodies.flatMap((body) => {
  const page = JSON.parse(`${body.toString()}${pageEnd(null).toString()}`) as { reports: Record<string, unknown>[] }
  return page.reports.map((record) =>
    Object.values(record)
      .filter((value) => typeof value !== 'object')
      .map(String),
  )
})

/** The peers' page has another origin. */
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
  const [, records, delay, name, offset, count] = (request.url ?? '').split('/')
  if (name === 'token') {
    response.end('{"access_token":"bench","token_type":"Bearer","expires_in":28800}')
    return
  }
  if (name === 'rows') {
    const rows = Array.from({ length: Number(count) }, (_, index) => texts[(Number(offset) + index) % texts.length])
    response.writeHead(200, openToPages).end(JSON.stringify(rows))
    return
  }
  const page = Number(request.headers['next'] ?? 0)
  const isLast = (page + 1) * recordsOfPage >= Number(records)
  const end = pageEnd(isLast ? null : String(page + 1))
  const body = bodies[page % bodies.length] ?? Buffer.alloc(0)
  const respond = (): void => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length + end.length,
      ...(request.headers.origin === undefined ? {} : openToPages),
    })
    response.write(body)
    response.end(end)
  }
  if (Number(delay) === 0) respond()
  else setTimeout(respond, Number(delay))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
