import { Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { ProfilePreview } from '#shared/profiles/profile-preview.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { hasNetwork, KeepNetwork, PreviewedNetwork } from '../ui/layout/previewed-network.tsx'
import { count } from '../ui/text/count.ts'
import classes from './import-preview.module.css'

interface ImportPreviewProps {
  readonly fileId: string
  readonly profiles: readonly ProfilePreview[]
  readonly onCancel: () => void
  readonly onDone: (imported: readonly Profile[]) => Promise<void>
}

/** Shows what a profile file would bring, and imports it; its authorities and proxies only if the person wants them. */
export function ImportPreview({ fileId, profiles, onCancel, onDone }: ImportPreviewProps): ReactElement {
  const [withNetwork, setWithNetwork] = useState(false)
  const run = useMutation({
    mutationFn: () => call('profiles.importFile', { fileId, withNetwork }),
    onSuccess: onDone,
  })
  return (
    <DialogForm work={run} action="Import" takesFocus onCancel={onCancel} onSubmit={() => run.mutate()}>
      <ul className={classes['profiles']} aria-label="Profiles in the file" tabIndex={0}>
        {profiles.map((profile) => (
          <li key={profile.name}>
            <Group component="span" gap="4px 10px">
              <strong>{profile.name}</strong>
              <EnvironmentBadge environment={profile.environment} />
            </Group>
            <PreviewedNetwork profile={profile} isKept={withNetwork} />
            {profile.views !== undefined && (
              <Text size="sm" c="dimmed">
                {count(profile.views, 'saved view')}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {profiles.some(hasNetwork) && <KeepNetwork isChecked={withNetwork} onChange={setWithNetwork} />}
    </DialogForm>
  )
}
