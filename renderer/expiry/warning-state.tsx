import { Group } from '@mantine/core'
import { IconBellZ, IconRefresh } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { isSnoozed } from '#shared/expiry/warning-thresholds.ts'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { dayWords } from './snooze-until.tsx'

/** Renders snooze and replacement of a certificate's warnings; nothing without them. */
export function WarningState({ certificate }: { readonly certificate: WatchedCertificate }): ReactElement | null {
  const { snooze, replacement } = certificate
  const dates = useDates()
  const isAsleep = isSnoozed(certificate, useNow())
  if (!isAsleep && replacement === undefined) return null
  return (
    <Group component="ul" gap="4px 16px" mt="xs" fz="sm" c="dimmed">
      {isAsleep && snooze !== undefined && (
        <Group component="li" gap={6} wrap="nowrap">
          <IconBellZ size={14} aria-hidden />
          Warnings snoozed until {dayWords(Date.parse(snooze.until), dates)}
        </Group>
      )}
      {replacement !== undefined && (
        <Group component="li" gap={6} wrap="nowrap">
          <IconRefresh size={14} aria-hidden />
          {replacement.note === '' ? 'Replacement in progress' : `Replacement in progress: ${replacement.note}`}
        </Group>
      )}
    </Group>
  )
}
