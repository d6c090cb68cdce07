import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs } from '#shared/values/local-day.ts'
import { defaultRange, rangeChoices, rangeOf } from './time-range.ts'

const now = Date.parse('2026-11-21T13:30:00Z')
const certificate = (
  notBefore: string,
  notAfter: string,
  state: 'active' | 'retired' = 'active',
): { notBefore: string; notAfter: string; state: 'active' | 'retired' } => ({ notBefore, notAfter, state })

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => void vi.unstubAllEnvs())

describe('rangeOf', () => {
  it('looks ahead and a little back, from midnight to midnight', () => {
    expect(rangeOf('3-months', [], now)).toEqual({
      from: new Date('2026-11-07T00:00').getTime(),
      to: new Date('2027-03-07T00:00').getTime(),
    })
  })

  it('does not run past the end of a shorter month', () => {
    const lastOfNovember = Date.parse('2027-11-30T12:00:00Z')
    // Three months on is the 29th of February 2028, and 14 days.
    expect(rangeOf('3-months', [], lastOfNovember).to).toBe(new Date('2028-03-14T00:00').getTime())
  })

  it('shows everything, including today, with room at the end', () => {
    const all = [certificate('2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z')]
    const { from, to } = rangeOf('all', all, now)
    expect(from).toBeLessThan(now)
    expect(to - Date.parse('2028-01-01T00:00:00Z')).toBeGreaterThan(30 * dayMs)
  })

  it('is cut if a certificate has no planned end', () => {
    const { to } = rangeOf('all', [certificate('2026-01-01T00:00:00Z', '9999-12-31T23:59:59Z')], now)
    expect(new Date(to).getFullYear()).toBeLessThan(2066)
  })

  it('always includes today', () => {
    const instant = fc.date({ min: new Date('1990-01-01'), max: new Date('2120-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(instant, instant)),
        instant,
        fc.constantFrom(...rangeChoices),
        (all, at, choice) => {
          const { from, to } = rangeOf(
            choice,
            all.map(([one, other]) => certificate(one.toISOString(), other.toISOString())),
            at.getTime(),
          )
          expect(from).toBeLessThanOrEqual(at.getTime())
          expect(to).toBeGreaterThan(at.getTime())
          for (const edge of [from, to]) expect(new Date(edge).getHours()).toBe(0)
        },
      ),
    )
  })
})

describe('defaultRange', () => {
  const ending = (days: number, state?: 'retired'): ReturnType<typeof certificate> =>
    certificate('2026-01-01T00:00:00Z', new Date(now + days * dayMs).toISOString(), state)

  it('is the nearest horizon with most of the upcoming expiry dates', () => {
    expect(defaultRange([ending(20)], now)).toBe('3-months')
    expect(defaultRange([ending(20), ending(364)], now)).toBe('1-year')
    expect(defaultRange([ending(700)], now)).toBe('3-years')
    expect(defaultRange([ending(4000)], now)).toBe('all')
  })

  it('ignores one that lasts long, and retired ones', () => {
    expect(defaultRange([...Array.from({ length: 9 }, () => ending(50)), ending(3650)], now)).toBe('3-months')
    expect(defaultRange([ending(20), ending(700, 'retired')], now)).toBe('3-months')
  })

  it('shows everything if all have expired', () => {
    expect(defaultRange([ending(-20)], now)).toBe('all')
  })
})
