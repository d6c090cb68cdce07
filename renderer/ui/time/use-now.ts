import { useEffect, useState } from 'react'

/**
 * Returns the current time in milliseconds since the epoch, updated at each interval.
 * @param interval milliseconds between updates; a minute by default
 */
export function useNow(interval = 60_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
