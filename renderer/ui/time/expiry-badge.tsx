import { Tooltip } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconClockExclamation, IconClockPause } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { judgeExpiry, type ExpiryLevel } from '../../../shared/model/expiry/expiry.ts'
import { describeExpiry } from '../../../shared/model/expiry/expiry-messages.ts'
import { useNow } from './use-now.ts'
import { useDates } from './dates.tsx'
import classes from '../layout/badge.module.css'

const icons: Readonly<Record<ExpiryLevel, typeof IconClock>> = {
  ended: IconCircleX,
  critical: IconClockExclamation,
  soon: IconClock,
  fine: IconCircleCheck,
  'not-yet-valid': IconClockPause,
}

/** Renders the time until a certificate expires as text, shape and colour. Both instants are ISO 8601. */
export function ExpiryBadge({
  notBefore,
  notAfter,
}: {
  readonly notBefore: string
  readonly notAfter: string
}): ReactElement {
  const expiry = judgeExpiry(notBefore, notAfter, useNow(undefined, [notBefore, notAfter]))
  const dates = useDates()
  const Icon = icons[expiry.level]
  const moment = expiry.level === 'not-yet-valid' ? notBefore : notAfter
  const word = {
    ended: 'Expired',
    'not-yet-valid': 'Valid from',
    critical: 'Expires',
    soon: 'Expires',
    fine: 'Expires',
  }[expiry.level]
  return (
    <Tooltip label={`${word} ${dates.minutes(new Date(moment))}`}>
      <span className={classes['badge']} data-level={expiry.level}>
        <Icon size={13} aria-hidden />
        {describeExpiry(expiry)}
      </span>
    </Tooltip>
  )
}
