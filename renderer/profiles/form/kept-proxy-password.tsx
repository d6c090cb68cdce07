import { Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { removeProxyPasswordQuestion } from '#shared/questions.ts'
import { call } from '../../platform/clavis.ts'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { KeptSecret } from '../../ui/controls/kept-secret.tsx'
import { confirmAction } from '../../ui/dialog/confirm-action.tsx'

/** Shows on request whether the keychain has a password for the profile’s own proxy, and removes it. */
export function KeptProxyPassword({ profileId }: { readonly profileId: ProfileId }): ReactElement {
  const client = useQueryClient()
  const { data: profiles } = useQuery(queries.profiles)
  const profile = profiles?.find(({ id }) => id === profileId)
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
  function askToRemove(): void {
    // For Production, main alone asks.
    if (profile === undefined || profile.environment === 'production') remove.mutate()
    else
      confirmAction(profile, {
        question: () => removeProxyPasswordQuestion(profile),
        isDangerous: true,
        run: () => remove.mutateAsync(),
      })
  }
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
        <SecondaryButton size="compact-xs" loading={remove.isPending} onClick={askToRemove}>
          Remove password…
        </SecondaryButton>
      )}
      {kept.isError && <ErrorPanel error={kept.error} />}
      {remove.isError && <ErrorPanel error={remove.error} />}
    </Group>
  )
}
