import { expect, test } from 'vitest'
import { jitterOf, lengthOf, loadsPerDay, nextLoadAt, scheduleWords } from './watch-schedule.ts'
import type { WatchSchedule } from './watch.ts'

const every = (minutes: number): WatchSchedule => ({ kind: 'every', minutes })
const daily = (at: string): WatchSchedule => ({ kind: 'daily', at })
const weekly = (weekday: number, at: string): WatchSchedule => ({ kind: 'weekly', weekday, at })

test.each([
  [every(15), '2026-11-30T12:00:00Z', 'UTC', '2026-11-30T12:15:00.000Z'],
  [daily('08:00'), '2026-11-30T07:59:59Z', 'UTC', '2026-11-30T08:00:00.000Z'],
  [daily('08:00'), '2026-11-30T08:00:00Z', 'UTC', '2026-12-01T08:00:00.000Z'],
  [daily('00:00'), '2026-11-30T23:30:00Z', 'Europe/Berlin', '2026-12-01T23:00:00.000Z'],
  // 02:30 does not exist on this day, and is one o’clock in UTC the day before and half past midnight the day after.
  [daily('02:30'), '2026-03-28T02:00:00Z', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  [daily('02:30'), '2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-30T00:30:00.000Z'],
  // 02:30 exists twice.
  [daily('02:30'), '2026-10-24T12:00:00Z', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  [daily('02:30'), '2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-26T01:30:00.000Z'],
  [weekly(1, '08:00'), '2026-11-30T12:00:00Z', 'UTC', '2026-12-07T08:00:00.000Z'],
  [weekly(7, '08:00'), '2026-11-30T12:00:00Z', 'UTC', '2026-12-06T08:00:00.000Z'],
  [weekly(2, '08:00'), '2026-11-30T12:00:00Z', 'Pacific/Auckland', '2026-11-30T19:00:00.000Z'],
] as const)('nextLoadAt: %j after %s in %s is %s', (schedule, after, timeZone, expected) => {
  expect(new Date(nextLoadAt(schedule, Date.parse(after), timeZone)).toISOString()).toBe(expected)
})

test('nextLoadAt: a daily time comes once on each day of a year, also when the clock changes', () => {
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'])
    for (const at of ['00:00', '01:45', '02:15', '03:00', '23:59']) {
      const end = Date.parse('2027-01-01T00:00:00Z')
      let moment = Date.parse('2026-01-01T00:00:00Z')
      const days = new Set<string>()
      let loads = 0
      while ((moment = nextLoadAt(daily(at), moment, timeZone)) < end) {
        days.add(new Date(moment).toLocaleDateString('en', { timeZone }))
        loads += 1
      }
      expect({ timeZone, at, loads, days: days.size }).toEqual({ timeZone, at, loads, days: loads })
      expect(loads).toBeGreaterThanOrEqual(364)
    }
})

test('jitterOf: is the same each time, under a minute, and under a tenth of the time between loads', () => {
  const ids = Array.from({ length: 500 }, (_, number) => `watch ${number}`)
  const jitters = ids.map((id) => jitterOf(id, { length: lengthOf(every(15)) }, 1_000))
  expect(jitters).toEqual(ids.map((id) => jitterOf(id, { length: lengthOf(every(15)) }, 1_000)))
  expect(Math.max(...jitters)).toBeLessThan(60_000)
  expect(new Set(jitters).size).toBeGreaterThan(400)
  expect(Math.max(...ids.map((id) => jitterOf(id, { length: 60_000 }, 1_000)))).toBeLessThan(6_000)
})

test.each([
  [every(15), 'every 15 minutes', 96],
  [every(60), 'every hour', 24],
  [every(120), 'every 2 hours', 12],
  [daily('08:00'), 'daily at 08:00', 1],
  [weekly(1, '08:00'), 'Mondays at 08:00', 1 / 7],
] as const)('scheduleWords: %j is %s', (schedule, words, perDay) => {
  expect(scheduleWords(schedule)).toBe(words)
  expect(loadsPerDay(schedule)).toBe(perDay)
})
