import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PracticeFault } from '#shared/practice/practice.ts'
import { awkwardRecord } from './lists/awkward-records.ts'
import { recordMembers, type PracticeList } from './lists/practice-lists.ts'
import type { PortalTab } from './portal/portal-client.ts'
import { startInNewFolder, type RunningService } from './testing/running-service.ts'

const records = 1200

let running: RunningService
let tab: PortalTab
let token: string
let agent: Agent
/** How far the service's clock is ahead, milliseconds. */
let ahead = 0

beforeAll(async () => {
  running = await startInNewFolder({ records, isAwkward: true, now: () => Date.now() + ahead })
  tab = await running.portal.tab('mock')
  token = await newToken()
  agent = new Agent({ keepAlive: true })
})
afterEach(() => {
  ahead = 0
  running.service.setFaults([])
  running.service.setRecords(records)
})
afterAll(async () => {
  agent.destroy()
  await running[Symbol.asyncDispose]()
})

async function newToken(): Promise<string> {
  const pair = Buffer.from(`${tab.clientId}:${tab.clientSecret ?? ''}`).toString('base64')
  const response = await fetch(tab.tokenUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${pair}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends a GET with exactly these headers; a list of values is sent as several headers. */
function call(url: string, headers: Record<string, string | string[]>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() })
      })
    }).on('error', reject)
  })
}

