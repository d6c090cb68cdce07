import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { defaultThresholds, isReached, orderedThresholds } from '#shared/expiry/warning-thresholds.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { decideNotices, type SentThresholds } from './due-warnings.ts'
import { emptyNoticeState } from './notice-store.ts'
import { credentialWith, fingerprintOf, profileWith } from './testing/stored-certificate.ts'
import { watchedCertificates } from './watched-certificates.ts'

const hour = 3_600_000
const notAfter = '2027-03-28T00:59:59.000Z'
const end = Date.parse(notAfter)
const none: SentThresholds = {}

function certificate(changes: Partial<WatchedCertificate> = {}): WatchedCertificate {
  const [watched] = watchedCertificates(
    [profileWith('Acme', [credentialWith('Acme', 'acme', notAfter)])],
    { thresholds: [...defaultThresholds] },
    emptyNoticeState,
  )
  if (watched === undefined) throw new Error('nothing is watched')
  return { ...watched, ...changes }
}

/** Runs checks and returns the warnings they send, as threshold and moment. */
function runChecks(
  moments: readonly number[],
  of: (index: number, moment: number) => WatchedCertificate = () => certificate(),
): { threshold: number; moment: number }[] {
  let sent = none
  return moments.flatMap((moment, index) => {
    const decision = decideNotices([of(index, moment)], sent, moment, 'UTC')
    // The state goes through a file, as at a restart.
    sent = JSON.parse(JSON.stringify(decision.sent)) as SentThresholds
    return decision.notices.map(({ threshold }) => ({ threshold, moment }))
  })
}

const thresholdsOf = (notices: readonly { threshold: number }[]): number[] => notices.map(({ threshold }) => threshold)
const thresholdSets = fc
  .uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 12 })
  .map((chosen) => orderedThresholds(chosen))

