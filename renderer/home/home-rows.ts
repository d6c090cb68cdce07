import type { JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import { daysAgo, ofIssuer } from '#shared/expiry/warning-messages.ts'
import { isSnoozed } from '#shared/expiry/warning-thresholds.ts'
import { environments } from '#shared/profiles/environment.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { replacementSentences, stepOfSteps } from '#shared/replacements/replacement-steps.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import type { DateText } from '#shared/values/date-text.ts'
import type { Route } from '../platform/route.ts'

/** What is known of a profile; what is undefined is not loaded, or there is none. */
export interface KnownProfile {
  readonly profile: Pick<Profile, 'id' | 'name' | 'merchant' | 'environment' | 'practice' | 'apiBaseUrl'>
  /** Undefined if it needs no certificate. */
  readonly judged: JudgedProfile | undefined
  readonly isAlert: boolean
  readonly replacement: Pick<ReplacementView, 'step' | 'replacement'> | undefined
  readonly status: ProfileStatus | undefined
}

/** The orders of urgency: what stops work now, what failed, what has time, set-up, nothing to do. */
const urgencyOrder = ['now', 'failed', 'soon', 'set-up', 'ready'] as const

/** What a person does next with a profile. */
export interface NextThing {
  readonly urgency: (typeof urgencyOrder)[number]
  readonly text: string
  readonly action?: { readonly label: string; readonly to: Route }
}

/** A profile's row on Home. */
export interface HomeRow extends KnownProfile {
  readonly next: NextThing
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
    .map((known) => ({ ...known, next: nextThing(known, now, dates), daysLeft: daysLeftOf(known.judged) }))
    .sort(
      (one, other) =>
        urgencyOrder.indexOf(one.next.urgency) - urgencyOrder.indexOf(other.next.urgency) ||
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
  const count = rows.filter(({ next: { urgency } }) => urgency === 'now' || urgency === 'failed').length
  if (rows.length === 1)
    return count === 0 ? 'Your profile needs nothing this week' : 'Your profile needs you this week'
  if (count === 0) return `None of ${rows.length.toLocaleString()} profiles needs you this week`
  return `${count.toLocaleString()} of ${rows.length.toLocaleString()} profiles ${count === 1 ? 'needs' : 'need'} you this week`
}

/** Returns the one thing to do next with a profile. */
function nextThing(known: KnownProfile, now: number, dates: DateText): NextThing {
  const { profile, replacement, status } = known
  const { id: profileId } = profile
  if (replacement !== undefined && replacement.step !== 'done') return inProgress(known, replacement)
  const expiry = expiryThing(known, now, dates)
  if (expiry?.urgency === 'now') return expiry
  if (status?.problem !== undefined)
    return {
      urgency: 'failed',
      text: status.problem.message.replace(/\.$/u, ''),
      action: { label: 'Diagnose', to: { page: 'diagnostics', profileId } },
    }
  if (expiry !== undefined) return expiry
  if (status !== undefined && status.verified.token === undefined)
    return {
      urgency: 'set-up',
      text: 'Get a token to verify the set-up',
      action: { label: 'Get a token', to: { page: 'token', profileId } },
    }
  if (status !== undefined && status.verified.connection === undefined && profile.apiBaseUrl !== '')
    return {
      urgency: 'set-up',
      text: 'Test the connection',
      action: { label: 'Test connection', to: { page: 'overview', profileId } },
    }
  return { urgency: 'ready', text: 'Ready' }
}

function inProgress(
  { profile, judged }: KnownProfile,
  { step, replacement: { refusal } }: Pick<ReplacementView, 'step' | 'replacement'>,
): NextThing {
  const isRefused = step === 'watch' && refusal !== undefined
  const urgency = judged?.expiry.urgency
  return {
    urgency: isRefused || urgency === 'expired' || urgency === 'urgent' ? 'now' : 'soon',
    text: isRefused ? 'The service refuses the new credential' : replacementSentences[step],
    action: {
      label: step === 'done' ? 'View' : `Continue (${stepOfSteps(step)})`,
      to: { page: 'replacement', profileId: profile.id },
    },
  }
}

/** Returns what the certificate needs; undefined if nothing. */
function expiryThing(
  { profile, judged, isAlert, status }: KnownProfile,
  now: number,
  dates: DateText,
): NextThing | undefined {
  if (judged === undefined) return undefined
  const { expiry, certificate } = judged
  const { id: profileId } = profile
  const replace = { label: 'Replace…', to: { page: 'replacement', profileId } } as const
  const setUp = { label: 'Set up', to: { page: 'credentials', profileId } } as const
  if (certificate === undefined)
    return isAlert
      ? { urgency: 'now', text: 'No active certificate', action: setUp }
      : { urgency: 'set-up', text: 'No certificate yet', action: setUp }
  const day = (instant: string): string =>
    dates.parts(Date.parse(instant), { weekday: 'short', month: 'short', day: 'numeric' })
  if (expiry.state === 'none-active')
    return {
      urgency: status?.wasVerified === true ? 'now' : 'set-up',
      text: 'Activate the certificate to get tokens',
      action: setUp,
    }
  if (expiry.standing === 'not-yet-valid')
    return { urgency: 'now', text: `The certificate is not valid until ${day(certificate.notBefore)}` }
  if (expiry.urgency === 'fine') return undefined
  if (isSnoozed(certificate, now))
    return { urgency: 'ready', text: `Snoozed. The certificate expires ${day(certificate.notAfter)}` }
  if (expiry.urgency === 'expired')
    return {
      urgency: 'now',
      text: `The certificate${ofIssuer(certificate.expiringIssuer)} expired ${daysAgo(expiry.daysLeft ?? 0)}`,
      action: expiry.state === 'active' ? replace : setUp,
    }
  return {
    urgency: expiry.urgency === 'urgent' ? 'now' : 'soon',
    text: `Replace the certificate by ${day(certificate.notAfter)}`,
    action: replace,
  }
}
