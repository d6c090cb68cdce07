import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { curlCommand } from '#shared/requests/activity.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { withoutAsking } from '../confirmation.ts'
import { Database } from '../store/database.ts'
import { ActivityHistory } from './activity-history.ts'
import { ActivityLog, type NewActivity } from './activity-log.ts'
import { StoredActivity } from './stored-activity.ts'

let folder: string
let moment: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-activity-'))
  moment = Date.parse('2026-11-21T12:00:00.000Z')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const profileId = '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11'

function start(limit?: number): { log: ActivityLog; history: ActivityHistory } {
  const log = new ActivityLog()
  const stored = new StoredActivity({
    database: new Database({ folder }),
    ...(limit === undefined ? {} : { limit }),
  })
  return { log, history: new ActivityHistory({ log, stored }) }
}

const line = (what: string, more: Partial<NewActivity> = {}): NewActivity => ({
  ...{ at: new Date(moment).toISOString(), kind: 'call', what, outcome: 'ok', method: 'GET' },
  ...{ address: 'https://api.example.com/x', status: 200, durationMs: 12, size: 5, profileId },
  ...more,
})

describe('the activity', () => {
  test('ActivityHistory: has the entries of an earlier start after a restart, once', async () => {
    const first = start()
    first.log.add(line('a'))
    first.log.add(line('b', { profileId: '8c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11' }))
    await first.history.end()
    moment += 1000
    const second = start()
    second.log.add(line('c'))
    expect((await second.history.list({ limit: 10 })).map(({ what }) => what)).toEqual(['c', 'b', 'a'])
    expect((await second.history.list({ limit: 10, profileId })).map(({ what }) => what)).toEqual(['c', 'a'])
    const ids = (await second.history.list({ limit: 10 })).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })

  test('ActivityHistory: stores further pages of a load every ten seconds, and at once what else happens', async () => {
    const database = new Database({ folder })
    const log = new ActivityLog()
    const history = new ActivityHistory({ log, stored: new StoredActivity({ database }) })
    const add = (count: number, more: Partial<NewActivity> = {}): void => {
      for (let page = 1; page <= count; page += 1) log.add(line(`Page ${page} of reports`, { kind: 'list', ...more }))
    }
    /** Counts what is stored after some time, once the change that was started is over. */
    const storedAfter = async (ms: number): Promise<unknown> => {
      await vi.advanceTimersByTimeAsync(ms)
      await new Promise(setImmediate)
      await database.change(() => undefined)
      return database.read((sql) => sql.prepare('SELECT count(*) AS count FROM activity').get()?.['count'])
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      add(5)
      expect(await storedAfter(500)).toBe(5)
      add(5)
      expect(await storedAfter(9000)).toBe(5)
      add(1, { kind: 'token', what: 'Token request' })
      expect(await storedAfter(500)).toBe(11)
      add(5)
      expect(await storedAfter(500)).toBe(11)
      expect(await storedAfter(10_000)).toBe(16)
      // A person loads one page, a page fails, very many come.
      add(1)
      expect(await storedAfter(500)).toBe(17)
      add(2, { outcome: 'retried' })
      expect(await storedAfter(500)).toBe(19)
      add(2000)
      expect(await storedAfter(500)).toBe(2019)
      add(5)
    } finally {
      vi.useRealTimers()
    }
    await history.end()
    expect((await history.export(undefined, 'jsonl')).lines).toBe(2024)
  })

  test('ActivityHistory: includes an entry that is added while earlier ones are read', async () => {
    const first = start()
    first.log.add(line('a'))
    await first.history.end()
    moment += 1000
    const second = start()
    const listed = second.history.list({ limit: 10 })
    second.log.add(line('b'))
    expect((await listed).map(({ what }) => what)).toEqual(['b', 'a'])
  })

  test('ActivityHistory: keeps entries whatever the clock says', async () => {
    const first = start()
    first.log.add(line('old'))
    await first.history.end()
    const yesterday = moment
    moment += 400 * dayMs
    const ahead = start()
    ahead.log.add(line('ahead'))
    await ahead.history.end()
    moment = yesterday + 1000
    const third = start()
    third.log.add(line('new'))
    await third.history.end()
    const { text } = await third.history.export(undefined, 'jsonl')
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((each) => (JSON.parse(each) as NewActivity).what),
    ).toEqual(['old', 'ahead', 'new'])
    expect((await third.history.list({ limit: 10 })).map(({ what }) => what)).toEqual(['new', 'ahead', 'old'])
  })

  test('ActivityHistory: lists an entry of this start once if the clock was set back', async () => {
    const { log, history } = start()
    moment -= 400 * dayMs
    log.add(line('a'))
    await history.end()
    log.add(line('b'))
    expect((await history.list({ limit: 10 })).map(({ what }) => what)).toEqual(['b', 'a'])
  })

  test('ActivityHistory: finds an entry of this start and of an earlier one by its id', async () => {
    const first = start()
    first.log.add(line('old', { size: 7 }))
    await first.history.end()
    moment += 1000
    const { log, history } = start()
    log.add(line('new', { size: 8 }))
    const listed = await history.list({ limit: 10 })
    expect(await Promise.all(listed.map(({ id }) => history.entry(id)))).toEqual(listed)
    expect(listed.map(({ size }) => size)).toEqual([8, 7])
    expect(await history.entry(999)).toBeUndefined()
  })

  test('ActivityHistory: keeps no more entries than its limit', async () => {
    const { log, history } = start(100)
    for (let index = 0; index < 500; index += 1) {
      log.add(line(`line ${index}`))
      if (index % 10 === 0) await history.end()
    }
    await history.end()
    const { text, lines } = await history.export(undefined, 'jsonl')
    expect(lines).toBe(100)
    expect(text).toContain('line 499')
    expect(text).not.toContain('line 399')
  })

  test('ActivityHistory: reads past an entry that can’t be read', async () => {
    const first = start()
    first.log.add(line('a'))
    await first.history.end()
    const at = new Date(moment).toISOString()
    await new Database({ folder }).change(({ sql }) =>
      sql.prepare('INSERT INTO activity (at, content) VALUES (?, ?)').run(at, '{"at":"2026-11-21T12:00'),
    )
    moment += 1000
    const second = start()
    expect((await second.history.list({ limit: 10 })).map(({ what }) => what)).toEqual(['a'])
  })

  test('ActivityHistory: reports why it can’t be stored if the disk fails', async () => {
    const log = new ActivityLog()
    const history = new ActivityHistory({
      log,
      stored: new StoredActivity({ database: new Database({ folder: '/dev/null/x' }) }),
    })
    log.add(line('a'))
    await history.end()
    expect(history.failure()).toMatchObject({ code: 'disk-failed' })
    expect(
      new ActivityHistory({
        log,
        stored: new StoredActivity({ database: new Database({ folder }) }),
      }).failure(),
    ).toBeUndefined()
  })

  test('ActivityHistory: clears the entries on disk after confirmation', async () => {
    const { log, history } = start()
    log.add(line('a'))
    await history.end()
    await expect(history.clear()).rejects.toMatchObject({ code: 'not-confirmed' })
    expect(await history.list({ limit: 10 })).not.toEqual([])
    await history.clear(withoutAsking)
    expect(await history.list({ limit: 10 })).toEqual([])
    expect((await history.export(undefined, 'jsonl')).lines).toBe(0)
    expect((await readFile(join(folder, 'clavis.db'))).toString('latin1')).not.toContain('api.example.com')
  })

  test('ActivityHistory: exports HAR 1.2 and JSON Lines', async () => {
    const { log, history } = start()
    log.add(line('a', { status: 404, outcome: 'failed' }))
    log.add({ at: new Date(moment).toISOString(), kind: 'key', what: 'CSR signed', outcome: 'ok', profileId })
    const har = await history.export(profileId, 'har')
    expect(har.lines).toBe(1)
    expect(JSON.parse(har.text)).toMatchObject({
      log: {
        version: '1.2',
        entries: [
          { request: { method: 'GET', url: 'https://api.example.com/x' }, response: { status: 404 }, time: 12 },
        ],
      },
    })
    const lines = await history.export(profileId, 'jsonl')
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map((each) => (JSON.parse(each) as NewActivity).what),
    ).toEqual(['a', 'CSR signed'])
  })
})

