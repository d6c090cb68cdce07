import { useEffect, useState } from 'react'
import { dayMs } from '#shared/values/local-day.ts'

/**
 * Returns how long a shown time may stay, in milliseconds: until the interval is over or a moment has passed.
 * @param shown milliseconds since the epoch; moments after it that have passed need an update at once
 * @param now milliseconds since the epoch
 * @param moments ISO 8601 instants; anything else is ignored
 */
export function delayToUpdate(shown: number, now: number, interval: number, moments: readonly string[]): number {
  // A certificate's last instant is still valid, so that the time after it counts.
  const ahead = moments.map((moment) => Date.parse(moment) + 1).filter((moment) => moment > shown)
  return Math.max(0, Math.min(shown + interval, ...ahead) - now)
}

/**
 * Returns the current time in milliseconds since the epoch, updated at each interval.
 * @param interval milliseconds between updates; a minute by default
 * @param moments ISO 8601 instants, such as the start of a certificate's validity: the time is also updated right after
 * each, and at once if one has passed unnoticed
 */
export function useNow(interval = 60_000, moments: readonly string[] = []): number {
  const [now, setNow] = useState(() => Date.now())
  const noticed = moments.join(' ')
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), delayToUpdate(now, Date.now(), interval, noticed.split(' ')))
    return () => clearTimeout(timer)
  }, [now, interval, noticed])
  return now
}

const units = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Says how long ago an instant was, in its largest whole unit: `3 hours ago`. Both in milliseconds since the epoch. */
export function agoText(at: number, now: number): string {
  const passed = Math.max(0, now - at)
  const unit = units.find(([, length]) => passed >= length)
  if (unit === undefined) return 'just now'
  const [name, length] = unit
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(-Math.floor(passed / length), name)
}
