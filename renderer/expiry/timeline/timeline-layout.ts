import { judge, urgentDays, type Urgency } from '#shared/expiry/expiry.ts'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { environments, type Environment } from '#shared/profiles/environment.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import type { TimeRange } from './time-range.ts'

/**
 * Not-after is the last second of validity (RFC 5280 §4.1.2.5): a successor that starts in the next one leaves no gap.
 */
const oneSecond = 1000

/** A certificate's bar, as far as the range shows it. */
export interface TimelineBar extends TimeRange {
  readonly certificate: TimelineCertificate
  /** From 0; bars of one lane do not overlap. */
  readonly lane: number
  /** Whether the certificate is valid before the range starts, or after it ends. */
  readonly cutBefore: boolean
  readonly cutAfter: boolean
  readonly urgency: Urgency
  /** From the first threshold on, without the last week; undefined if outside the range. */
  readonly soon: TimeRange | undefined
  /** The last week, if a threshold comes before it. */
  readonly urgent: TimeRange | undefined
  /** When another shown certificate of the profile is also valid, not cut to the range. */
  readonly overlaps: readonly TimeRange[]
}

/**
 * A part of the range by whether the profile has a usable certificate: `before` the first one, `valid`, or a `gap`. A
 * gap has its true bounds, which may be outside the range; without `until` nothing follows. It is as urgent as the expiry
 * with which it starts, and fine once it is over.
 */
export type Stretch =
  | (TimeRange & { readonly kind: 'before'; readonly until: number | undefined })
  | (TimeRange & { readonly kind: 'valid' })
  | (TimeRange & {
      readonly kind: 'gap'
      readonly since: number
      readonly until: number | undefined
      readonly urgency: Urgency
    })

export interface TimelineRow {
  readonly profileId: string
  readonly profileName: string
  readonly environment: Environment
  readonly practice: boolean
  /** At least 1. */
  readonly lanes: number
  /** By lane, then by time. */
  readonly bars: readonly TimelineBar[]
  /** Covers the range without gap or overlap. */
  readonly stretches: readonly Stretch[]
  /** Where more than one shown certificate is valid, within the range. */
  readonly overlaps: readonly TimeRange[]
}

export interface TimelineGroup {
  readonly environment: Environment
  readonly rows: readonly TimelineRow[]
}

/** What a timeline shows, in the window, on paper and in a file. */
export interface ShownTimeline {
  readonly certificates: readonly TimelineCertificate[]
  readonly range: TimeRange
  readonly showRetired: boolean
  readonly now: number
  readonly dates: DateText
}

interface LayoutOptions extends Omit<ShownTimeline, 'certificates'> {
  /** Minimum length of a bar, in milliseconds, so that it stays visible; 0 for none. */
  readonly shortest: number
}

/**
 * Lays out certificates over a range: Production first, a row for each profile, with a lane for each overlapping bar.
 * All certificates count for coverage, shown or not; a retired one until it was retired.
 */
export function layOutTimeline(certificates: readonly TimelineCertificate[], options: LayoutOptions): TimelineGroup[] {
  const rows = [...Map.groupBy(certificates, ({ profileId }) => profileId).values()].map((own) =>
    layOutRow(own, options),
  )
  return environments
    .toReversed()
    .map((environment) => ({ environment, rows: rows.filter((row) => row.environment === environment) }))
    .filter((group) => group.rows.length > 0)
}

function layOutRow(own: readonly TimelineCertificate[], options: LayoutOptions): TimelineRow {
  const [first] = own
  if (first === undefined) throw new Error('A row needs a certificate.')
  const { range, showRetired } = options
  const shown = own.filter(({ state }) => showRetired || state !== 'retired')
  const bars = layOutBars(shown, options)
  return {
    profileId: first.profileId,
    profileName: first.profileName,
    environment: first.environment,
    practice: first.practice,
    lanes: Math.max(1, ...bars.map(({ lane }) => lane + 1)),
    bars,
    stretches: stretchesOf(own, first.thresholds, options),
    overlaps: overlapsOf(shown.map(usablePeriod)).flatMap((overlap) => cut(overlap, range) ?? []),
  }
}

