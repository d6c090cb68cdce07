import { expect, test } from 'vitest'
import type { RunReport } from '../../shared/model/run-report.ts'
import { durationWords, reportFacts } from './run-report-words.ts'

test.each([
  [0, '0 ms'],
  [450, '450 ms'],
  [12_400, '12.4 s'],
  [59_960, '1 min 00 s'],
  [185_000, '3 min 05 s'],
  [7_800_000, '2 h 10 min'],
])('%d ms are %s', (milliseconds, words) => {
  expect(durationWords(milliseconds)).toBe(words)
})

const report: RunReport = {
  runId: '0b6f2b3e-0000-4000-8000-000000000000',
  list: 'reports',
  state: { kind: 'complete' },
  pages: 20,
  records: 10_000,
  startedAt: '2026-11-20T10:00:00Z',
  loadingMs: 4000,
  waitingMs: 1500,
  counts: { retry: 2, 'new-token': 0, woken: 0, failure: 1, warning: 0, resumed: 0 },
  events: [],
  olderEvents: 0,
}

test('a report says what a run cost', () => {
  expect(reportFacts(report).map(({ value }) => value)).toEqual([
    '10,000 on 20 pages',
    '4.0 s loading, 5.0 pages a second',
    '2, 1.5 s waiting',
    'None',
    '1',
  ])
  expect(reportFacts({ ...report, records: 500, pages: 1 })[0]?.value).toBe('500 on 1 page')
})
