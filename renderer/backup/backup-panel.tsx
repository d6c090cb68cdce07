import { Group, Text } from '@mantine/core'
import { IconLockDown, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { count } from '../ui/text/count.ts'
import { Instant } from '../ui/text/dates.tsx'
import { CreateBackup } from './create-backup.tsx'
import { RestoreBackup } from './restore-backup.tsx'

export function BackupPanel({ profiles }: { readonly profiles: readonly Profile[] }): ReactElement {
  return (
    <Panel
      order={2}
      title="Backup"
      description="Save profiles, keys and secrets to one passphrase-encrypted file, for recovery or moving to another computer."
    >
      <LastBackup />
      <Group gap="xs">
        <SecondaryButton
          icon={IconLockDown}
          disabled={profiles.length === 0}
          onClick={() => openCreateBackup(profiles)}
        >
          Back up…
        </SecondaryButton>
        <SecondaryButton icon={IconLockOpen} onClick={() => void openRestore()}>
          Restore…
        </SecondaryButton>
      </Group>
    </Panel>
  )
}

function LastBackup(): ReactElement | null {
  const { data, error } = useQuery(queries.backup)
  if (error !== null) return <ErrorPanel error={error} />
  if (data === undefined) return null
  const { lastAt, without } = data
  return (
    <Text size="sm" mb={12}>
      {lastAt === undefined ? (
        'No backup yet.'
      ) : (
        <>
          Last backup: <Instant value={lastAt} />.
        </>
      )}
      {without.length > 0 && (
        <Text inherit span c="var(--clavis-warn)">
          {` ${count(without.length, 'profile')} with a key that is in no backup: ${without.join(', ')}.`}
        </Text>
      )}
    </Text>
  )
}

/** A click beside the dialog does not close it: a passphrase would be lost. */
const settings = { size: 'lg', closeOnClickOutside: false } as const

export function openCreateBackup(profiles: readonly Profile[]): void {
  openDialog('Back up profiles', (close) => <CreateBackup profiles={profiles} onDone={close} />, settings)
}

async function openRestore(): Promise<void> {
  try {
    const backup = await call('backup.openFile')
    if (backup === undefined) return
    openDialog('Restore backup', (close) => <RestoreBackup backup={backup} onDone={close} />, settings)
  } catch (error) {
    showError('Couldn’t open the backup', error)
  }
}
