import { Button, Group, PasswordInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../app/clavis.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Panel } from '../ui/panel.tsx'
import classes from './credentials.module.css'

/** The client secret of a basic profile. It goes into the keychain and is never shown again. */
export function ClientSecretPanel({ profile }: { readonly profile: Profile }): ReactElement {
  const client = useQueryClient()
  const [secret, setSecret] = useState('')
  const queryKey = ['client-secret', profile.id]
  const kept = useQuery({
    queryKey,
    queryFn: () => call('profiles.hasClientSecret', { profileId: profile.id }),
    // The keychain is asked only when the person does: it may ask them for a password.
    enabled: false,
  })
  const save = useMutation({
    mutationFn: () => call('profiles.setClientSecret', { profileId: profile.id, clientSecret: secret }),
    onSuccess: () => {
      setSecret('')
      client.setQueryData(queryKey, true)
    },
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (secret !== '') save.mutate()
  }
  return (
    <Panel
      title="Client secret"
      description="From the portal’s Security page, Mock tab. It goes straight into this computer’s keychain and is not shown again."
      actions={
        <Button variant="default" loading={kept.isFetching} onClick={() => void kept.refetch()}>
          Is one kept?
        </Button>
      }
    >
      <form className={classes['secret']} onSubmit={submit} noValidate>
        <p className={classes['match']} data-good={kept.data === true} aria-live="polite">
          {kept.data === true && (
            <>
              <IconCircleCheck size={15} aria-hidden /> The keychain holds a client secret for this profile.
            </>
          )}
          {kept.data === false && (
            <>
              <IconCircleDashed size={15} aria-hidden /> The keychain holds none for this profile yet.
            </>
          )}
        </p>
        <Group align="flex-end" gap="xs">
          <PasswordInput
            className={classes['secretField'] ?? ''}
            label={kept.data === true ? 'New client secret' : 'Client secret'}
            autoComplete="off"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Button type="submit" disabled={secret === ''} loading={save.isPending}>
            {kept.data === true ? 'Replace' : 'Keep in the keychain'}
          </Button>
        </Group>
        {save.isError && <ErrorPanel error={save.error} />}
        {kept.isError && <ErrorPanel error={kept.error} />}
      </form>
    </Panel>
  )
}
