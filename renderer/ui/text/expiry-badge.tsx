import { Tooltip } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock, IconClockExclamation, IconClockPause } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { judge, type Urgency, type Validity } from '#shared/expiry/expiry.ts'
import { describeValidity } from '#shared/expiry/warning-messages.ts'
import { useDates } from './dates.tsx'
import { useNow } from './use-now.ts'
import classes from './badge.module.css'

const looks = {
  expired: { icon: IconCircleX, tone: 'bad', word: 'Expired' },
  urgent: { icon: IconClockExclamation, tone: 'bad', word: 'Expires' },
  soon: { icon: IconClock, tone: 'warn', word: 'Expires' },
  fine: { icon: IconCircleCheck, tone: 'good', word: 'Expires' },
  'not-yet-valid': { icon: IconClockPause, tone: 'warn', word: 'Valid from' },
} as const satisfies Record<
  Urgency | 'not-yet-valid',
  { readonly icon: typeof IconClock; readonly tone: string; readonly word: string }
>

interface ExpiryBadgeProps {
  readonly validity: Validity
  /** Its profile's, in days before expiry. */
  readonly thresholds: readonly number[] | undefined
  /** A retired credential's expiry needs nobody's attention. */
  readonly isRetired?: boolean
}

/** Renders the time until a credential expires as text, shape and color, and which issuer's certificate decides it. */
export function ExpiryBadge({ validity, thresholds = [], isRetired = false }: ExpiryBadgeProps): ReactElement {
  const { notBefore, notAfter } = validity
  const dates = useDates()
  const now = useNow(undefined, [notBefore, notAfter])
  const { urgency, isNotYetValid } = judge(validity, thresholds, now, dates.timeZone)
  const look = isNotYetValid ? 'not-yet-valid' : urgency
  const { icon: Icon, tone, word } = looks[look]
  const moment = isNotYetValid ? notBefore : notAfter
  return (
    <Tooltip label={`${word} ${dates.minutes(new Date(moment))}`}>
      <span className={classes['badge']} data-urgency={urgency} data-tone={isRetired ? 'plain' : tone}>
        <Icon size={13} aria-hidden />
        {describeValidity(validity, now, dates.timeZone)}
      </span>
    </Tooltip>
  )
}
