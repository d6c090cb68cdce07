import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { KeyRecord } from '../../shared/model/credential/recovery.ts'
import { call } from '../platform/calls/clavis.ts'
import { useNavigation } from '../platform/navigation/navigation.tsx'
import { queries } from '../platform/calls/queries.ts'
import { showError } from '../ui/feedback/show-error.tsx'
import { openAttachKey } from './attach-key.tsx'
import classes from './key-table.module.css'

/** What can be done with a key: first what uses it, then deleting it, which main confirms. */
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
      <Button
        size="xs"
        variant="default"
        onClick={() => go({ page: 'credentials', profileId: profile.id, credentialId: keyId })}
      >
        View credential
      </Button>
    )
  return (
    <span className={classes['buttons']}>
      {state === 'unassigned' && (
        <Button size="xs" variant="default" onClick={() => openAttachKey(record, () => void reload())}>
          Attach to profile…
        </Button>
      )}
      {state === 'marked-deleted' && profile !== undefined && (
        <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate(profile.id)}>
          Restore
        </Button>
      )}
      <Button size="xs" variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
        Delete…
      </Button>
    </span>
  )
}
