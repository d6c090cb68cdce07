import { type ReactElement, type ReactNode, useEffect, useState } from 'react'

/** How long a wait is not shown, in milliseconds. */
const patience = 300

/** Shows its children once a wait has become noticeable, so that quick answers bring no flicker. */
export function Later({ children }: { readonly children: ReactNode }): ReactElement | null {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return due ? <>{children}</> : null
}

/** Returns whether a condition has held for a while without interruption. @param time how long, in milliseconds */
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
