import type { Expiry } from './expiry.ts'

/** Describes an expiry briefly, e.g. `12 days left`, `Expired 3 days ago`. */
export function describeExpiry({ level, daysLeft }: Expiry): string {
  switch (level) {
    case 'ended':
      return describePast(daysLeft)
    case 'not-yet-valid':
      return 'Not valid yet'
    case 'critical':
    case 'soon':
    case 'fine':
      if (daysLeft === 0) return 'Less than a day left'
      return daysLeft === 1 ? '1 day left' : `${grouped(daysLeft)} days left`
  }
}

/** @param daysLeft negative: -1 is within the first day after expiry */
function describePast(daysLeft: number): string {
  const days = -daysLeft - 1
  if (days === 0) return 'Expired less than a day ago'
  return days === 1 ? 'Expired 1 day ago' : `Expired ${grouped(days)} days ago`
}

/**
 * Groups the digits of a number from a thousand on. Below that it avoids the locale's data, which takes 12 ms to load.
 */
function grouped(days: number): string {
  return days < 1000 ? String(days) : days.toLocaleString()
}
