import { expect, test } from 'vitest'
import type { ActivityLine } from '#shared/requests/activity.ts'
import { filterRequests, foldPages, pagesSentence, requestSentence, resultMessage } from './request-messages.ts'

const line = (parts: Partial<ActivityLine>): ActivityLine => ({
  id: 1,
  at: '2026-11-20T10:00:00Z',
  kind: 'list',
  what: 'Page 2 of reports',
  outcome: 'ok',
  ...parts,
})
const lines = [
  line({ status: 200, address: 'https://api.example.com/reports' }),
  line({ status: 503, outcome: 'retried' }),
  line({ kind: 'token', what: 'Token request', outcome: 'failed', errorCode: 'network-refused' }),
]

test('filterRequests: filters by kind, by failure and by any visible text', () => {
  const left = (filter: object): number =>
    filterRequests(lines, { kind: 'all', failuresOnly: false, search: '', ...filter }).length
  expect(left({})).toBe(3)
  expect(left({ kind: 'token' })).toBe(1)
  expect(left({ failuresOnly: true })).toBe(2)
  expect(left({ search: 'EXAMPLE' })).toBe(1)
  expect(left({ search: '503' })).toBe(1)
  expect(left({ search: 'refused', kind: 'list' })).toBe(0)
})

test('resultMessage: describes the result', () => {
  expect(lines.map(resultMessage)).toEqual(['200', '503, retried', 'network-refused'])
})

test('requestSentence: says what happened', () => {
  const call = line({ kind: 'call', what: 'Call', method: 'GET', address: 'https://api.example.com/a/b' })
  const local = { ...call, what: 'Call by curl (process 7)' }
  expect([...lines, call, local, line({ kind: 'key', what: 'Assertion signed' })].map(requestSentence)).toEqual([
    'Page 2 of reports loaded',
    'Page 2 of reports failed, then retried',
    'Token request failed',
    'GET /a/b succeeded',
    'GET /a/b by curl (process 7) succeeded',
    'Assertion signed',
  ])
})

test('foldPages: joins the pages of one load, and leaves failures, other lists and other requests as they are', () => {
  const page = (number: number, parts: Partial<ActivityLine> = {}): ActivityLine =>
    line({ id: number, what: `Page ${number} of reports`, address: 'https://api.example.com/reports', ...parts })
  const [three, two, one] = [page(3), page(2), page(1)]
  expect(foldPages([three, two, one])).toEqual([[three, two, one]])
  expect(pagesSentence([three, two, one])).toBe('Pages 1 to 3 of reports loaded')
  // A new load starts with its own first page.
  expect(foldPages([two, one, three, two])).toEqual([
    [two, one],
    [three, two],
  ])
  for (const other of [
    page(2, { outcome: 'retried', status: 503 }),
    page(2, { kind: 'call', what: 'Call' }),
    page(2, { what: 'Page 2 of report configurations' }),
    page(2, { address: 'https://other.example.com/reports' }),
    page(1),
  ])
    expect(foldPages([three, other, one])).toEqual([three, other, one])
  expect(foldPages([one])).toEqual([one])
  expect(foldPages([])).toEqual([])
})
