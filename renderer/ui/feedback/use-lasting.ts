import { useEffect, useState } from 'react'

/**
 * Whether something has been so for a while without a break.
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
