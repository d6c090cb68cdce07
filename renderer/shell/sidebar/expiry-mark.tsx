import { Tooltip } from '@mantine/core'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleDashed,
  IconCircleXFilled,
  IconClock,
  IconClockPause,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { type Standing, standingWords, type JudgedProfile } from '#shared/expiry/profile-expiry.ts'
import { useDates } from '../../ui/text/dates.tsx'
import classes from './sidebar.module.css'

/** A shape and a color for each standing: alone, neither tells everyone apart what is near and what is far. */
const marks = {
  none: { icon: IconCircleDashed, tone: 'warn' },
  expired: { icon: IconCircleXFilled, tone: 'bad' },
  'not-yet-valid': { icon: IconClockPause, tone: 'bad' },
  urgent: { icon: IconAlertOctagon, tone: 'bad' },
  soon: { icon: IconAlertTriangle, tone: 'warn' },
  fine: { icon: IconClock, tone: 'note' },
} as const satisfies Record<Standing, { readonly icon: typeof IconClock; readonly tone: string }>

/** Shows how near a profile's expiry is. @param about what a screen reader says before it, if not its profile */
export function ExpiryMark({
  alert,
  now,
  about = '',
}: {
  readonly alert: JudgedProfile
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly about?: string
}): ReactElement {
  const { icon: Icon, tone } = marks[alert.expiry.standing]
  const words = `${about}${standingWords(alert, now, useDates().timeZone)}`
  return (
    <Tooltip label={words}>
      <Icon className={classes['warning']} data-tone={tone} size={15} role="img" aria-label={words} />
    </Tooltip>
  )
}
