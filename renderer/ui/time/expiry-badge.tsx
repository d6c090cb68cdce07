import { Tooltip } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconClockExclamation, IconClockPause } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { judgeExpiry, type ExpiryLevel } from '../../../shared/model/expiry/expiry.ts'
import { describeExpiry } from '../../../shared/model/expiry/expiry-messages.ts'
import { useNow } from './use-now.ts'
import { useDates } from './dates.tsx'
import classes from '../layout/badge.module.css'

const looks = {
  ended: { icon: IconCircleX, tone: 'bad', word: 'Expired' },
  critical: { icon: IconClockExclamation, tone: 'bad', word: 'Expires' },
  soon: { icon: IconClock, tone: 'warn', word: 'Expires' },
  fine: { icon: IconCircleCheck, tone: 'good', word: 'Expires' },
  'not-yet-valid': { icon: IconClockPause, tone: 'warn', word: 'Valid from' },
} as const satisfies Record<
  ExpiryLevel,
  { readonly icon: typeof IconClock; readonly tone: string; readonly word: string }
>

/** Renders the time until a certificate expires as text, shape and color. Both instants are ISO 8601. */
export function ExpiryBadge({
  notBefore,
  notAfter,
}: {
  readonly notBefore: string
  readonly notAfter: string
}): ReactElement {
  const dates = useDates()
  const expiry = judgeExpiry(notBefore, notAfter, useNow(undefined, [notBefore, notAfter]), dates.timeZone)
  const { icon: Icon, tone, word } = looks[expiry.level]
  const moment = expiry.level === 'not-yet-valid' ? notBefore : notAfter
  return (
    <Tooltip label={`${word} ${dates.minutes(new Date(moment))}`}>
      <span className={classes['badge']} data-level={expiry.level} data-tone={tone}>
        <Icon size={13} aria-hidden />
        {describeExpiry(expiry)}
      </span>
    </Tooltip>
  )
}
