import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dateTextOf, type DatePreference } from '#shared/values/date-text.ts'
import { ticksOf } from './time-ticks.ts'

// Clocks go forward and back in the north and in the south, by half an hour, at midnight, and never.
const zones = [
  ['Europe/Berlin', '2026-07-01T00:00:00', -120],
  ['America/New_York', '2026-07-01T00:00:00', 240],
  ['Australia/Lord_Howe', '2026-01-01T00:00:00', -660],
  ['America/Santiago', '2026-01-01T00:00:00', 180],
  ['Asia/Kolkata', '2026-07-01T00:00:00', -330],
  ['UTC', '2026-07-01T00:00:00', 0],
] as const

function standIn(zone: string): void {
  vi.stubEnv('TZ', zone)
}

afterEach(() => void vi.unstubAllEnvs())

const local = (text: string): number => new Date(text).getTime()
const dates = (timeZone: DatePreference['timeZone'] = 'local'): ReturnType<typeof dateTextOf> =>
  dateTextOf({ format: 'system', timeZone }, 'en-GB')
const labels = (from: string, to: string, width: number): { minor: string[]; major: string[] } => {
  const { minor, major } = ticksOf({ from: local(from), to: local(to) }, width, dates())
  return { minor: minor.map(({ label }) => label), major: major.map(({ label }) => label) }
}

describe('ticksOf', () => {
  it('has months below their year', () => {
    standIn('Europe/Berlin')
    expect(labels('2026-10-07T00:00', '2027-04-05T00:00', 400)).toEqual({
      minor: ['Nov', 'Dec', 'Jan', 'Feb', 'Mar', 'Apr'],
      major: ['2026', '2027'],
    })
  })

  it('has weeks from Monday below their month', () => {
    standIn('Europe/Berlin')
    expect(labels('2026-02-20T00:00', '2026-03-25T00:00', 200)).toEqual({
      minor: ['23', '2', '9', '16', '23'],
      major: ['February 2026', 'March 2026'],
    })
  })

  it('has quarters, years, and several years at once', () => {
    standIn('UTC')
    expect(labels('2026-01-01T00:00', '2027-12-01T00:00', 300).minor).toEqual([
      ...['Jan', 'Apr', 'Jul', 'Oct', 'Jan', 'Apr', 'Jul', 'Oct'],
    ])
    expect(labels('2025-06-01T00:00', '2029-06-01T00:00', 160)).toEqual({
      minor: ['2026', '2027', '2028', '2029'],
      major: [],
    })
    expect(labels('1999-01-01T00:00', '2056-01-01T00:00', 300).minor).toEqual([
      ...['2000', '2010', '2020', '2030', '2040', '2050'],
    ])
  })

  it('begins days at midnight in UTC if the person prefers it', () => {
    standIn('America/New_York')
    const range = { from: Date.parse('2026-03-30T12:00:00Z'), to: Date.parse('2026-04-02T12:00:00Z') }
    const { minor, major } = ticksOf(range, 400, dates('utc'))
    expect(minor.map(({ at }) => new Date(at).toISOString().slice(0, 16))).toEqual([
      ...['2026-03-31T00:00', '2026-04-01T00:00', '2026-04-02T00:00'],
    ])
    expect(minor.map(({ label }) => label)).toEqual(['31', '1', '2'])
    expect(major.map(({ label }) => label)).toEqual(['March 2026', 'April 2026'])
  })

  it('includes February 29 in leap years', () => {
    standIn('UTC')
    expect(labels('2028-02-27T00:00', '2028-03-02T00:00', 400).minor).toEqual(['27', '28', '29', '1'])
    expect(labels('2027-02-27T00:00', '2027-03-02T00:00', 400).minor).toEqual(['27', '28', '1'])
  })

  it.each(zones)(
    'begins every tick at the first moment of its day in %s, in order, and with room',
    (zone, day, offset) => {
      standIn(zone)
      // The zone is in force: else all of this would show nothing.
      expect(new Date(day).getTimezoneOffset()).toBe(offset)
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 12 * 365 * 24 }),
          fc.integer({ min: 1, max: 12 * 365 * 24 }),
          fc.integer({ min: 200, max: 2000 }),
          (start, length, width) => {
            const from = Date.UTC(2020, 0, 1) + start * 3_600_000
            const range = { from, to: from + length * 3_600_000 }
            const { minor, major } = ticksOf(range, width, dates())
            expect(minor.length).toBeLessThanOrEqual(width / 20 + 1)
            for (const ticks of [minor, major])
              for (const [index, { at }] of ticks.entries()) {
                expect(at).toBeGreaterThanOrEqual(range.from)
                expect(at).toBeLessThan(range.to)
                expect(at).toBeGreaterThan(ticks[index - 1]?.at ?? -Infinity)
              }
            for (const { at } of minor) {
              const before = new Date(at - 1)
              expect(before.getDate()).not.toBe(new Date(at).getDate())
            }
          },
        ),
      )
    },
  )
})
