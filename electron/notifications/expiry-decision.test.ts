import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultThresholds,
  isReached,
  orderedThresholds,
  type WatchedCertificate,
} from '../../shared/model/expiry/warning.ts'
import { decideNotices, type Told } from './expiry-decision.ts'
import { emptyNoticeState } from './notice-state.ts'
import { credentialWith, fingerprintOf, profileWith } from './testing/stored-certificate.ts'
import { watchedCertificates } from './watched-certificates.ts'

const day = 86_400_000
const hour = 3_600_000
const notAfter = '2027-03-28T00:59:59.000Z'
const end = Date.parse(notAfter)
const none: Told = {}

function certificate(changes: Partial<WatchedCertificate> = {}): WatchedCertificate {
  const [watched] = watchedCertificates(
    [profileWith('Acme', [credentialWith('Acme', 'acme', notAfter)])],
    { thresholds: [...defaultThresholds] },
    emptyNoticeState,
  )
  if (watched === undefined) throw new Error('nothing is watched')
  return { ...watched, ...changes }
}

/** What a run of looks tells, as threshold and moment. */
function looks(
  moments: readonly number[],
  of: (index: number, moment: number) => WatchedCertificate = () => certificate(),
): { threshold: number; moment: number }[] {
  let told = none
  return moments.flatMap((moment, index) => {
    const decision = decideNotices([of(index, moment)], told, moment)
    // What is remembered goes through a file, and a restart reads nothing else.
    told = JSON.parse(JSON.stringify(decision.told)) as Told
    return decision.notices.map(({ threshold }) => ({ threshold, moment }))
  })
}

const thresholdsOf = (notices: readonly { threshold: number }[]): number[] => notices.map(({ threshold }) => threshold)
const thresholdSets = fc
  .uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 12 })
  .map((chosen) => orderedThresholds(chosen))

