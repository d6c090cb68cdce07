import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { TimeRange } from './time-range.ts'
import { layOutTimeline, type TimelineRow } from './timeline-layout.ts'

const acme: TimelineCertificate = {
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  profileName: 'Acme',
  environment: 'production',
  practice: false,
  credentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  state: 'active',
  subject: 'CN=acme, O=Acme Ltd',
  notBefore: '2026-01-01T00:00:00Z',
  notAfter: '2026-06-30T23:59:59Z',
  thresholds: [30],
}

const year: TimeRange = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2027-01-01T00:00:00Z') }
const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-GB')
const at = (text: string): number => Date.parse(text)

function certificate(id: number, changes: Partial<TimelineCertificate>): TimelineCertificate {
  return { ...acme, credentialId: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`, ...changes }
}

function onlyRow(
  certificates: readonly TimelineCertificate[],
  range = year,
  showRetired = true,
  now = year.from,
): TimelineRow {
  const rows = layOutTimeline(certificates, { range, showRetired, now, dates, shortest: 0 }).flatMap(
    (group) => group.rows,
  )
  expect(rows).toHaveLength(1)
  return rows[0]!
}

describe('layOutTimeline: urgency', () => {
  it('layOutTimeline: a gap has the urgency of the expiry before it, and is fine once it is over', () => {
    const certificates = [
      certificate(1, { notAfter: '2026-03-31T23:59:59Z' }),
      certificate(2, { notBefore: '2026-05-01T00:00:00Z' }),
    ]
    const gaps = (now: string): string[] =>
      onlyRow(certificates, year, true, at(now)).stretches.flatMap((each) =>
        each.kind === 'gap' ? [each.urgency] : [],
      )
    expect(gaps('2026-01-15T00:00:00Z')).toEqual(['fine', 'fine'])
    expect(gaps('2026-03-10T00:00:00Z')).toEqual(['soon', 'fine'])
    expect(gaps('2026-03-28T00:00:00Z')).toEqual(['urgent', 'fine'])
    expect(gaps('2026-04-15T00:00:00Z')).toEqual(['expired', 'fine'])
    expect(gaps('2026-05-15T00:00:00Z')).toEqual(['fine', 'fine'])
    expect(gaps('2026-06-15T00:00:00Z')).toEqual(['fine', 'soon'])
    expect(gaps('2026-12-15T00:00:00Z')).toEqual(['fine', 'expired'])
  })

  it('layOutTimeline: a bar’s urgency follows the thresholds of its profile', () => {
    const now = at('2026-05-01T00:00:00Z')
    const bar = (thresholds: number[]) => onlyRow([certificate(1, { thresholds })], year, true, now).bars[0]
    const end = at(acme.notAfter)
    expect(bar([30])).toMatchObject({ urgency: 'fine', soon: { from: end - 30 * dayMs, to: end - 7 * dayMs } })
    expect(bar([90])).toMatchObject({ urgency: 'soon', soon: { from: end - 90 * dayMs, to: end - 7 * dayMs } })
    expect(bar([3])).toMatchObject({ soon: undefined, urgent: { from: end - 3 * dayMs, to: end } })
    expect(bar([])).toMatchObject({ urgency: 'fine', soon: undefined, urgent: undefined })
  })
})

describe('layOutTimeline', () => {
  it('puts production first and keeps the order of the profiles', () => {
    const groups = layOutTimeline(
      [
        certificate(1, { profileId: 'a', environment: 'mock' }),
        certificate(2, { profileId: 'b', environment: 'production' }),
        certificate(3, { profileId: 'c', environment: 'client-testing' }),
        certificate(4, { profileId: 'd', environment: 'production' }),
      ],
      { range: year, showRetired: true, now: year.from, dates, shortest: 0 },
    )
    expect(groups.map(({ environment, rows }) => [environment, rows.map(({ profileId }) => profileId)])).toEqual([
      ['production', ['b', 'd']],
      ['client-testing', ['c']],
      ['mock', ['a']],
    ])
  })

  it('cuts a bar to the range and says so', () => {
    const { bars } = onlyRow([certificate(1, { notBefore: '2025-06-01T00:00:00Z', notAfter: '2027-06-01T00:00:00Z' })])
    expect(bars[0]).toMatchObject({ ...year, cutBefore: true, cutAfter: true, soon: undefined, urgent: undefined })
  })

  it('marks a certificate that lasts less than 30 days from its start', () => {
    const { bars } = onlyRow([certificate(1, { notBefore: '2026-06-20T00:00:00Z', notAfter: '2026-06-30T00:00:00Z' })])
    expect(bars[0]?.soon).toEqual({ from: at('2026-06-20T00:00:00Z'), to: at('2026-06-23T00:00:00Z') })
  })

  it('puts overlapping certificates on separate lanes and marks the overlap', () => {
    const row = onlyRow([
      certificate(1, {}),
      certificate(2, { notBefore: '2026-06-01T00:00:00Z', notAfter: '2026-12-01T00:00:00Z' }),
    ])
    const overlap = { from: at('2026-06-01T00:00:00Z'), to: at('2026-06-30T23:59:59Z') }
    expect(row.lanes).toBe(2)
    expect(row.bars.map(({ lane }) => lane)).toEqual([0, 1])
    expect(row.overlaps).toEqual([overlap])
    expect(row.bars.map(({ overlaps }) => overlaps)).toEqual([[overlap], [overlap]])
  })

  it('sees no gap if the successor begins in the second after the expiry', () => {
    const { stretches, lanes } = onlyRow([
      certificate(1, {}),
      certificate(2, { notBefore: '2026-07-01T00:00:00Z', notAfter: '2027-07-01T00:00:00Z' }),
    ])
    expect(stretches).toEqual([{ kind: 'valid', ...year }])
    expect(lanes).toBe(1)
  })

  it('finds the gap between two certificates and the one after the last', () => {
    const { stretches } = onlyRow([
      certificate(1, { notBefore: '2026-02-01T00:00:00Z', notAfter: '2026-03-01T00:00:00Z' }),
      certificate(2, { notBefore: '2026-04-01T00:00:00Z', notAfter: '2026-05-01T00:00:00Z' }),
    ])
    const [first, second, third, fourth] = ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'].map((text) =>
      at(`${text}T00:00:00Z`),
    )
    expect(stretches).toEqual([
      { kind: 'before', from: year.from, to: first, until: first },
      { kind: 'valid', from: first, to: second },
      { kind: 'gap', from: second, to: third, since: second, until: third, urgency: 'fine' },
      { kind: 'valid', from: third, to: fourth },
      { kind: 'gap', from: fourth, to: year.to, since: fourth, until: undefined, urgency: 'fine' },
    ])
  })

  it('knows the true bounds of a gap if the range shows only part of it', () => {
    const range = { from: at('2026-03-10T00:00:00Z'), to: at('2026-03-20T00:00:00Z') }
    const { stretches, bars } = onlyRow(
      [
        certificate(1, { notAfter: '2026-03-01T00:00:00Z' }),
        certificate(2, { notBefore: '2026-04-01T00:00:00Z', notAfter: '2026-05-01T00:00:00Z' }),
      ],
      range,
    )
    expect(bars).toEqual([])
    expect(stretches).toEqual([
      { kind: 'gap', ...range, since: at('2026-03-01T00:00:00Z'), until: at('2026-04-01T00:00:00Z'), urgency: 'fine' },
    ])
  })

  it('counts a retired certificate until it was retired, shown or hidden', () => {
    const retired = certificate(1, { state: 'retired', retiredAt: '2026-03-01T00:00:00Z' })
    const gap = { kind: 'gap', from: at('2026-03-01T00:00:00Z'), to: year.to, since: at('2026-03-01T00:00:00Z') }
    expect(onlyRow([retired]).stretches[1]).toMatchObject(gap)
    const hidden = onlyRow([retired], year, false)
    expect(hidden.stretches[1]).toMatchObject(gap)
    expect(hidden.bars).toEqual([])
    expect(hidden.lanes).toBe(1)
  })
})

const start = at('2023-01-01T00:00:00Z')
const instant = fc.integer({ min: 0, max: 5 * 365 * 24 * 60 }).map((minutes) => start + minutes * 60_000)
const period = fc
  .tuple(instant, instant)
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) }))
const certificates = fc
  .array(fc.record({ period, retiredAt: fc.option(instant, { nil: undefined }) }), { minLength: 1, maxLength: 30 })
  .map((all) =>
    all.map((each, index) =>
      certificate(index, {
        notBefore: new Date(each.period.from).toISOString(),
        notAfter: new Date(each.period.to).toISOString(),
        ...(each.retiredAt === undefined
          ? { state: 'confirmed' as const }
          : { state: 'retired' as const, retiredAt: new Date(each.retiredAt).toISOString() }),
      }),
    ),
  )
const shortest = fc.constantFrom(0, dayMs, 20 * dayMs)

describe('any layout', () => {
  const forAny = (check: (row: TimelineRow, range: TimeRange, all: readonly TimelineCertificate[]) => void): void =>
    fc.assert(
      fc.property(certificates, period, shortest, fc.boolean(), (all, range, least, showRetired) => {
        for (const { rows } of layOutTimeline(all, { range, showRetired, now: year.from, dates, shortest: least }))
          for (const row of rows) check(row, range, all)
      }),
    )

  it('layOutTimeline: keeps bars within the range, in order, and clear of each other in their lane', () => {
    forAny(({ bars, lanes }, range) => {
      for (const bar of bars) {
        expect(bar.from).toBeGreaterThanOrEqual(range.from)
        expect(bar.to).toBeLessThanOrEqual(range.to)
        expect(bar.from).toBeLessThan(bar.to)
        expect(bar.lane).toBeLessThan(lanes)
      }
      for (const [index, bar] of bars.entries()) {
        const next = bars[index + 1]
        if (next?.lane === bar.lane) expect(next.from).toBeGreaterThanOrEqual(bar.to)
      }
    })
  })

  it('layOutTimeline: draws each certificate within the range once', () => {
    forAny(({ bars }, range, all) => {
      const ids = bars.map((bar) => bar.certificate.credentialId)
      expect(new Set(ids).size).toBe(ids.length)
      const shown = new Set(bars.map((bar) => bar.certificate.state))
      const touched = all.filter(
        ({ state, notBefore, notAfter }) => shown.has(state) && at(notBefore) < range.to && at(notAfter) > range.from,
      )
      expect(ids.toSorted()).toEqual(touched.map(({ credentialId }) => credentialId).toSorted())
    })
  })

  it('layOutTimeline: covers the range exactly with valid periods and gaps', () => {
    forAny(({ stretches }, range) => {
      expect(stretches[0]?.from).toBe(range.from)
      expect(stretches.at(-1)?.to).toBe(range.to)
      for (const [index, stretch] of stretches.entries()) {
        expect(stretch.from).toBeLessThan(stretch.to)
        const next = stretches[index + 1]
        if (next !== undefined) expect([next.from, next.kind === stretch.kind]).toEqual([stretch.to, false])
      }
    })
  })

  it('layOutTimeline: a moment is valid exactly if a certificate can be used then', () => {
    fc.assert(
      fc.property(certificates, period, instant, (all, range, moment) => {
        fc.pre(moment > range.from && moment < range.to)
        const [group] = layOutTimeline(all, { range, showRetired: true, now: year.from, dates, shortest: 0 })
        const usable = all.filter(
          ({ notBefore, notAfter, retiredAt }) =>
            at(notBefore) < moment && at(notAfter) > moment && (retiredAt === undefined || at(retiredAt) > moment),
        )
        const row = group?.rows[0]
        const inside = (each: TimeRange): boolean => each.from < moment && moment < each.to
        if (usable.length > 0) expect(row?.stretches.find(inside)?.kind).toBe('valid')
        if (usable.length > 1) expect(row?.overlaps.some(inside)).toBe(true)
        const edge = all.some((each) =>
          [each.notBefore, each.notAfter, each.retiredAt].some(
            (text) => text !== undefined && Math.abs(at(text) - moment) <= 1000,
          ),
        )
        if (usable.length === 0 && !edge) expect(row?.stretches.find(inside)?.kind).not.toBe('valid')
        if (usable.length < 2 && !edge) expect(row?.overlaps.some(inside)).toBe(false)
      }),
    )
  })
})
