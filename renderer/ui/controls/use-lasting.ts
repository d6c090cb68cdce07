import { useEffect, useState } from 'react'

/**
 * Returns whether a condition has held for a while without interruption.
 * @param time how long, in milliseconds
 */
export function useLasting(isSo: boolean, time: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setHasLasted(true), time)
    return () => {
      clearTimeout(timer)
      setHasLasted(false)
    }
  }, [isSo, time])
  return isSo && hasLasted
}
