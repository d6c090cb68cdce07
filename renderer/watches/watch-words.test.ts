import { expect, it } from 'vitest'
import { dateTextOf } from '#shared/values/date-text.ts'
import { costWords } from '#shared/watches/watch-messages.ts'
import type { Watch, WatchSchedule } from '#shared/watches/watch.ts'
import { countsWords, durationWords, keptWords, nextWords, stateWords } from './watch-words.ts'

const error = { code: 'keychain-locked', message: 'The keychain is locked.' } as const
const load = { at: '2026-11-30T08:00:00.000Z', durationMs: 1200, met: [], snoozed: false }
const watch: Watch = {
  id: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  list: 'reports',
  settings: { schedule: { kind: 'daily', at: '08:00' }, conditions: [], keep: { loads: 10, days: 30 } },
  isOn: true,
  isLoading: false,
  lastLoad: { kind: 'failed', ...load, error },
  counts: [],
  kept: { loads: 0, size: 0 },
}

it('stateWords: a running load, then what pauses it, then the last load', () => {
  const paused = { since: load.at, error }
  expect(stateWords({ ...watch, paused, isLoading: true })).toEqual({ words: 'Loading…' })
  expect(stateWords({ ...watch, paused })).toEqual({ words: 'Paused: The keychain is locked', tone: 'warn' })
  expect(stateWords(watch)).toEqual({ words: 'Failed: The keychain is locked', tone: 'bad' })
  const { lastLoad: _none, ...fresh } = watch
  expect(stateWords(fresh)).toEqual({ words: 'Not loaded yet' })
})

it.each([
  ['2026-11-30T20:00:00.000Z', 'next today, 8:00 PM'],
  ['2026-12-01T08:00:00.000Z', 'next tomorrow, 8:00 AM'],
  ['2026-12-07T08:00:00.000Z', 'next Dec 7, 8:00 AM'],
  ['2026-11-30T08:59:00.000Z', 'next load due'],
])('nextWords: for a load at %s “%s”', (nextAt, words) => {
  const dates = dateTextOf({ format: 'system', timeZone: 'utc' })
  expect(nextWords({ isOn: true, nextAt }, Date.parse('2026-11-30T09:00:00Z'), dates)).toBe(words)
})

it.each<readonly [WatchSchedule, string]>([
  [{ kind: 'every', minutes: 15 }, 'About 50 pages a load, 4,800 requests a day, plus token requests.'],
  [{ kind: 'daily', at: '08:00' }, 'About 50 pages a load, 50 requests a day, plus token requests.'],
  [{ kind: 'weekly', weekday: 1, at: '08:00' }, 'About 50 pages a load, 50 requests a week, plus token requests.'],
])('costWords: pages of a load times its loads, for %o', (schedule, words) => {
  expect(costWords({ pages: 50 }, schedule)).toBe(words)
})

it('costWords: without a complete load, the cost is not known', () => {
  expect(costWords(undefined, watch.settings.schedule)).toContain('never loaded completely')
})

it('countsWords: the last number and the range', () => {
  const counts = [20, 31, 25].map((matching) => ({ at: load.at, matching }))
  expect(countsWords(counts)).toBe('25 records, between 20 and 31 in 3 loads')
  expect(countsWords(counts.slice(0, 1))).toBe('20 records in one load')
  expect(countsWords([...counts, ...counts].filter(({ matching }) => matching === 31))).toBe('31 records in 2 loads')
})

it('durationWords and keptWords: short, with a unit', () => {
  expect([400, 9949, 12_000, 180_000].map(durationWords)).toEqual(['0.4 s', '9.9 s', '12 s', '3 min'])
  expect(keptWords({ loads: 1, size: 2 ** 20 })).toBe('1 load, 1 MiB')
  expect(keptWords(watch.kept)).toBe('None')
})
