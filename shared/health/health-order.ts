import { environments } from '../profiles/environment.ts'
import type { Profile } from '../profiles/profile.ts'

// Without schemas: the window's first file uses it.

/** How near a profile is to not working: it doesn't, won't in a few days, has time, is being set up, or works. */
export const healthUrgencies = ['stopped', 'urgent', 'soon', 'set-up', 'ready'] as const

interface Ranked {
  readonly profile: Pick<Profile, 'name' | 'environment' | 'practice'>
  readonly health: { readonly urgency: (typeof healthUrgencies)[number]; readonly daysLeft?: number | undefined }
}

/** Returns whether a profile needs the person: it doesn't work any more, or won't after a certificate's expiry. */
export function needsAttention({ mark }: { readonly mark?: { readonly level: string } | undefined }): boolean {
  return mark?.level === 'bad' || mark?.level === 'warn'
}

const names = new Intl.Collator(undefined, { numeric: true })

/**
 * Sorts profiles by urgency, what doesn't work first. Of equal ones, real profiles come before practice profiles and
 * Production before the other environments.
 */
export function byHealth(one: Ranked, other: Ranked): number {
  const urgency = ({ health }: Ranked): number => healthUrgencies.indexOf(health.urgency)
  return (
    urgency(one) - urgency(other) ||
    Number(one.profile.practice) - Number(other.profile.practice) ||
    (one.health.daysLeft ?? Infinity) - (other.health.daysLeft ?? Infinity) ||
    environments.indexOf(other.profile.environment) - environments.indexOf(one.profile.environment) ||
    names.compare(one.profile.name, other.profile.name)
  )
}
