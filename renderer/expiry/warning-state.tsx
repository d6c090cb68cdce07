import { IconBellZ, IconRefresh } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { isSnoozed, type WatchedCertificate } from '../../shared/model/expiry/warning-thresholds.ts'
import { useDates } from '../ui/time/dates.tsx'
import { useNow } from '../ui/time/use-now.ts'
import { dayWords } from './actions/snooze-messages.ts'
import classes from './warning-state.module.css'

/** Renders snooze and replacement of a certificate's warnings; nothing without them. */
export function WarningState({ certificate }: { readonly certificate: WatchedCertificate }): ReactElement | null {
  const { snooze, replacement } = certificate
  const dates = useDates()
  const isAsleep = isSnoozed(certificate, useNow())
  if (!isAsleep && replacement === undefined) return null
  return (
    <ul className={classes['lines']}>
      {isAsleep && snooze !== undefined && (
        <li>
          <IconBellZ size={14} aria-hidden />
          Warnings snoozed until {dayWords(Date.parse(snooze.until), dates)}
        </li>
      )}
      {replacement !== undefined && (
        <li>
          <IconRefresh size={14} aria-hidden />
          {replacement.note === '' ? 'Replacement in progress' : `Replacement in progress: ${replacement.note}`}
        </li>
      )}
    </ul>
  )
}
