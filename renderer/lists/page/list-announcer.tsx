import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react'

/** Shortest time between two announcements of something that continues, milliseconds. */
const announceInterval = 10_000

/**
 * Announces the state of the list to screen readers: results at once, progress from time to time. Pages arrive many times a
 * second, and announcing each would never stop.
 */
export function ListAnnouncer(state: AnnouncedState): ReactElement {
  return (
    <VisuallyHidden role="status" aria-label="List status">
      {useThrottled(state)}
    </VisuallyHidden>
  )
}

interface AnnouncedState {
  readonly message: string
  /** Whether the state stays until the person does something. */
  readonly isFinal: boolean
  /** What is searched for, which may change while pages load; empty if nothing is. */
  readonly subject: string
  /** Whether the search has no result yet: until then the message is about the search before. */
  readonly isPending: boolean
}

/** Throttles messages: a final one, the first after it, and one of another search pass at once, others at each interval. */
function useThrottled({ message, isFinal, subject, isPending }: AnnouncedState): string {
  const [announced, setAnnounced] = useState({ message, isFinal, subject })
  const isOther =
    announced.isFinal !== isFinal || announced.subject !== subject || (isFinal && announced.message !== message)
  if (isOther && !isPending) setAnnounced({ message, isFinal, subject })
  const announce = useEffectEvent(() => {
    if (!isPending) setAnnounced({ message, isFinal, subject })
  })
  useEffect(() => {
    if (isFinal) return undefined
    const timer = setInterval(() => announce(), announceInterval)
    return () => clearInterval(timer)
  }, [isFinal])
  return announced.message
}
