import { Button, Group, PasswordInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCircleCheck, IconCircleDashed, IconLock } from '@tabler/icons-react'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { call } from '../platform/calls/clavis.ts'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { Panel } from '../ui/layout/panel/panel.tsx'
import { SecondaryButton } from '../ui/controls/secondary-button.tsx'
import classes from './client-secret-panel.module.css'

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
  function submit(event: SubmitEvent): void {
    event.preventDefault()
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
      <form className={classes['form']} onSubmit={submit} noValidate>
        <p className={classes['kept']} data-kept={kept.data} aria-live="polite">
          <KeptWords kept={kept.data} isNew={save.isSuccess && secret === ''} />
        </p>
        <Group align="flex-end" gap="xs">
          <PasswordInput
            className={classes['field'] ?? ''}
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
        </Group>
        {save.isError && <ErrorPanel error={save.error} />}
        {kept.isError && <ErrorPanel error={kept.error} onRetry={() => void kept.refetch()} />}
      </form>
    </Panel>
  )
}

function KeptWords({ kept, isNew }: { readonly kept: boolean | undefined; readonly isNew: boolean }): ReactElement {
  if (kept === undefined)
    return (
      <>
        <IconLock size={15} aria-hidden /> Not checked yet. Read from your keychain when a token needs it.
      </>
    )
  if (!kept)
    return (
      <>
        <IconCircleDashed size={15} aria-hidden /> No client secret in your keychain.
      </>
    )
  return (
    <>
      <IconCircleCheck size={15} aria-hidden />
      {isNew ? 'Client secret saved to your keychain.' : 'Client secret found in your keychain.'}
    </>
  )
}
