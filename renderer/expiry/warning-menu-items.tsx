import { IconBell, IconBellZ, IconCalendar, IconRefresh, IconRefreshOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { thresholdWords } from '#shared/expiry/warning-messages.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import {
  isLastWeekInProduction,
  isSnoozed,
  nextThreshold,
  reachedThreshold,
} from '#shared/expiry/warning-thresholds.ts'
import { MenuItem } from '../ui/controls/buttons.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { useWarningActions } from './use-warning-actions.tsx'

export function WarningMenuItems({ certificate }: { readonly certificate: WatchedCertificate }): ReactElement {
  const actions = useWarningActions(certificate)
  const now = useNow()
  const { timeZone } = useDates()
  const next = nextThreshold(certificate, now, timeZone)
  const canSnooze =
    reachedThreshold(certificate, now, timeZone) !== undefined && !isLastWeekInProduction(certificate, now)
  return (
    <>
      {isSnoozed(certificate, now) ? (
        <MenuItem icon={IconBell} onClick={actions.unsnooze}>
          Resume warnings
        </MenuItem>
      ) : (
        canSnooze && (
          <>
            <MenuItem icon={IconBellZ} onClick={() => actions.snoozeFor(1)}>
              Snooze for a day
            </MenuItem>
            <MenuItem icon={IconBellZ} onClick={() => actions.snoozeFor(7)}>
              Snooze for a week
            </MenuItem>
            {next !== undefined && actions.snoozeUntilNext !== undefined && (
              <MenuItem icon={IconBellZ} onClick={actions.snoozeUntilNext}>
                Snooze until {thresholdWords(next)}
              </MenuItem>
            )}
            <MenuItem icon={IconCalendar} onClick={actions.snoozeUntilDate}>
              Snooze until…
            </MenuItem>
          </>
        )
      )}
      {certificate.replacement === undefined ? (
        <MenuItem icon={IconRefresh} onClick={actions.noteReplacement}>
          Mark as being replaced…
        </MenuItem>
      ) : (
        <>
          <MenuItem icon={IconRefresh} onClick={actions.noteReplacement}>
            Edit replacement note…
          </MenuItem>
          <MenuItem icon={IconRefreshOff} onClick={actions.clearReplacement}>
            Clear replacement mark
          </MenuItem>
        </>
      )}
    </>
  )
}
