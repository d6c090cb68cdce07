import { Menu } from '@mantine/core'
import { IconBell, IconBellZ, IconCalendar, IconRefresh, IconRefreshOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { isSnoozed, nextThreshold, type WatchedCertificate } from '../../shared/model/expiry/warning.ts'
import { thresholdWords } from '../../shared/model/expiry/warning-messages.ts'
import { useNow } from '../ui/time/use-now.ts'
import { useWarningActions } from './use-warning-actions.tsx'

/** The entries of a menu that concern a certificate's warnings. */
export function WarningMenuItems({ certificate }: { readonly certificate: WatchedCertificate }): ReactElement {
  const actions = useWarningActions(certificate)
  const now = useNow()
  const next = nextThreshold(certificate, now)
  return (
    <>
      {isSnoozed(certificate, now) ? (
        <Menu.Item leftSection={<IconBell size={15} />} onClick={actions.unsnooze}>
          Resume warnings
        </Menu.Item>
      ) : (
        <>
          <Menu.Item leftSection={<IconBellZ size={15} />} onClick={() => actions.snoozeFor(1)}>
            Snooze for a day
          </Menu.Item>
          <Menu.Item leftSection={<IconBellZ size={15} />} onClick={() => actions.snoozeFor(7)}>
            Snooze for a week
          </Menu.Item>
          {next !== undefined && actions.snoozeUntilNext !== undefined && (
            <Menu.Item leftSection={<IconBellZ size={15} />} onClick={actions.snoozeUntilNext}>
              Snooze until {thresholdWords(next)}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconCalendar size={15} />} onClick={actions.snoozeUntilDate}>
            Snooze until…
          </Menu.Item>
        </>
      )}
      {certificate.replacement === undefined ? (
        <Menu.Item leftSection={<IconRefresh size={15} />} onClick={actions.noteReplacement}>
          Mark as being replaced…
        </Menu.Item>
      ) : (
        <>
          <Menu.Item leftSection={<IconRefresh size={15} />} onClick={actions.noteReplacement}>
            Edit replacement note…
          </Menu.Item>
          <Menu.Item leftSection={<IconRefreshOff size={15} />} onClick={actions.clearReplacement}>
            Clear replacement mark
          </Menu.Item>
        </>
      )}
    </>
  )
}