const json = { accept: 'application/json' }
const hello = (headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${tab.apiBaseUrl}/payment/hello-world`, { ...json, authorization: `Bearer ${token}`, ...headers })
const page = (list: PracticeList, headers: Record<string, string | string[]> = {}): Promise<Answer> =>
  call(`${tab.reportsBaseUrl}/${list}`, { ...json, authorization: `Bearer ${token}`, ...headers })

interface Page {
  readonly next: string | null
  readonly lastPage: string
  readonly [member: string]: unknown
}
const read = ({ text }: Answer): Page => JSON.parse(text) as Page

test('Practice API: the hello-world check returns the token’s environment', async () => {
  expect(await hello()).toMatchObject({ status: 200, text: '{"message":"Hello, world","environment":"mock"}' })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['no token', { authorization: '' }, /has no bearer token/u],
  ['another scheme', { authorization: 'Basic YTpi' }, /has no bearer token/u],
  ['what is no token', { authorization: 'Bearer abc' }, /not issued by this service/u],
])('Practice API: responds 401 invalid_token to a call with %s', async (_what, headers, reason) => {
  const { status, headers: answered, text } = await hello(headers)
  expect(status).toBe(401)
  expect(text).toMatch(reason)
  expect(answered['www-authenticate']).toMatch(/^Bearer realm="practice", error="invalid_token"$/u)
})

test('Practice API: responds 401 without an error code when the Authorization header is missing (RFC 6750 §3.1)', async () => {
  const { status, headers, text } = await call(`${tab.apiBaseUrl}/payment/hello-world`, json)
  expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer realm="practice"'])
  expect(text).toContain('is missing')
})

test('Practice API: accepts a token only in its own environment and lifetime', async () => {
  const production = await running.portal.tab('production')
  const elsewhere = await call(`${production.apiBaseUrl}/payment/hello-world`, {
    ...json,
    authorization: `Bearer ${token}`,
  })
  expect([elsewhere.status, elsewhere.text]).toEqual([401, expect.stringContaining('another environment')])

  ahead = 28_000_000
  expect(await hello()).toMatchObject({ status: 200 })
  ahead = 28_801_000
  expect(await hello()).toMatchObject({ status: 401, text: expect.stringContaining('has expired') as string })
})

test.each([['Accept: %s is not enough'], ['*/*'], ['application/jsonp']])(
  'Accept: %s is not enough',
  async (accept) => {
    expect(await hello({ accept })).toMatchObject({ status: 406 })
  },
)

test('Practice API: accepts further types in Accept', async () => {
  expect(await hello({ accept: 'text/plain;q=0.5, application/json; charset=utf-8' })).toMatchObject({ status: 200 })
})

test.each(Object.keys(recordMembers) as PracticeList[])(
  'Practice API: returns all of %s in order, 500 records per page, by the header “next”',
  async (list) => {
    const texts: string[] = []
    const sizes: number[] = []
    let next: string | undefined
    do {
      const answer = read(await page(list, next === undefined ? {} : { next }))
      const members = answer[recordMembers[list]] as unknown[]
      texts.push(...members.map((member) => JSON.stringify(member)))
      sizes.push(members.length)
      expect(answer.lastPage).toBe(answer.next === null ? 'true' : 'false')
      next = answer.next ?? undefined
    } while (next !== undefined)
    expect(sizes).toEqual([500, 500, 200])
    expect(texts).toEqual(
      Array.from({ length: records }, (_, index) => JSON.stringify(JSON.parse(awkwardRecord(list, index)))),
    )
  },
)

test('Practice API: a load of believable data sees one moment, also when a day passes meanwhile', async () => {
  const { service } = running
  await service.setData({ isAwkward: false, daysAhead: 0 })
  try {
    const idsFrom = async (first: Answer): Promise<unknown[]> => {
      const { next } = read(first)
      const pages = [first, await page('reports', { next: next ?? '' })]
      return pages.flatMap((each) => (read(each)['reports'] as { reportId: string }[]).map(({ reportId }) => reportId))
    }
    const first = await page('reports')
    const today = await idsFrom(first)
    await service.setData({ isAwkward: false, daysAhead: 1 })
    expect(await idsFrom(first)).toEqual(today)
    const tomorrow = await idsFrom(await page('reports'))
    expect(tomorrow).not.toEqual(today)
    expect(new Set(tomorrow).size).toBe(1000)
  } finally {
    await service.setData({ isAwkward: true, daysAhead: 0 })
  }
})

test.each([
  [0, [0]],
  [1, [1]],
  [500, [500]],
  [501, [500, 1]],
  [1000, [500, 500]],
])('Practice API: returns %i records as pages of %j', async (count, expected) => {
  running.service.setRecords(count)
  const sizes: number[] = []
  let next: string | null = ''
  while (next !== null) {
    const answer = read(await page('reports', next === '' ? {} : { next }))
    sizes.push((answer['reports'] as unknown[]).length)
    next = answer.next
  }
  expect(sizes).toEqual(expected)
})

test('Practice API: accepts only cursors that it issued for the same list', async () => {
  const { next } = read(await page('reports'))
  const cursor = next ?? ''
  // As a word: among its letters the digits may be by chance.
  // As a whole number: a random cursor can contain the three digits.
  expect(cursor).not.toMatch(/(?<![\dA-Za-z])500(?![\dA-Za-z])/u)
  for (const forged of ['', 'x', '500', cursor.slice(1), `${cursor}A`, `${cursor}.A`, `${cursor}, ${cursor}`])
    expect(await page('reports', { next: forged }), forged).toMatchObject({ status: 400 })
  expect(await page('reports', { next: [cursor, cursor] })).toMatchObject({
    status: 400,
    text: expect.stringContaining('was sent twice') as string,
  })
  expect(await page('report-configs', { next: cursor })).toMatchObject({
    status: 400,
    text: expect.stringContaining('cursor of another list') as string,
  })
  expect(await page('reports', { next: cursor })).toMatchObject({ status: 200 })
})

test('Practice API: responds 404 to unknown paths and 405 to a POST to a list', async () => {
  expect(await call(`${tab.reportsBaseUrl}/toString`, json)).toMatchObject({ status: 404 })
  expect(await call(`${tab.reportsBaseUrl}/reports/1`, json)).toMatchObject({ status: 404 })
  const posted = await fetch(`${tab.reportsBaseUrl}/reports`, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
})

function play(...faults: PracticeFault[]): void {
  running.service.setFaults(faults)
}

async function statuses(count: number): Promise<number[]> {
  const seen: number[] = []
  for (let turn = 0; turn < count; turn += 1) seen.push((await hello()).status)
  return seen
}

test('Practice API: with token-expired, refuses a token after five calls and accepts a new one', async () => {
  play('token-expired')
  const before = token
  expect(await statuses(7)).toEqual([200, 200, 200, 200, 200, 401, 401])
  token = await newToken()
  expect(await statuses(6)).toEqual([200, 200, 200, 200, 200, 401])
  play()
  token = before
  expect(await statuses(1)).toEqual([200])
})

test('Practice API: with rate-limited, refuses every third call with Retry-After and accepts the next', async () => {
  play('rate-limited')
  expect(await statuses(6)).toEqual([200, 200, 429, 200, 200, 429])
  await statuses(2)
  expect((await hello()).headers['retry-after']).toBe('1')
})

test('Practice API: with unavailable, refuses every call and list until the fault is turned off', async () => {
  play('unavailable')
  expect(await statuses(5)).toEqual([503, 503, 503, 503, 503])
  expect(await page('reports')).toMatchObject({ status: 503 })
  play()
  expect(await statuses(1)).toEqual([200])
})

test('Practice API: with truncated-body, cuts every third body and sends it whole the next time', async () => {
  play('truncated-body')
  const bodies = [await page('reports'), await page('reports'), await page('reports'), await page('reports')]
  const isWhole = bodies.map(({ text }) => text.endsWith('"lastPage":"false"}'))
  expect(isWhole).toEqual([true, true, false, true])
  expect(() => read(bodies[2] ?? bodies[0] ?? { status: 0, headers: {}, text: '{}' })).toThrow(SyntaxError)
})

test('Practice API: with repeated-cursor, returns a cursor that leads back to the same page', async () => {
  running.service.setRecords(5000)
  play('repeated-cursor')
  const second = read(await page('reports')).next ?? ''
  const third = read(await page('reports', { next: second })).next ?? ''
  expect(third).not.toBe(second)
  expect(read(await page('reports', { next: third }))).toMatchObject({ next: third, lastPage: 'false' })
})

test('Practice API: with slow-answer, responds after two seconds', async () => {
  play('slow-answer')
  const began = performance.now()
  expect(await hello()).toMatchObject({ status: 200 })
  expect(performance.now() - began).toBeGreaterThan(1990)
})

test('Practice service: faults can be set, read back and cleared', () => {
  play('slow-answer', 'clock-ahead')
  expect(running.service.faults).toEqual(['slow-answer', 'clock-ahead'])
  play()
  expect(running.service.faults).toEqual([])
})
