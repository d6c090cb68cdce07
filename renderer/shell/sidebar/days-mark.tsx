import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { type JudgedProfile, standingWords } from '#shared/expiry/profile-expiry.ts'
import { urgencyTones } from '#shared/expiry/warning-messages.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { daysWord } from './days-word.ts'
import classes from './sidebar.module.css'

/**
 * Says in a word how near a profile's expiry is, in color only if it needs attention.
 * @param about what a screen reader says before it, if not its profile
 */
export function DaysMark({
  judged,
  isAlert,
  now,
  about = '',
}: {
  readonly judged: JudgedProfile
  readonly isAlert: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly about?: string
}): ReactElement | null {
  const { timeZone } = useDates()
  const word = daysWord(judged.expiry, isAlert)
  if (word === undefined) return null
  return (
    <span className={classes['days']} data-tone={isAlert ? urgencyTones[judged.expiry.urgency] : undefined}>
      <span aria-hidden>{word}</span>
      <VisuallyHidden>
        {about}
        {standingWords(judged, now, timeZone)}
      </VisuallyHidden>
    </span>
  )
}
