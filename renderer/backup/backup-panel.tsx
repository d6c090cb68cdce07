import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconLockDown, IconLockOpen } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../platform/calls/clavis.ts'
import { Panel } from '../ui/layout/panel.tsx'
import { showError } from '../ui/feedback/show-error.tsx'
import { CreateBackup } from './create-backup.tsx'
import { RestoreBackup } from './restore-backup.tsx'
import classes from './backup.module.css'

/** The settings page's section for backups. */
export function BackupPanel({ profiles }: { readonly profiles: readonly Profile[] }): ReactElement {
  return (
    <Panel
      order={2}
      title="Backup"
      description="Profiles with their keys and client secrets in one file, encrypted under a passphrase: for the day when this computer is gone, or to move to another one."
    >
      <div className={classes['buttons']}>
        <Button
          variant="default"
          leftSection={<IconLockDown size={15} />}
          disabled={profiles.length === 0}
          onClick={() => openCreate(profiles)}
        >
          Back up…
        </Button>
        <Button variant="default" leftSection={<IconLockOpen size={15} />} onClick={() => void openRestore()}>
          Restore…
        </Button>
      </div>
    </Panel>
  )
}

function openCreate(profiles: readonly Profile[]): void {
  const modalId = modals.open({
    title: 'Back up profiles',
    size: 'lg',
    closeOnClickOutside: false,
    children: <CreateBackup profiles={profiles} onDone={() => modals.close(modalId)} />,
  })
}

async function openRestore(): Promise<void> {
  try {
    const backup = await call('backup.openFile')
    if (backup === undefined) return
    const modalId = modals.open({
      title: 'Restore a backup',
      size: 'lg',
      closeOnClickOutside: false,
      children: <RestoreBackup backup={backup} onDone={() => modals.close(modalId)} />,
    })
  } catch (error) {
    showError('The backup was not opened', error)
  }
}
