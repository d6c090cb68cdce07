import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { activityEntrySchema, type RequestTimings } from '#shared/requests/activity.ts'
import { makeServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import type { NewActivity } from '../requests/activity-log.ts'
import { Departure, timesOf } from './connection/departure.ts'
import { HttpClient } from './http-client.ts'

let activity: NewActivity[]
let servers: Server[]
let client: HttpClient
beforeEach(() => {
  activity = []
  servers = []
  client = new HttpClient({
    resolveProxy: () => Promise.resolve(undefined),
    activity: { add: (entry) => void activity.push(entry) },
    now: Date.now,
  })
})
afterEach(async () => {
  await client.close()
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Sends a GET and returns the timings of its activity entry. */
async function timingsOf(url: string, authorities: string[] = []): Promise<RequestTimings | undefined> {
  const purpose = { kind: 'call', what: 'A test', agreement: 'api' } as const
  await client.send({ method: 'GET', url, headers: {}, purpose, retry: 'safe', authorities, proxy: { kind: 'none' } })
  // undici releases a connection a moment after the body's end; an earlier request would open another one.
  await setImmediate()
  const line = activity.at(-1)
  expect(activityEntrySchema.parse({ ...line, id: 1 }).timings).toEqual(line?.timings)
  return line?.timings
}

test('timesOf: the first request of a connection has its opening time, the next is marked as reused', async () => {
  const port = await listen(createServer((_request, response) => response.end('hello')))
  expect(await timingsOf(`http://127.0.0.1:${port}/`)).toEqual({
    connectMs: expect.any(Number),
    firstByteMs: expect.any(Number),
    bodyMs: expect.any(Number),
    reused: false,
  })
  expect(await timingsOf(`http://127.0.0.1:${port}/`)).toEqual({
    firstByteMs: expect.any(Number),
    bodyMs: expect.any(Number),
    reused: true,
  })
})

test('timesOf: a connection counts as reused, if it took longer to open than the request waited', () => {
  const opening = { resolveMs: 20, connectMs: 30 }
  const departure = new Departure(opening)
  const { timings, durationMs } = timesOf(departure, departure.at, performance.now())
  expect(timings).toMatchObject({ reused: true })
  expect(timings).not.toHaveProperty('connectMs')
  expect((timings?.firstByteMs ?? 0) + (timings?.bodyMs ?? 0)).toBeLessThanOrEqual(durationMs + 0.01)
  expect(timesOf(departure, departure.at - 60, performance.now()).timings).toMatchObject({
    ...opening,
    reused: false,
  })
})

test('timesOf: measures DNS lookup and TLS separately', async () => {
  const own = makeServerCertificate({ commonName: 'self', hosts: ['localhost'] })
  const port = await listen(createTlsServer(own, (_request, response) => response.end('hello')))
  expect(await timingsOf(`https://localhost:${port}/`, [own.cert])).toEqual({
    ...{ resolveMs: expect.any(Number), connectMs: expect.any(Number), tlsMs: expect.any(Number) },
    ...{ firstByteMs: expect.any(Number), bodyMs: expect.any(Number), reused: false },
  })
})

test('timesOf: measures headers and body separately', async () => {
  // Long compared to any other delay of this process, which runs both server and client.
  const pause = 600
  const port = await listen(
    createServer((request, response) => {
      const slowHead = request.url === '/head'
      setTimeout(
        () => {
          response.writeHead(200, { 'content-length': '2' })
          response.write('a')
          setTimeout(() => response.end('b'), slowHead ? 0 : pause)
        },
        slowHead ? pause : 0,
      )
    }),
  )
  const head = await timingsOf(`http://127.0.0.1:${port}/head`)
  expect(head?.firstByteMs).toBeGreaterThan(head?.bodyMs ?? Number.NaN)
  const body = await timingsOf(`http://127.0.0.1:${port}/body`)
  expect(body?.bodyMs).toBeGreaterThan(body?.firstByteMs ?? Number.NaN)
  const { durationMs = 0 } = activity.at(-1) ?? {}
  expect(durationMs).toBeGreaterThanOrEqual((body?.bodyMs ?? 0) + (body?.firstByteMs ?? 0) - 0.01)
})
