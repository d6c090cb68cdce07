import { describe, expect, it } from 'vitest'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { Stretch } from './timeline-layout.ts'
import { barLabel, barWords, gapNote, leftWords, periodWords, stretchWords } from './timeline-messages.ts'

const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-GB')
const now = Date.parse('2026-02-20T12:00:00Z')
const at = (text: string): number => Date.parse(text)

const acme: TimelineCertificate = {
  profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
  profileName: 'Acme',
  environment: 'production',
  practice: false,
  credentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
  state: 'active',
  subject: 'CN=acme, O=Acme Ltd, C=DE',
  notBefore: '2025-03-03T12:00:00Z',
  notAfter: '2026-03-03T12:00:00Z',
  thresholds: [30],
}

describe('timeline messages', () => {
  it('stretchWords: say from when to when there is no certificate', () => {
    const gap = {
      kind: 'gap',
      from: 0,
      to: 1,
      since: at('2026-03-03T12:00:00Z'),
      until: undefined,
      urgency: 'fine',
    } as const
    expect(stretchWords(gap, now, dates)).toBe('No certificate after Tue 3 March')
    expect(stretchWords({ ...gap, since: at('2026-02-17T12:00:00Z') }, now, dates)).toBe(
      'No certificate since Tue 17 February',
    )
    expect(stretchWords({ ...gap, until: at('2026-03-10T09:00:00Z') }, now, dates)).toBe(
      'No valid certificate from Tue 3 March to Tue 10 March',
    )
    expect(stretchWords({ ...gap, since: at('2027-03-03T12:00:00Z') }, now, dates)).toBe(
      'No certificate after Wed, 3 March 2027',
    )
  })

  it('stretchWords: announce the first certificate, and say nothing about the time before an earlier one', () => {
    const before = { kind: 'before', from: 0, to: 1, until: at('2026-03-01T00:00:00Z') } as const
    expect(stretchWords(before, now, dates)).toBe('No valid certificate until Sun 1 March')
    expect(stretchWords({ ...before, until: at('2026-02-01T00:00:00Z') }, now, dates)).toBeUndefined()
    expect(stretchWords({ kind: 'valid', from: 0, to: 1 }, now, dates)).toBeUndefined()
  })

  it('gapNote: is at the certificate after or before which none is valid, unless that is over, or its expiry date says it', () => {
    const { from, to } = { from: at(acme.notBefore), to: at(acme.notAfter) }
    const gap = { kind: 'gap', from: to, to: to + dayMs, since: to, until: undefined, urgency: 'urgent' } as const
    const before = { kind: 'before', from: 0, to: from, until: from } as const
    const note = (...stretches: readonly Stretch[]): string | undefined => gapNote(acme, stretches, now, dates)?.words
    expect(note(before, gap)).toBeUndefined()
    const retiredAt = '2026-02-17T12:00:00Z'
    const retired = { ...acme, state: 'retired', retiredAt } as const
    expect(gapNote(retired, [before, { ...gap, since: at(retiredAt) }], now, dates)).toEqual({
      words: 'No certificate since Tue 17 February',
      urgency: 'urgent',
    })
    expect(note({ ...gap, urgency: 'fine' })).toBeUndefined()
    expect(note({ ...gap, urgency: 'fine', until: to + 7 * dayMs })).toContain('No valid certificate from')
    expect(note({ ...gap, since: to + dayMs })).toBeUndefined()
    expect(note({ kind: 'valid', from, to })).toBeUndefined()
    const next = { ...acme, notBefore: '2026-03-01T12:00:00Z', notAfter: '2027-03-01T12:00:00Z' }
    const start = at(next.notBefore)
    expect(gapNote(next, [{ ...before, to: start, until: start }], now, dates)).toEqual({
      words: 'No valid certificate until Sun 1 March',
      urgency: 'fine',
    })
  })

  it('barLabel: says everything about a bar', () => {
    const bar = { certificate: acme, lane: 0, from: 0, to: 1, cutBefore: false, cutAfter: false }
    const overlap = { from: at('2026-02-20T12:00:00Z'), to: at('2026-03-03T12:00:00Z') }
    expect(
      barLabel({ ...bar, urgency: 'fine', soon: undefined, urgent: undefined, overlaps: [overlap] }, now, dates),
    ).toBe(
      'Active · acme, Acme, Production. From 3 Mar 2025, 12:00 UTC to 3 Mar 2026, 12:00 UTC. 11 days left. ' +
        'Overlaps another certificate: Fri 20 February to Tue 3 March, 11 days',
    )
  })

  it('barWords: show the whole subject without a common name', () => {
    expect(barWords({ ...acme, subject: 'O=Acme Ltd, C=DE', state: 'confirmed' })).toBe('Confirmed · O=Acme Ltd, C=DE')
  })

  it('leftWords: say that a certificate is retired', () => {
    expect(leftWords({ ...acme, state: 'retired', retiredAt: '2026-01-01T00:00:00Z' }, now, dates)).toBe(
      'Retired. 11 days left',
    )
  })

  it('periodWords: count days', () => {
    const from = at('2026-03-01T00:00:00Z')
    expect(periodWords({ from, to: from + 3_600_000 }, now, dates)).toContain('less than a day')
    expect(periodWords({ from, to: from + dayMs }, now, dates)).toContain(', 1 day')
  })
})
