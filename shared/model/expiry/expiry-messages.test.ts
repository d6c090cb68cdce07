import { describe, expect, it } from 'vitest'
import { judgeExpiry } from './expiry.ts'
import { describeExpiry } from './expiry-messages.ts'

const hour = 3_600_000
const start = '2026-01-01T00:00:00Z'
const end = '2026-06-01T12:00:00Z'

/** @param hours from expiry; negative is before it */
function at(hours: number): string {
  return describeExpiry(judgeExpiry(start, end, Date.parse(end) + hours * hour))
}

describe('describeExpiry', () => {
  it('counts whole days left', () => {
    expect(at(-24 * 60)).toBe('60 days left')
    expect(at(-47)).toBe('1 day left')
    expect(at(-24)).toBe('1 day left')
    expect(at(-23)).toBe('Less than a day left')
    expect(at(0)).toBe('Less than a day left')
  })

  it('counts whole days since expiry', () => {
    expect(at(1)).toBe('Expired less than a day ago')
    expect(at(25)).toBe('Expired 1 day ago')
    expect(at(24 * 10 + 1)).toBe('Expired 10 days ago')
  })

  it('groups the digits of thousands as the locale does', () => {
    const long = judgeExpiry('2020-01-01T00:00:00Z', end, Date.parse(end) - 24 * 1234 * hour)
    expect(describeExpiry(long)).toBe(`${(1234).toLocaleString()} days left`)
    expect(at(24 * 1234 + 1)).toBe(`Expired ${(1234).toLocaleString()} days ago`)
  })

  it('says that it is not valid yet', () => {
    expect(describeExpiry(judgeExpiry(start, end, Date.parse(start) - hour))).toBe('Not valid yet')
  })
})
