import { useEffect, useState } from 'react'

/**
 * The clock, in milliseconds since the epoch, read again at each interval.
 * @param interval milliseconds between readings; a minute unless said otherwise
 */
export function useNow(interval = 60_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
