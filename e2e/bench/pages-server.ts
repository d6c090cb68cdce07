import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { benchRecords, pageEnd, recordsOfPage, reportIdOf } from './bench-records.ts'

// Serves lists as fast as Node can, in its own process: the client is measured, not the creation of records. Writes its
// port to standard output. A list's base address says how many records it has and how many milliseconds a page takes:
// `/1000000/20`. Below it, `rows/OFFSET/COUNT` has the texts of rows.

/** An even number of pages, created before the first request. Of the ones that follow only the identifiers differ. */
const bodies = Array.from({ length: 40 }, (_, page) => benchRecords(page))

/** Digits of an identifier that count thousands of records. They are the same in all of a page, which has 500. */
const thousandDigits = 5

/** Where these digits are in each of the pages. */
const digitsAt = bodies.map((body) => {
  const name = '"reportId":"rep-'
  const found: number[] = []
  for (let at = body.indexOf(name); at !== -1; at = body.indexOf(name, at + 1)) found.push(at + name.length)
  return found
})

/**
 * Returns a page without the end of its envelope. It is valid until one of the pages that share its memory is requested:
 * that takes a client that reads one page after the other 40 pages.
 */
function pageBody(page: number): Uint8Array {
  const body = bodies[page % bodies.length] ?? Buffer.alloc(0)
  const digits = Buffer.from(
    reportIdOf(page * recordsOfPage)
      .slice('rep-'.length)
      .slice(0, thousandDigits),
  )
  for (const at of digitsAt[page % bodies.length] ?? [])
    for (let digit = 0; digit < thousandDigits; digit += 1) body[at + digit] = digits[digit] ?? 0
  return body
}

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
    const rows = Array.from({ length: Number(count) }, (_, index) => {
      const position = Number(offset) + index
      return [reportIdOf(position), ...(texts[position % texts.length] ?? []).slice(1)]
    })
    response.writeHead(200, openToPages).end(JSON.stringify(rows))
    return
  }
  const page = Number(request.headers['next'] ?? 0)
  const isLast = (page + 1) * recordsOfPage >= Number(records)
  const end = pageEnd(isLast ? null : String(page + 1))
  const body = pageBody(page)
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
