import { dayMs } from '../model/values/local-day.ts'
import { expect, test } from 'vitest'
import { judge } from './expiry.ts'
import { describeExpiry } from './expiry-messages.ts'
import { defaultThresholds, isReached, reachedThreshold, thresholdMoment } from './warning-thresholds.ts'

const start = '2020-01-01T00:00:00Z'

test.each([
  // A certificate for six days, issued now.
  ['2026-11-25T10:00:00Z', '2026-12-01T10:00:00Z', 'UTC', '6 days left'],
  ['2026-11-25T10:00:00Z', '2026-12-01T09:59:59Z', 'UTC', '6 days left'],
  ['2026-11-25T23:59:59Z', '2026-12-16T00:00:00Z', 'UTC', '21 days left'],
  ['2026-11-25T00:00:00Z', '2026-12-16T23:59:59Z', 'UTC', '21 days left'],
  ['2026-11-25T23:59:59Z', '2026-11-26T00:00:00Z', 'UTC', '1 day left'],
  ['2026-11-25T00:00:00Z', '2026-11-25T23:59:59Z', 'UTC', 'Expires today'],
  ['2026-11-25T10:00:00Z', '2026-11-25T10:00:00Z', 'UTC', 'Expires today'],
  ['2026-11-25T10:00:01Z', '2026-11-25T10:00:00Z', 'UTC', 'Expired today'],
  ['2026-11-26T00:00:00Z', '2026-11-25T23:59:59Z', 'UTC', 'Expired 1 day ago'],
  // The same moments are on other days elsewhere, also at half hours and across the days with 23 and 25 hours.
  ['2026-11-26T04:59:00Z', '2026-12-16T05:00:00Z', 'America/New_York', '21 days left'],
  ['2026-11-26T05:00:00Z', '2026-12-16T04:59:00Z', 'America/New_York', '19 days left'],
  ['2026-11-25T18:14:00Z', '2026-11-25T18:15:00Z', 'Asia/Kathmandu', '1 day left'],
  ['2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', 'America/New_York', 'Expires today'],
  ['2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', 'America/New_York', '1 day left'],
  ['2026-11-25T00:00:00Z', '2030-04-12T00:00:00Z', 'UTC', `${(1234).toLocaleString()} days left`],
  ['2019-12-31T00:00:00Z', '2030-04-12T00:00:00Z', 'UTC', 'Not valid yet'],
])('describeExpiry: counts calendar days, at %s until %s in %s', (now, end, timeZone, words) => {
  expect(describeExpiry(judge({ notBefore: start, notAfter: end }, [], Date.parse(now), timeZone))).toBe(words)
})

test.each([
  [91, defaultThresholds, 'fine'],
  [90, defaultThresholds, 'soon'],
  [8, defaultThresholds, 'soon'],
  [7, defaultThresholds, 'urgent'],
  [0, defaultThresholds, 'urgent'],
  [-1, defaultThresholds, 'expired'],
  // By thresholds of one's own: nothing is urgent before the first warning.
  [200, [200, 10], 'soon'],
  [4, [3], 'fine'],
  [3, [3], 'urgent'],
  [0, [], 'fine'],
  [-1, [], 'expired'],
] as const)(
  'judge: fine until the first threshold, and urgent in the last week, with %i days left of %j',
  (days, thresholds, urgency) => {
    const now = Date.parse('2026-11-25T12:00:00Z')
    const notAfter = new Date(now + days * dayMs + (days < 0 ? -1 : 1)).toISOString()
    const judged = judge({ notBefore: start, notAfter }, thresholds, now, 'UTC')
    expect(judged).toEqual({ urgency, daysLeft: days, isNotYetValid: false })
    expect(reachedThreshold({ notAfter, thresholds: [...thresholds] }, now, 'UTC') !== undefined).toBe(
      urgency !== 'fine',
    )
  },
)

test.each([
  ['2026-12-09T04:59:59Z', 8, false],
  ['2026-12-09T05:00:00Z', 7, true],
])('isReached: a threshold is reached when its number of days is shown, at %s', (now, daysLeft, reached) => {
  const end = '2026-12-16T12:00:00Z'
  expect(judge({ notBefore: start, notAfter: end }, [], Date.parse(now), 'America/New_York').daysLeft).toBe(daysLeft)
  expect(isReached(end, 7, Date.parse(now), 'America/New_York')).toBe(reached)
})

test('thresholdMoment: is the expiry’s time of day, also if the clocks change in between', () => {
  const moment = thresholdMoment('2026-11-05T17:00:00Z', 7, 'America/New_York')
  expect(new Date(moment).toISOString()).toBe('2026-10-29T16:00:00.000Z')
})
