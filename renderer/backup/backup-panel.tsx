import { Group } from '@mantine/core'
import { IconLockDown, IconLockOpen } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { CreateBackup } from './create-backup.tsx'
import { RestoreBackup } from './restore-backup.tsx'

export function BackupPanel({ profiles }: { readonly profiles: readonly Profile[] }): ReactElement {
  return (
    <Panel
      order={2}
      title="Backup"
      description="Save profiles, keys and secrets to one passphrase-encrypted file, for recovery or moving to another computer."
    >
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
