import { Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { stateNames } from '#shared/credentials/credential-parts.ts'
import type { Credential, ThumbprintMatch } from '#shared/credentials/credential.ts'
import { isPortalSpelling, recognizeThumbprint } from '#shared/credentials/key-id.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { encodingNames, titleOf } from './detail-messages.ts'
import classes from './confirm-credential.module.css'

/** Maximum length of thumbprint and client ID, characters: the limit of the call. */
const maxLength = 500

/** Opens the dialog that compares the portal’s thumbprint. @param credentials all of the profile */
export function openConfirmation(profile: Profile, credential: Credential, credentials: readonly Credential[]): void {
  openDialog('Confirm with the portal', (close) => (
    <Confirmation profile={profile} credential={credential} credentials={credentials} onDone={close} />
  ))
}

interface ConfirmationProps {
  readonly profile: Profile
  readonly credential: Credential
  readonly credentials: readonly Credential[]
  readonly onDone: () => void
}

function Confirmation({ profile, credential, credentials, onDone }: ConfirmationProps): ReactElement {
  const client = useQueryClient()
  const [thumbprint, setThumbprint] = useState('')
  const [clientId, setClientId] = useState(profile.clientId)
  const pasted = thumbprint.trim()
  const match = useQuery({
    queryKey: ['thumbprint', profile.id, pasted],
    queryFn: () => call('credentials.matchThumbprint', { profileId: profile.id, thumbprint: pasted }),
    enabled: pasted !== '',
    // Intermediate input isn't worth caching.
    gcTime: 0,
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
  const { data: profiles = [] } = useQuery(queries.profiles)
  const namesake = profiles.find(
    (other) =>
      other.id !== profile.id && other.clientId === clientId.trim() && other.environment !== profile.environment,
  )
  const isThis = match.data?.kind === 'match' && match.data.credentialId === credential.id
  const usual = isThis ? usualSpelling(pasted, credential) : undefined
  return (
    <DialogForm
      profile={profile}
      description="Paste the Thumbprint and ClientId that the portal’s Security page shows for the certificate. The thumbprint is sent unchanged as the key ID."
      work={confirm}
      action="Confirm"
      isReady={isThis}
      onCancel={onDone}
      onSubmit={() => confirm.mutate()}
    >
      <div>
        <TextInput
          label="Thumbprint"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          classNames={{ input: classes['code'] ?? '' }}
          value={thumbprint}
          onChange={(event) => setThumbprint(event.currentTarget.value)}
        />
        <p className={classes['match']} data-tone={isThis ? 'good' : 'warn'} aria-live="polite">
          {pasted !== '' && match.data !== undefined && (
            <>
              {isThis ? <IconCircleCheck size={15} aria-hidden /> : <IconCircleX size={15} aria-hidden />}
              <span>{matchMessage(match.data, credential.id, credentials)}</span>
            </>
          )}
        </p>
        {usual !== undefined && (
          <Notice icon={IconAlertTriangle} role="alert" mt="xs">
            <p className={classes['usual']}>
              Portals usually show <Mono>{usual}</Mono>. The service compares the text exactly. Keep yours only if the
              portal shows it like that.
            </p>
            <SecondaryButton size="xs" onClick={() => setThumbprint(usual)}>
              Use the usual spelling
            </SecondaryButton>
          </Notice>
        )}
      </div>
      <TextInput
        label="Client ID"
        description="Saved in the profile. Change it if the portal shows a different one."
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        classNames={{ input: classes['code'] ?? '' }}
        value={clientId}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      {namesake !== undefined && (
        <Text size="sm" c="var(--clavis-warn)">
          “{namesake.name}” ({environmentNames[namesake.environment]}) has the same client ID. Each environment has its
          own client ID.
        </Text>
      )}
      {match.isError && <ErrorPanel error={match.error} onRetry={() => void match.refetch()} />}
    </DialogForm>
  )
}

/**
 * Describes which certificate a pasted thumbprint belongs to.
 * @param expected the credential to be confirmed
 * @param credentials all of the profile
 */
export function matchMessage(
  match: ThumbprintMatch,
  expected: Credential['id'],
  credentials: readonly Credential[],
): string {
  if (match.kind === 'none') return 'Doesn’t match any of your certificates.'
  if (match.kind === 'elsewhere') return `Belongs to profile “${match.profileName}”, not this one (${match.subject}).`
  if (match.credentialId === expected) return `Matches this certificate (${encodingNames[match.encoding]}).`
  const other = credentials.find(({ id }) => id === match.credentialId)
  if (other === undefined) return 'Matches another certificate in this profile.'
  return `Matches another certificate in this profile: ${titleOf(other)} (${stateNames[other.state]}).`
}

/**
 * Returns the usual spelling of a pasted thumbprint if it is spelled differently: the service compares text.
 * @param credential the credential to be confirmed
 */
export function usualSpelling(pasted: string, credential: Credential): string | undefined {
  const thumbprint = 'certificate' in credential ? credential.certificate?.thumbprint : undefined
  if (thumbprint === undefined || recognizeThumbprint(pasted, thumbprint) === undefined) return undefined
  return isPortalSpelling(pasted, thumbprint) ? undefined : thumbprint.sha1
}