describe('decideNotices', () => {
  it('sends each threshold once, in order, at the first check after it is reached', () => {
    const moments = Array.from({ length: 24 * 110 }, (_, index) => end - 100 * dayMs + index * hour)
    const notices = runChecks(moments)
    expect(thresholdsOf(notices)).toEqual([90, 60, 30, 14, 7, 3, 1, 0])
    for (const { threshold, moment } of notices) expect(moment - (end - threshold * dayMs)).toBeLessThanOrEqual(hour)
  })

  it('treats the last instant of validity as valid', () => {
    expect(thresholdsOf(runChecks([end, end + 1]))).toEqual([1, 0])
  })

  it('sends one warning if several were reached since the last check', () => {
    expect(thresholdsOf(runChecks([end - 5 * dayMs, end - 4 * dayMs]))).toEqual([7])
  })

  it('sends nothing twice and misses nothing, for years, at any pace of checks', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 40 * dayMs }), { maxLength: 60 })
    fc.assert(
      fc.property(thresholdSets, steps, (thresholds, pauses) => {
        let moment = end - 800 * dayMs
        const moments = pauses.map((pause) => (moment += pause))
        const notices = runChecks(moments, () => certificate({ thresholds }))
        const all = [...thresholds, 0]
        const expected = moments.flatMap((now, index) => {
          const before = moments[index - 1] ?? Number.NEGATIVE_INFINITY
          const crossed = all.filter(
            (each) => isReached(notAfter, each, now, 'UTC') && !isReached(notAfter, each, before, 'UTC'),
          )
          return crossed.length === 0 ? [] : [Math.min(...crossed)]
        })
        expect(thresholdsOf(notices)).toEqual(expected)
      }),
    )
  })

  it('sends nothing twice, however the clock jumps and the thresholds change', () => {
    const check = fc.record({
      moment: fc.integer({ min: end - 500 * dayMs, max: end + 100 * dayMs }),
      thresholds: thresholdSets,
    })
    fc.assert(
      fc.property(fc.array(check, { maxLength: 80 }), (all) => {
        const notices = runChecks(
          all.map(({ moment }) => moment),
          (index) => certificate({ thresholds: all[index]?.thresholds ?? [] }),
        )
        expect(new Set(thresholdsOf(notices)).size).toBe(notices.length)
      }),
    )
  })

  it('loses no warning if the clock ran ahead for a while', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 89 }), fc.integer({ min: 91, max: 400 }), (ahead, right) => {
        const glitch = end - ahead * dayMs + hour
        const daily = Array.from({ length: 4 * (right + 2) }, (_, index) => end - right * dayMs + index * 6 * hour)
        const [first, ...later] = thresholdsOf(runChecks([end - right * dayMs, glitch, ...daily]))
        // The warning sent with the wrong clock is not repeated; all others are sent on time.
        expect(later).toEqual([...defaultThresholds, 0].filter((threshold) => threshold !== first))
      }),
      { numRuns: 30 },
    )
  })

  it('sends nothing again if the clock is set back before a threshold', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 120 * 6 }), { minLength: 1, maxLength: 6 }), (stepsBack) => {
        const forward = Array.from({ length: 6 * 101 }, (_, index) => end - 100 * dayMs + index * 4 * hour)
        const moments = stepsBack.flatMap((back) => {
          const from = forward.length - back
          return forward.slice(Math.max(0, from))
        })
        expect(thresholdsOf(runChecks([...forward, ...moments]))).toEqual([90, 60, 30, 14, 7, 3, 1, 0])
      }),
      { numRuns: 20 },
    )
  })

  it('sends a new threshold if it lies ahead of the last one sent', () => {
    const change = (thresholds: number[]) => (index: number) => certificate(index === 0 ? {} : { thresholds })
    expect(thresholdsOf(runChecks([end - 20 * dayMs, end - 20 * dayMs], change([45, 30])))).toEqual([30])
    expect(thresholdsOf(runChecks([end - 20 * dayMs, end - 20 * dayMs], change([30, 25])))).toEqual([30, 25])
    expect(thresholdsOf(runChecks([end - 20 * dayMs, end - 20 * dayMs], change([90])))).toEqual([30])
  })

  it('sends nothing while snoozed, then the nearest; expiry is sent in spite of a snooze', () => {
    const snooze = { since: '2027-02-01T00:00:00Z', until: new Date(end - 5 * dayMs).toISOString() }
    const asleep = (): WatchedCertificate => certificate({ snooze })
    expect(thresholdsOf(runChecks([end - 20 * dayMs, end - 10 * dayMs, end - 4 * dayMs, end + 1], asleep))).toEqual([
      7, 0,
    ])
    const long = { ...snooze, until: new Date(end + 50 * dayMs).toISOString() }
    const beyond = certificate({ environment: 'client-testing', snooze: long })
    expect(thresholdsOf(runChecks([end - 4 * dayMs, end + 1, end + dayMs], () => beyond))).toEqual([0])
    const inProduction = certificate({ environment: 'production', snooze: long })
    const moments = [end - 8 * dayMs, end - 7 * dayMs, end - 2 * dayMs, end + 1]
    expect(thresholdsOf(runChecks(moments, () => inProduction))).toEqual([7, 3, 0])
    const afterExpiry = { since: new Date(end + 1).toISOString(), until: new Date(end + 50 * dayMs).toISOString() }
    expect(runChecks([end + 2, end + 3], () => certificate({ snooze: afterExpiry }))).toEqual([])
  })

  it('waits for the last week during a replacement, and sends what it held back afterwards', () => {
    const replacement = { since: '2027-01-01T00:00:00Z', note: '' }
    const moments = [end - 40 * dayMs, end - 20 * dayMs, end - 7 * dayMs, end - 2 * dayMs]
    expect(thresholdsOf(runChecks(moments, () => certificate({ replacement })))).toEqual([7, 3])
    expect(thresholdsOf(runChecks(moments, (index) => certificate(index === 0 ? { replacement } : {})))).toEqual([
      30, 7, 3,
    ])
  })

  it('sends nothing for an inactive certificate until it is activated', () => {
    const moments = [end - 20 * dayMs, end - 19 * dayMs, end - 18 * dayMs]
    expect(thresholdsOf(runChecks(moments, (index) => certificate({ quiet: index < 2 })))).toEqual([30])
  })

  it('warns of a profile without an active certificate once the last one has expired', () => {
    const moments = [end - 20 * dayMs, end - 2 * dayMs, end + dayMs]
    expect(thresholdsOf(runChecks(moments, () => certificate({ active: false })))).toEqual([0])
  })

  it('warns once about a certificate of two profiles', () => {
    const { notices } = decideNotices(
      [certificate(), certificate({ profileId: 'another', profileName: 'Beta' })],
      none,
      end - 2 * dayMs,
      'UTC',
    )
    expect(notices).toHaveLength(1)
  })
})

describe('watchedCertificates', () => {
  it('leaves out retired credentials and keys without a certificate', () => {
    const credentials = [
      credentialWith('Acme', 'new', '2028-01-01T00:00:00Z'),
      credentialWith('Acme', 'old', notAfter, 'certificate-imported'),
      credentialWith('Acme', 'over', '2026-01-01T00:00:00Z', 'retired'),
    ]
    const watched = watchedCertificates(
      [profileWith('Acme', credentials)],
      { thresholds: [1, 30, 30] },
      {
        ...emptyNoticeState,
        certificates: {
          [fingerprintOf('old')]: { sent: [], notAfter, replacement: { since: notAfter, note: 'sent' } },
        },
      },
    )
    expect(watched).toMatchObject([
      { fingerprint: fingerprintOf('old'), quiet: true, thresholds: [30, 7, 1], replacement: { note: 'sent' } },
      { fingerprint: fingerprintOf('new'), quiet: false },
    ])
  })

  it('is quiet about all certificates of a profile except the one that decides its expiry', () => {
    const watched = watchedCertificates(
      [
        profileWith('Acme', [
          credentialWith('Acme', 'first', '2026-01-01T00:00:00Z', 'certificate-imported'),
          credentialWith('Acme', 'last', notAfter, 'certificate-imported'),
        ]),
      ],
      { thresholds: [30] },
      emptyNoticeState,
    )
    expect(watched.map(({ quiet }) => quiet)).toEqual([true, false])
  })
})
