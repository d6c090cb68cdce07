import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { Credential, ThumbprintMatch } from '../../shared/model/credential.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../app/clavis.ts'
import { queries } from '../app/queries.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { encodingNames } from './credential-words.ts'
import classes from './credentials.module.css'

/** Opens the dialog that compares the portal's thumbprint. */
export function openConfirmation(profile: Profile, credential: Credential): void {
  const modalId = modals.open({
    title: 'Confirm with the portal',
    children: <Confirmation profile={profile} credential={credential} onDone={() => modals.close(modalId)} />,
  })
}

function Confirmation({
  profile,
  credential,
  onDone,
}: {
  readonly profile: Profile
  readonly credential: Credential
  readonly onDone: () => void
}): ReactElement {
  const client = useQueryClient()
  const [thumbprint, setThumbprint] = useState('')
  const [clientId, setClientId] = useState(profile.clientId)
  const pasted = thumbprint.trim()
  const match = useQuery({
    queryKey: ['thumbprint', profile.id, pasted],
    queryFn: () => call('credentials.matchThumbprint', { profileId: profile.id, thumbprint: pasted }),
    enabled: pasted !== '' && pasted.length <= 500,
  })
  const confirm = useMutation({
    mutationFn: () =>
      call('credentials.confirm', {
        profileId: profile.id,
        credentialId: credential.id,
        thumbprint: pasted,
        ...(clientId.trim() === '' ? {} : { clientId: clientId.trim() }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: queries.credentials(profile.id).queryKey })
      await client.invalidateQueries({ queryKey: queries.profiles.queryKey })
      onDone()
    },
  })
  const isThis = match.data?.kind === 'match' && match.data.credentialId === credential.id
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (isThis) confirm.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          The portal’s Security page shows a Thumbprint and a ClientId beside the uploaded certificate. The Thumbprint
          is sent as the key ID, exactly as it is written there.
        </Text>
        <div>
          <TextInput
            label="Thumbprint"
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            value={thumbprint}
            onChange={(event) => setThumbprint(event.currentTarget.value)}
          />
          <div aria-live="polite">
            {pasted !== '' && match.data !== undefined && <MatchWords match={match.data} isThis={isThis} />}
          </div>
        </div>
        <TextInput
          label="Client ID"
          description="Kept with the profile."
          autoComplete="off"
          spellCheck={false}
          value={clientId}
          onChange={(event) => setClientId(event.currentTarget.value)}
        />
        {confirm.isError && <ErrorPanel error={confirm.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isThis} loading={confirm.isPending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function MatchWords({ match, isThis }: { readonly match: ThumbprintMatch; readonly isThis: boolean }): ReactElement {
  const words =
    match.kind === 'none'
      ? 'This is none of this profile’s certificates.'
      : isThis
        ? `This certificate: ${encodingNames[match.encoding]}.`
        : 'This is another certificate of this profile.'
  return (
    <p className={classes['match']} data-good={isThis}>
      {isThis ? <IconCircleCheck size={15} aria-hidden /> : <IconCircleX size={15} aria-hidden />}
      {words}
    </p>
  )
}
