import { VisuallyHidden } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react'

/** Shortest time between two tellings of something that is still going on, milliseconds. */
const pace = 10_000

/**
 * Tells screen readers where the list stands: what goes on from time to time, results at once. Pages come many times a
 * second, and a region that spoke of each would never stop.
 */
export function ListAnnouncer(state: ToldState): ReactElement {
  return (
    <VisuallyHidden role="status" aria-label="State of the list">
      {usePaced(state)}
    </VisuallyHidden>
  )
}

/** Where a list stands, as it is told. */
interface ToldState {
  readonly words: string
  /** Whether it stays so until something else is done. */
  readonly isFinal: boolean
  /** What is searched for, which the person chooses also while pages come; empty: nothing is. */
  readonly subject: string
  /** Whether what was found has yet to come: what is said until then is of no search. */
  readonly isAwaited: boolean
}

/**
 * The words as they should be told: final ones and the first after them at once, and so those of another search; others at
 * the end of each pace.
 */
function usePaced({ words, isFinal, subject, isAwaited }: ToldState): string {
  const [told, setTold] = useState({ words, isFinal, subject })
  const isOther = told.isFinal !== isFinal || told.subject !== subject || (isFinal && told.words !== words)
  if (isOther && !isAwaited) setTold({ words, isFinal, subject })
  const tell = useEffectEvent(() => {
    if (!isAwaited) setTold({ words, isFinal, subject })
  })
  useEffect(() => {
    if (isFinal) return undefined
    const timer = setInterval(() => tell(), pace)
    return () => clearInterval(timer)
  }, [isFinal])
  return told.words
}
