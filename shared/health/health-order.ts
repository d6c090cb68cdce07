import { environments } from '../profiles/environment.ts'
import type { HealthFacts } from './finding.ts'
import { type Health, healthUrgencies } from './health-schemas.ts'

interface Ranked {
  readonly profile: Pick<HealthFacts['profile'], 'name' | 'environment' | 'practice'>
  readonly health: Pick<Health, 'urgency' | 'daysLeft'>
}

/** Returns whether a profile needs the person: it doesn't work any more, or won't after a certificate's expiry. */
export function needsAttention({ mark }: Pick<Health, 'mark'>): boolean {
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
