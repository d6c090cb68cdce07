import { useMutation } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { showError } from '../ui/dialog/show-error.tsx'

export function CancelRequestButton({ profileId }: { readonly profileId: ProfileId }): ReactElement {
  const cancel = useMutation({
    mutationFn: () => call('tokens.cancel', { profileId }),
    onError: (error) => showError('Couldn’t cancel the token request', error),
  })
  return (
    <SecondaryButton size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel
    </SecondaryButton>
  )
}

/** Returns whether a request failed because the person cancelled it, which needs no message. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ClavisError && error.code === 'token-cancelled'
}
