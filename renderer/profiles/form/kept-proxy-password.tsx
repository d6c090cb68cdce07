import { Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { askFirst } from '../../platform/navigation.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { KeptSecret } from '../../ui/controls/kept-secret.tsx'

/** Shows on request whether the keychain has a password for the profile’s own proxy, and removes it. */
export function KeptProxyPassword({ profileId }: { readonly profileId: ProfileId }): ReactElement {
  const client = useQueryClient()
  const queryKey = ['proxy-password', profileId]
  const kept = useQuery({
    queryKey,
    queryFn: () => call('profiles.hasProxyPassword', { profileId }),
    // The keychain may ask the person for a password.
    enabled: false,
  })
  const remove = useMutation({
    mutationFn: () => call('profiles.removeProxyPassword', { profileId }),
    onSuccess: () => client.setQueryData(queryKey, false),
  })
  return (
    <Group gap="6px 10px" mt={7}>
      <KeptSecret
        kept={kept.data}
        unknown="Not checked yet."
        found="Password found in your keychain."
        missing="No password in your keychain."
      />
      {kept.data === undefined && (
        <SecondaryButton size="compact-xs" loading={kept.isFetching} onClick={() => void kept.refetch()}>
          Check keychain
        </SecondaryButton>
      )}
      {kept.data === true && (
        <SecondaryButton size="compact-xs" loading={remove.isPending} onClick={() => confirmRemoval(remove.mutate)}>
          Remove password…
        </SecondaryButton>
      )}
      {kept.isError && <ErrorPanel error={kept.error} />}
      {remove.isError && <ErrorPanel error={remove.error} />}
    </Group>
  )
}

/** Asks before the password is deleted: only the person can enter it again. */
function confirmRemoval(remove: () => void): void {
  askFirst({
    title: 'Remove the proxy password?',
    text: 'This permanently deletes it from your keychain.',
    action: 'Remove password',
    run: remove,
  })
}