describe('HAR timings', () => {
  const entrySchema = z.object({ time: z.number(), timings: z.record(z.string(), z.number()) })

  async function entryOf(more: Partial<NewActivity>): Promise<z.infer<typeof entrySchema>> {
    const { log, history } = start()
    log.add(line('a', more))
    const { text } = await history.export(profileId, 'har')
    return entrySchema.parse((JSON.parse(text) as { log: { entries: unknown[] } }).log.entries[0])
  }

  test('HAR timings: add up to the duration, with TLS as part of connecting', async () => {
    const timings = { resolveMs: 2, connectMs: 10, tlsMs: 20, firstByteMs: 50, bodyMs: 8, reused: false }
    const { time, timings: harTimings } = await entryOf({ durationMs: 100, timings })
    expect(harTimings).toEqual({ blocked: 10, dns: 2, connect: 30, ssl: 20, send: 0, wait: 50, receive: 8 })
    const { ssl, ...parts } = harTimings
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(time)
    expect(ssl).toBeLessThanOrEqual(parts['connect'] ?? 0)
  })

  test('HAR timings: are -1 if a connection was reused or nothing is known', async () => {
    const reused = await entryOf({ durationMs: 60, timings: { firstByteMs: 50, bodyMs: 10, reused: true } })
    expect(reused.timings).toEqual({ blocked: 0, dns: -1, connect: -1, ssl: -1, send: 0, wait: 50, receive: 10 })
    await rm(folder, { recursive: true, force: true })
    const unknown = await entryOf({ durationMs: 60 })
    expect(unknown.timings).toEqual({ blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: 60, receive: 0 })
  })
})

describe('curlCommand', () => {
  test('curlCommand: works when $TOKEN is set, whatever the address contains', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`)
      response.end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/it's/$(id)/x`
      const command = curlCommand({ ...line('Call', { address }), id: 1 })
      await promisify(execFile)('sh', ['-c', command ?? ''], { env: { ...process.env, TOKEN: 'abc' } })
      expect(asked).toEqual(["GET /it's/$(id)/x Bearer abc"])
    } finally {
      server.close()
    }
  })

  test('curlCommand: is undefined for requests that can’t be repeated', () => {
    expect(curlCommand({ ...line('Token request', { kind: 'token', method: 'POST' }), id: 1 })).toBeUndefined()
    expect(curlCommand({ ...line('Page 2 of reports', { kind: 'list' }), id: 1 })).toBeUndefined()
    expect(curlCommand({ ...line('Page 12 of reports', { kind: 'list' }), id: 1 })).toBeUndefined()
    expect(curlCommand({ ...line('Page 1 of reports', { kind: 'list' }), id: 1 })).toBeDefined()
  })
})
