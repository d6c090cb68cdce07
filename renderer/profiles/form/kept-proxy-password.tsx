import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconCircleCheck, IconCircleDashed, IconLock } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { askFirst } from '../../platform/ask-first.ts'
import type { ProfileId } from '../../../shared/model/profile/profile.ts'
import { call } from '../../platform/calls/clavis.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SecondaryButton } from '../../ui/controls/secondary-button.tsx'
import classes from './profile-form.module.css'

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
    <div className={classes['kept']} data-kept={kept.data}>
      <span className={classes['keptWords']} aria-live="polite">
        <KeptWords kept={kept.data} />
      </span>
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
    </div>
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

function KeptWords({ kept }: { readonly kept: boolean | undefined }): ReactElement {
  if (kept === undefined)
    return (
      <>
        <IconLock size={14} aria-hidden /> Not checked yet.
      </>
    )
  return kept ? (
    <>
      <IconCircleCheck size={14} aria-hidden /> Password found in your keychain.
    </>
  ) : (
    <>
      <IconCircleDashed size={14} aria-hidden /> No password in your keychain.
    </>
  )
}
