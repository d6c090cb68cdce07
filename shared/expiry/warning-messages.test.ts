import { describe, expect, it, test } from 'vitest'
import { dateTextOf } from '../values/date-text.ts'
import { dayMs } from '../values/local-day.ts'
import { judge } from './expiry.ts'
import { describeExpiry, warningTitle, warningWords } from './warning-messages.ts'
import { defaultThresholds, isReached, reachedThreshold, thresholdMoment } from './warning-thresholds.ts'

const british = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-GB')

const warning: Parameters<typeof warningWords>[0] = {
  thresholds: [30, 7],
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  profileName: 'Acme',
  environment: 'production',
  credentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  active: true,
  notBefore: '2025-03-03T12:00:00Z',
  notAfter: '2026-03-03T12:00:00Z',
}

function line(changes: Partial<typeof warning>, now: string): ReturnType<typeof warningWords> {
  return warningWords({ ...warning, ...changes }, Date.parse(now), british)
}

describe('warningWords', () => {
  it('names environment, profile, date and days left', () => {
    expect(line({}, '2026-02-25T09:00:00Z')).toEqual({
      tone: 'bad',
      text: 'Acme (Production): certificate expires in 6 days (3 Mar).',
    })
    expect(line({}, '2026-02-08T09:00:00Z').tone).toBe('warn')
    expect(line({}, '2026-03-03T11:00:00Z').text).toContain('expires today (3 Mar)')
  })

  it('says that a certificate expired', () => {
    expect(line({}, '2026-03-05T13:00:00Z')).toEqual({
      tone: 'bad',
      text: 'Acme (Production): certificate expired 2 days ago (3 Mar).',
    })
    expect(line({}, '2026-12-05T13:00:00Z').text).toContain('2026')
  })

  it('is quieter about an unused certificate', () => {
    expect(line({ active: false }, '2026-02-25T09:00:00Z')).toEqual({
      tone: 'warn',
      text: 'Acme (Production): unused certificate expires in 6 days (3 Mar).',
    })
    expect(line({ active: false }, '2026-03-04T13:00:00Z').tone).toBe('warn')
  })

  it('names the first day of one that is not valid yet', () => {
    expect(line({}, '2025-03-01T09:00:00Z').text).toBe('Acme (Production): certificate is not valid until 3 Mar.')
  })

  it('marks practice, and says that a replacement is in progress', () => {
    const now = Date.parse('2025-12-20T09:00:00Z')
    const replacement = { since: '2025-12-01T00:00:00Z', note: 'CSR sent' }
    expect(warningWords({ ...warning, practice: true, replacement }, now, british)).toEqual({
      tone: 'note',
      text: 'Acme (Production, practice): certificate expires in 73 days (3 Mar).',
      more: 'Replacement in progress: CSR sent',
    })
    expect(warningTitle({ ...warning, practice: true }, now, 'UTC')).toBe('Practice Production: 73 days left')
  })
})

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
