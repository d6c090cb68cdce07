import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react'

/** Shortest time between two tellings of something that is still going on, milliseconds. */
const pace = 10_000

/**
 * Tells screen readers where the list stands: what goes on from time to time, results at once. Pages come many times a
 * second, and a region that spoke of each would never stop.
 */
export function ListAnnouncer({
  words,
  isFinal,
}: {
  readonly words: string
  /** Whether it stays so until something else is done. */
  readonly isFinal: boolean
}): ReactElement {
  return (
    <VisuallyHidden role="status" aria-label="State of the list">
      {usePaced(words, isFinal)}
    </VisuallyHidden>
  )
}

/** The words as they should be told: final ones and the first after them at once, others at the end of each pace. */
function usePaced(words: string, isFinal: boolean): string {
  const [told, setTold] = useState({ words, isFinal })
  if (told.isFinal !== isFinal || (isFinal && told.words !== words)) setTold({ words, isFinal })
  const tell = useEffectEvent(() => setTold({ words, isFinal }))
  useEffect(() => {
    if (isFinal) return undefined
    const timer = setInterval(() => tell(), pace)
    return () => clearInterval(timer)
  }, [isFinal])
  return told.words
}
