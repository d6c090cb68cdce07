import { expect, test } from 'vitest'
import type { LoadReport } from '#shared/lists/load-report.ts'
import { durationText, noEventsMessage, loadFacts } from './load-details.tsx'

test.each([
  [0, '0 ms'],
  [450, '450 ms'],
  [12_400, '12.4 s'],
  [59_960, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [7_800_000, '2 h 10 min'],
])('durationText: %d ms is %s', (milliseconds, words) => {
  expect(durationText(milliseconds)).toBe(words)
})

const report: LoadReport = {
  datasetId: '0b6f2b3e-0000-4000-8000-000000000000',
  list: 'reports',
  state: { kind: 'complete' },
  pages: 20,
  pagesBefore: 0,
  records: 10_000,
  startedAt: '2026-11-20T10:00:00Z',
  loadingMs: 4000,
  waitingMs: 1500,
  counts: { retry: 2, 'new-token': 0, woken: 0, failure: 1, warning: 0, resumed: 0 },
  events: [],
  olderEvents: 0,
}

test('loadFacts: say what a load cost', () => {
  expect(loadFacts(report).map(({ value }) => value)).toEqual([
    '10,000 on 20 pages',
    '4.0 s · 5.0 pages/s',
    '2 (1.5 s waiting)',
    'None',
    '1',
  ])
  expect(loadFacts({ ...report, records: 500, pages: 1 })[0]?.value).toBe('500 on 1 page')
})

test('loadFacts: the rate counts the pages loaded in the given time', () => {
  const time = (changes: Partial<LoadReport>): string | undefined => loadFacts({ ...report, ...changes })[1]?.value
  expect(time({ pages: 2000, pagesBefore: 1999, loadingMs: 20 })).toBe('20 ms for 1 page · 50.0 pages/s')
  expect(time({ pages: 2000, pagesBefore: 2000, loadingMs: 0 })).toBe('0 ms for 0 pages')
  expect(time({ pages: 2000, pagesBefore: 2000, loadingMs: 900 })).toBe('900 ms for 0 pages')
})

test('noEventsMessage: says that no details of earlier pages are stored', () => {
  expect(noEventsMessage(report)).toBe('No errors or retries.')
  expect(noEventsMessage({ ...report, pagesBefore: 20 })).toBe('No details for 20 pages loaded earlier.')
  expect(noEventsMessage({ ...report, pagesBefore: 1 })).toBe(
    'No details for 1 page loaded earlier. No errors or retries since.',
  )
})