function layOutBars(
  shown: readonly TimelineCertificate[],
  { range, shortest, now, dates }: LayoutOptions,
): TimelineBar[] {
  const ends: number[] = []
  const bars = shown
    .toSorted((one, other) => startOf(one) - startOf(other) || endOf(one) - endOf(other))
    .flatMap((certificate): TimelineBar[] => {
      const period = { from: startOf(certificate), to: endOf(certificate) }
      const visible = cut(period, range)
      if (visible === undefined) return []
      const drawn = atLeast(visible, shortest, range)
      const free = ends.findIndex((end) => end <= drawn.from)
      const lane = free === -1 ? ends.length : free
      ends[lane] = drawn.to
      const { to } = period
      const { thresholds } = certificate
      const soonDays = Math.max(...thresholds)
      const urgentFrom = to - Math.min(soonDays, urgentDays) * dayMs
      return [
        {
          certificate,
          lane,
          ...drawn,
          cutBefore: period.from < range.from,
          cutAfter: period.to > range.to,
          urgency: judge(certificate, thresholds, now, dates.timeZone).urgency,
          soon: cut({ from: Math.max(period.from, to - soonDays * dayMs), to: urgentFrom }, visible),
          urgent: cut({ from: Math.max(period.from, urgentFrom), to }, visible),
          overlaps: overlapsWith(certificate, shown),
        },
      ]
    })
  return bars.toSorted((one, other) => one.lane - other.lane || one.from - other.from)
}

/** Divides the range by whether the profile has a usable certificate. */
function stretchesOf(
  own: readonly TimelineCertificate[],
  thresholds: readonly number[],
  { range, now, dates: { timeZone } }: LayoutOptions,
): Stretch[] {
  const gap = (part: TimeRange, since: number, until: number | undefined): Stretch => {
    const at = new Date(since).toISOString()
    const isOver = until !== undefined && until <= now
    const urgency = isOver ? 'fine' : judge({ notBefore: at, notAfter: at }, thresholds, now, timeZone).urgency
    return { kind: 'gap', ...part, since, until, urgency }
  }
  const covered = union(own.map(usablePeriod))
  const stretches: Stretch[] = []
  let since: number | undefined
  for (const period of covered) {
    const hole = cut({ from: since ?? -Infinity, to: period.from }, range)
    if (hole !== undefined)
      stretches.push(
        since === undefined ? { kind: 'before', ...hole, until: period.from } : gap(hole, since, period.from),
      )
    const valid = cut(period, range)
    if (valid !== undefined) stretches.push({ kind: 'valid', ...valid })
    since = period.to
  }
  const rest = cut({ from: since ?? -Infinity, to: Infinity }, range)
  if (rest !== undefined)
    stretches.push(since === undefined ? { kind: 'before', ...rest, until: undefined } : gap(rest, since, undefined))
  return stretches
}

/** Returns when a certificate is usable: while it is valid and not retired. May be empty. */
export function usablePeriod(certificate: TimelineCertificate): TimeRange {
  const retiredAt = certificate.retiredAt === undefined ? Infinity : Date.parse(certificate.retiredAt)
  return { from: startOf(certificate), to: Math.min(endOf(certificate), retiredAt) }
}

/** Joins periods that touch or overlap, in order. */
function union(periods: readonly TimeRange[]): TimeRange[] {
  const joined: TimeRange[] = []
  for (const period of sorted(periods)) {
    const last = joined.at(-1)
    if (last !== undefined && period.from <= last.to + oneSecond)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, period.to) }
    else joined.push(period)
  }
  return joined
}

/** Returns where at least two periods overlap, joined and in order. */
function overlapsOf(periods: readonly TimeRange[]): TimeRange[] {
  const found: TimeRange[] = []
  let reach = -Infinity
  for (const { from, to } of sorted(periods)) {
    if (from < reach) found.push({ from, to: Math.min(to, reach) })
    reach = Math.max(reach, to)
  }
  return union(found)
}

function overlapsWith(certificate: TimelineCertificate, shown: readonly TimelineCertificate[]): TimeRange[] {
  const own = usablePeriod(certificate)
  return union(
    shown.flatMap((other) =>
      other.credentialId === certificate.credentialId ? [] : (cut(usablePeriod(other), own) ?? []),
    ),
  )
}

/** Returns the part of a period within a range; undefined if there is none. */
function cut(period: TimeRange, { from, to }: TimeRange): TimeRange | undefined {
  const part = { from: Math.max(period.from, from), to: Math.min(period.to, to) }
  return part.from < part.to ? part : undefined
}

/** Extends a period to a minimum length within the range. */
function atLeast({ from, to }: TimeRange, shortest: number, range: TimeRange): TimeRange {
  const end = Math.min(Math.max(to, from + shortest), range.to)
  return { from: Math.max(range.from, Math.min(from, end - shortest)), to: end }
}

function sorted(periods: readonly TimeRange[]): TimeRange[] {
  return periods.filter(({ from, to }) => from < to).toSorted((one, other) => one.from - other.from)
}

function startOf({ notBefore }: TimelineCertificate): number {
  return Date.parse(notBefore)
}

function endOf({ notAfter }: TimelineCertificate): number {
  return Date.parse(notAfter)
}
