import { useEffect, useState, type ReactElement, type ReactNode } from 'react'

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
