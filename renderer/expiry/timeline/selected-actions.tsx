import { Group, Text } from '@mantine/core'
import { IconBellZ, IconDownload, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import { reachedThreshold } from '#shared/expiry/warning-thresholds.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { notifySuccess } from '../../ui/controls/notify.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { useNow } from '../../ui/text/use-now.ts'

/** For how long warnings are snoozed at most, milliseconds. */
const snoozeMs = 7 * dayMs

interface SelectedActionsProps {
  readonly certificates: readonly TimelineCertificate[]
  readonly onDone: () => void
}

/** Renders what can be done with the selected certificates; nothing if none is selected. */
export function SelectedActions({ certificates, onDone }: SelectedActionsProps): ReactElement | null {
  const client = useQueryClient()
  const { go } = useNavigation()
  const now = useNow()
  const { timeZone } = useDates()
  const run = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onError: (error) => showError('Couldn’t finish all', error),
  })
  if (certificates.length === 0) return null
  const active = certificates.filter(({ state }) => state === 'active')
  // A snooze can’t be longer than the certificate is valid.
  const warned = certificates.filter(
    (each) =>
      each.state !== 'retired' &&
      Date.parse(each.notAfter) > now &&
      reachedThreshold(each, now, timeZone) !== undefined,
  )

  async function snooze(): Promise<void> {
    for (const { profileId, credentialId, notAfter } of warned) {
      const until = Math.min(Date.now() + snoozeMs, Date.parse(notAfter))
      await call('expiry.snooze', { profileId, credentialId, until: new Date(until).toISOString() })
    }
    notifySuccess(`Warnings of ${warned.length} snoozed`, 'For 7 days, or until the certificate expires.')
    onDone()
  }

  async function replace(): Promise<void> {
    for (const { profileId } of active) await call('replacements.start', { profileId, keySize: 2048 })
    await client.invalidateQueries({ queryKey: queries.replacements.queryKey })
    go({ page: 'replacements' })
  }

  async function save(): Promise<void> {
    const saved = await call('credentials.saveCertificates', {
      credentials: certificates.map(({ profileId, credentialId }) => ({ profileId, credentialId })),
    })
    if (saved === undefined) return
    notifySuccess(`${saved.fileNames.length} saved`, `${saved.folderName}: ${saved.fileNames.join(', ')}`)
    onDone()
  }

  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Selected certificates">
      <Text size="sm" fw={500} mr="xs">
        {certificates.length} selected
      </Text>
      <SecondaryButton icon={IconDownload} loading={run.isPending} onClick={() => run.mutate(save)}>
        Export…
      </SecondaryButton>
      {active.length > 0 && (
        <SecondaryButton icon={IconRefresh} loading={run.isPending} onClick={() => run.mutate(replace)}>
          {active.length === 1 ? 'Start replacement' : `Start ${active.length} replacements`}
        </SecondaryButton>
      )}
      {warned.length > 0 && (
        <SecondaryButton icon={IconBellZ} loading={run.isPending} onClick={() => run.mutate(snooze)}>
          Snooze 7 days
        </SecondaryButton>
      )}
    </Group>
  )
}
