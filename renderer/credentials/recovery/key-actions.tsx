import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { KeyRecord } from '#shared/credentials/recovery.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import { openAttachKey } from './attach-key.tsx'

/** Renders the actions for a key: first those that use it, then deleting it, which main confirms. */
export function KeyActions({ record }: { readonly record: KeyRecord }): ReactElement | null {
  const { keyId, state, profile } = record
  const { go } = useNavigation()
  const client = useQueryClient()
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: queries.recoverableKeys.queryKey })
  const restore = useMutation({
    mutationFn: (profileId: string) => call('recovery.attach', { keyId, profileId }),
    onSuccess: reload,
    onError: (error) => showError('Couldn’t restore the key', error),
  })
  const remove = useMutation({
    mutationFn: () => call('recovery.delete', { keyId }),
    onSuccess: reload,
    onError: (error) => showError('Couldn’t delete the key', error),
  })
  if (state === 'assigned' || state === 'in-progress') return null
  if (state === 'missing')
    return profile === undefined ? null : (
      <SecondaryButton
        size="xs"
        onClick={() => go({ page: 'credentials', profileId: profile.id, credentialId: keyId })}
      >
        View credential
      </SecondaryButton>
    )
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
      {state === 'unassigned' && (
        <SecondaryButton size="xs" onClick={() => openAttachKey(record, () => void reload())}>
          Attach to profile…
        </SecondaryButton>
      )}
      {state === 'marked-deleted' && profile !== undefined && (
        <SecondaryButton size="xs" loading={restore.isPending} onClick={() => restore.mutate(profile.id)}>
          Restore
        </SecondaryButton>
      )}
      <Button size="xs" variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
        Delete…
      </Button>
    </Group>
  )
}
