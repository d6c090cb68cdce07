import { describe, expect, it } from 'vitest'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { barAfterKey, firstBar } from './bar-navigation.ts'
import { layOutTimeline, type TimelineGroup } from './timeline-layout.ts'

const range = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2027-01-01T00:00:00Z') }

function groupsOf(
  certificates: readonly (Pick<TimelineCertificate, 'credentialId'> & {
    months: readonly [number, number]
  } & Partial<TimelineCertificate>)[],
): TimelineGroup[] {
  return layOutTimeline(
    certificates.map(({ months: [from, to], ...more }) => ({
      ...{ profileId: 'acme', profileName: 'Acme', environment: 'production', practice: false, state: 'confirmed' },
      ...{ subject: 'CN=acme', notBefore: month(from), notAfter: month(to), thresholds: [] },
      ...more,
    })),
    { range, showRetired: true, now: range.from, dates: systemDates, shortest: 0 },
  )
}

const month = (number: number): string => new Date(Date.UTC(2026, number, 1)).toISOString()

// Acme:  [first   ][third   ]      Globex: [fourth      ]
//             [second  ]
const groups = groupsOf([
  { credentialId: 'first', months: [0, 4] },
  { credentialId: 'second', months: [3, 7] },
  { credentialId: 'third', months: [5, 9], state: 'active' },
  { credentialId: 'fourth', months: [0, 2], profileId: 'globex', environment: 'mock' },
  { credentialId: 'fifth', months: [6, 8], profileId: 'globex', environment: 'mock' },
])

describe('barAfterKey', () => {
  it.each([
    ['first', 'ArrowRight', 'second'],
    ['second', 'ArrowRight', 'third'],
    ['third', 'ArrowRight', undefined],
    ['third', 'ArrowLeft', 'second'],
    ['first', 'ArrowLeft', undefined],
    ['first', 'ArrowDown', 'second'],
    ['second', 'ArrowUp', 'third'],
    ['first', 'ArrowUp', undefined],
    ['second', 'ArrowDown', 'fifth'],
    ['fourth', 'ArrowUp', 'second'],
    ['fifth', 'ArrowDown', undefined],
    ['third', 'Home', 'first'],
    ['first', 'End', 'fifth'],
    ['first', 'x', undefined],
    ['missing', 'ArrowDown', undefined],
  ])('leads from %s by %s to %s', (from, key, to) => {
    expect(barAfterKey(groups, from, key)).toBe(to)
  })
})

describe('firstBar', () => {
  it('is an active certificate, else the first, else none', () => {
    expect(firstBar(groups)).toBe('third')
    expect(firstBar(groupsOf([{ credentialId: 'only', months: [0, 4] }]))).toBe('only')
    expect(firstBar([])).toBeUndefined()
  })
})
