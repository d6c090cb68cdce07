import { Button, PasswordInput, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { InlineForm } from '../ui/controls/inline-form.tsx'
import { KeptSecret } from '../ui/controls/kept-secret.tsx'
import { Panel } from '../ui/layout/panel.tsx'

/** Maximum length of a client secret, characters: the limit of the call. */
const maxLength = 10_000

/** Renders the field for the client secret of a basic profile. It is stored in the keychain and never shown again. */
export function ClientSecretPanel({ profile }: { readonly profile: Profile }): ReactElement {
  const client = useQueryClient()
  const [secret, setSecret] = useState('')
  const queryKey = ['client-secret', profile.id]
  const kept = useQuery({
    queryKey,
    queryFn: () => call('profiles.hasClientSecret', { profileId: profile.id }),
    // The keychain is read only on request: it may ask for a password.
    enabled: false,
  })
  const save = useMutation({
    mutationFn: () => call('profiles.setClientSecret', { profileId: profile.id, clientSecret: secret }),
    onSuccess: () => {
      setSecret('')
      client.setQueryData(queryKey, true)
      // A token that could not be got without it can be got now.
      void client.invalidateQueries({ queryKey: ['token', profile.id] })
    },
  })
  function submit(): void {
    if (secret !== '' && !save.isPending) save.mutate()
  }
  return (
    <Panel
      title="Client secret"
      description="From the portal’s Security page, Mock tab. Stored in your keychain and not shown again."
      actions={
        <SecondaryButton loading={kept.isFetching} onClick={() => void kept.refetch()}>
          Check keychain
        </SecondaryButton>
      }
    >
      <Stack gap={14}>
        <KeptSecret
          kept={kept.data}
          unknown="Not checked yet. Read from your keychain when a token needs it."
          found={
            save.isSuccess && secret === ''
              ? 'Client secret saved to your keychain.'
              : 'Client secret found in your keychain.'
          }
          missing="No client secret in your keychain."
        />
        <InlineForm align="flex-end" onSubmit={submit}>
          <PasswordInput
            flex="1 1 280px"
            maw={420}
            label={kept.data === true ? 'New client secret' : 'Client secret'}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Button type="submit" disabled={secret === ''} loading={save.isPending}>
            {kept.data === true ? 'Replace' : 'Save to keychain'}
          </Button>
        </InlineForm>
        {save.isError && <ErrorPanel error={save.error} />}
        {kept.isError && <ErrorPanel error={kept.error} onRetry={() => void kept.refetch()} />}
      </Stack>
    </Panel>
  )
}
