import type { JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import { environments } from '#shared/profiles/environment.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { whatIsNext, type KnownProfile, type WhatIsNext } from '../../profiles/what-is-next.ts'

/** The orders of urgency: what stops work now, what failed, what has time, set-up, nothing to do. */
const urgencyOrder = ['now', 'failed', 'soon', 'set-up', 'ready'] as const
export type HomeUrgency = (typeof urgencyOrder)[number]

export interface HomeRow extends KnownProfile {
  readonly next: WhatIsNext
  readonly urgency: HomeUrgency
  /** Until its certificate expires; undefined if none is active. */
  readonly daysLeft: number | undefined
}

const names = new Intl.Collator(undefined, { numeric: true })

/**
 * Returns the rows of all profiles, the most urgent first. Of equal ones, real profiles come before practice profiles and
 * Production before the other environments.
 */
export function homeRows(profiles: readonly KnownProfile[], now: number, dates: DateText): HomeRow[] {
  return profiles
    .map((known) => {
      const next = whatIsNext(known, now, dates)
      return { ...known, next, urgency: urgencyOf(next), daysLeft: daysLeftOf(known.judged) }
    })
    .sort(
      (one, other) =>
        urgencyOrder.indexOf(one.urgency) - urgencyOrder.indexOf(other.urgency) ||
        Number(one.profile.practice) - Number(other.profile.practice) ||
        (one.daysLeft ?? Infinity) - (other.daysLeft ?? Infinity) ||
        environments.indexOf(other.profile.environment) - environments.indexOf(one.profile.environment) ||
        names.compare(one.profile.name, other.profile.name),
    )
}

/** Returns the days until the certificate expires by which a profile gets tokens; negative after it. */
export function daysLeftOf(judged: JudgedProfile | undefined): number | undefined {
  return judged === undefined || judged.expiry.state === 'none-active' ? undefined : judged.expiry.daysLeft
}

/** Words how many profiles need the person now, e.g. `1 of 5 profiles needs you this week`. */
export function attentionSentence(rows: readonly HomeRow[]): string {
  const count = rows.filter(({ urgency }) => urgency === 'now' || urgency === 'failed').length
  if (rows.length === 1)
    return count === 0 ? 'Your profile needs nothing this week' : 'Your profile needs you this week'
  if (count === 0) return `None of ${rows.length.toLocaleString()} profiles needs you this week`
  return `${count.toLocaleString()} of ${rows.length.toLocaleString()} profiles ${count === 1 ? 'needs' : 'need'} you this week`
}

function urgencyOf({ tone, action: { kind } }: WhatIsNext): HomeUrgency {
  switch (tone) {
    case 'bad':
      return kind === 'diagnose' ? 'failed' : 'now'
    case 'warn':
      return 'soon'
    case 'note':
      return kind === 'continue-replacement' ? 'soon' : 'set-up'
    case 'good':
      return 'ready'
  }
}