describe('decideNotices', () => {
  it('tells each threshold once, in order, at the first look after it is reached', () => {
    const moments = Array.from({ length: 24 * 110 }, (_, index) => end - 100 * day + index * hour)
    const notices = looks(moments)
    expect(thresholdsOf(notices)).toEqual([90, 60, 30, 14, 7, 3, 1, 0])
    for (const { threshold, moment } of notices) expect(moment - (end - threshold * day)).toBeLessThanOrEqual(hour)
  })

  it('takes the last instant of validity as valid', () => {
    expect(thresholdsOf(looks([end, end + 1]))).toEqual([1, 0])
  })

  it('tells one warning where several were reached since the last look', () => {
    expect(thresholdsOf(looks([end - 5 * day, end - 4 * day]))).toEqual([7])
  })

  it('tells nothing twice and misses nothing, over years, with any steps of a clock that only goes forward', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 40 * day }), { maxLength: 60 })
    fc.assert(
      fc.property(thresholdSets, steps, (thresholds, pauses) => {
        let moment = end - 800 * day
        const moments = pauses.map((pause) => (moment += pause))
        const notices = looks(moments, () => certificate({ thresholds }))
        const all = [...thresholds, 0]
        const expected = moments.flatMap((now, index) => {
          const before = moments[index - 1] ?? Number.NEGATIVE_INFINITY
          const crossed = all.filter((each) => isReached(notAfter, each, now) && !isReached(notAfter, each, before))
          return crossed.length === 0 ? [] : [Math.min(...crossed)]
        })
        expect(thresholdsOf(notices)).toEqual(expected)
      }),
    )
  })

  it('tells nothing twice however the clock jumps and the thresholds change', () => {
    const look = fc.record({
      moment: fc.integer({ min: end - 500 * day, max: end + 100 * day }),
      thresholds: thresholdSets,
    })
    fc.assert(
      fc.property(fc.array(look, { maxLength: 80 }), (all) => {
        const notices = looks(
          all.map(({ moment }) => moment),
          (index) => certificate({ thresholds: all[index]?.thresholds ?? [] }),
        )
        expect(new Set(thresholdsOf(notices)).size).toBe(notices.length)
      }),
    )
  })

  it('loses no warning to a clock that ran ahead for a while', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 89 }), fc.integer({ min: 91, max: 400 }), (ahead, right) => {
        const glitch = end - ahead * day + hour
        const daily = Array.from({ length: 4 * (right + 2) }, (_, index) => end - right * day + index * 6 * hour)
        const [first, ...later] = thresholdsOf(looks([end - right * day, glitch, ...daily]))
        // What was told under the wrong clock is not told again; all others come at their time.
        expect(later).toEqual([...defaultThresholds, 0].filter((threshold) => threshold !== first))
      }),
      { numRuns: 30 },
    )
  })

  it('tells nothing again where the clock goes back over thresholds and comes again', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 120 * 6 }), { minLength: 1, maxLength: 6 }), (stepsBack) => {
        const forward = Array.from({ length: 6 * 101 }, (_, index) => end - 100 * day + index * 4 * hour)
        const moments = stepsBack.flatMap((back) => {
          const from = forward.length - back
          return forward.slice(Math.max(0, from))
        })
        expect(thresholdsOf(looks([...forward, ...moments]))).toEqual([90, 60, 30, 14, 7, 3, 1, 0])
      }),
      { numRuns: 20 },
    )
  })

  it('a new threshold behind the last told one is not told any more, one ahead is', () => {
    const change = (thresholds: number[]) => (index: number) => certificate(index === 0 ? {} : { thresholds })
    expect(thresholdsOf(looks([end - 20 * day, end - 20 * day], change([45, 30])))).toEqual([30])
    expect(thresholdsOf(looks([end - 20 * day, end - 20 * day], change([30, 25])))).toEqual([30, 25])
    expect(thresholdsOf(looks([end - 20 * day, end - 20 * day], change([90])))).toEqual([30])
  })

  it('holds back while snoozed, then tells the nearest; that it has ended is told in spite of it', () => {
    const snooze = { since: '2027-02-01T00:00:00Z', until: new Date(end - 5 * day).toISOString() }
    const asleep = (): WatchedCertificate => certificate({ snooze })
    expect(thresholdsOf(looks([end - 20 * day, end - 10 * day, end - 4 * day, end + 1], asleep))).toEqual([7, 0])
    const beyond = certificate({ snooze: { ...snooze, until: new Date(end + 50 * day).toISOString() } })
    expect(thresholdsOf(looks([end - 4 * day, end + 1, end + day], () => beyond))).toEqual([0])
    const sinceTheEnd = { since: new Date(end + 1).toISOString(), until: new Date(end + 50 * day).toISOString() }
    expect(looks([end + 2, end + 3], () => certificate({ snooze: sinceTheEnd }))).toEqual([])
  })

  it('waits for the last week while a replacement is under way, and tells what it held back when it is not', () => {
    const replacement = { since: '2027-01-01T00:00:00Z', note: '' }
    const moments = [end - 40 * day, end - 20 * day, end - 7 * day, end - 2 * day]
    expect(thresholdsOf(looks(moments, () => certificate({ replacement })))).toEqual([7, 3])
    expect(thresholdsOf(looks(moments, (index) => certificate(index === 0 ? { replacement } : {})))).toEqual([30, 7, 3])
  })

  it('says nothing of one that does not sign, until it signs', () => {
    const moments = [end - 20 * day, end - 19 * day, end - 18 * day]
    expect(thresholdsOf(looks(moments, (index) => certificate({ quiet: index < 2 })))).toEqual([30])
  })

  it('warns once of a certificate that two profiles have', () => {
    const { notices } = decideNotices(
      [certificate(), certificate({ profileId: 'another', profileName: 'Beta' })],
      none,
      end - 2 * day,
    )
    expect(notices).toHaveLength(1)
  })
})

describe('watchedCertificates', () => {
  it('leaves retired ones and bare keys out, and knows which interrupt nothing', () => {
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
          [fingerprintOf('old')]: { told: [], notAfter, replacement: { since: notAfter, note: 'sent' } },
        },
      },
    )
    expect(watched).toMatchObject([
      { fingerprint: fingerprintOf('old'), quiet: true, thresholds: [30, 1], replacement: { note: 'sent' } },
      { fingerprint: fingerprintOf('new'), quiet: false },
    ])
  })

  it('is quiet about the only certificate of a profile until it signs', () => {
    const [watched] = watchedCertificates(
      [profileWith('Acme', [credentialWith('Acme', 'first', notAfter, 'certificate-imported')])],
      { thresholds: [30] },
      emptyNoticeState,
    )
    expect(watched?.quiet).toBe(true)
  })
})
