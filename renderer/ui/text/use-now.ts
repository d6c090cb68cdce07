import { useEffect, useState } from 'react'
import { delayToUpdate } from './delay-to-update.ts'

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
