import { IconBellZ, IconRefresh, IconRefreshOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { thresholdWords } from '#shared/expiry/warning-messages.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import {
  isLastWeekInProduction,
  isSnoozed,
  nextThreshold,
  reachedThreshold,
  thresholdMoment,
} from '#shared/expiry/warning-thresholds.ts'
import { MenuItem } from '../ui/controls/buttons.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { SnoozeItems } from './snooze-items.tsx'
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
      <SnoozeItems actions={actions} isSnoozed={isSnoozed(certificate, now)} canSnooze={canSnooze}>
        {next !== undefined && next !== 0 && (
          <MenuItem
            icon={IconBellZ}
            onClick={() => actions.snoozeUntil(thresholdMoment(certificate.notAfter, next, timeZone))}
          >
            Snooze until {thresholdWords(next)}
          </MenuItem>
        )}
      </SnoozeItems>
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
