import { Tooltip } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconClockExclamation, IconClockPause } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { judgeExpiry, type ExpiryLevel, type Validity } from '../../../shared/expiry/expiry.ts'
import { describeValidity } from '../../../shared/expiry/expiry-messages.ts'
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

/** Renders the time until a credential expires as text, shape and color, and which issuer's certificate decides it. */
export function ExpiryBadge({
  validity,
  isRetired = false,
}: {
  readonly validity: Validity
  /** A retired credential's expiry needs nobody's attention. */
  readonly isRetired?: boolean
}): ReactElement {
  const { notBefore, notAfter } = validity
  const dates = useDates()
  const now = useNow(undefined, [notBefore, notAfter])
  const expiry = judgeExpiry(notBefore, notAfter, now, dates.timeZone)
  const { icon: Icon, tone, word } = looks[expiry.level]
  const moment = expiry.level === 'not-yet-valid' ? notBefore : notAfter
  return (
    <Tooltip label={`${word} ${dates.minutes(new Date(moment))}`}>
      <span className={classes['badge']} data-level={expiry.level} data-tone={isRetired ? 'plain' : tone}>
        <Icon size={13} aria-hidden />
        {describeValidity(validity, now, dates.timeZone)}
      </span>
    </Tooltip>
  )
}
