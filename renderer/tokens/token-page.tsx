import { Button, Skeleton } from '@mantine/core'
import { IconClockExclamation, IconCode, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { validityMoments } from '#shared/expiry/profile-expiry.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { LocalAddressPanel } from '../local-address/local-address-panel.tsx'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries, useReadOnly } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Later } from '../ui/controls/later.tsx'
import { Notice } from '../ui/controls/notice.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { isCancelled } from './cancel-request-button.tsx'
import { clockMessage } from './messages.ts'
import { RequestErrorActions } from './request-error-actions.tsx'
import { RequestLogPanel } from './request-log-panel.tsx'
import { TokenClaims } from './token-claims.tsx'
import { tokenObstacle } from './token-obstacle.ts'
import { TokenPanel } from './token-panel.tsx'
import { openUseInCode } from './use-in-code.tsx'
import { useRevealedToken } from './use-revealed-token.ts'

const heading = { title: 'Token', description: 'Held in memory until you quit. Requested automatically for calls.' }

/** Renders the profile's access token: its state, the request log, and its claims. */
export function TokenPage({ profile }: { readonly profile: Profile }): ReactElement {
  const readOnly = useReadOnly(profile)
  const token = useQuery(queries.token(profile.id))
  const credentials = useQuery(queries.credentials(profile.id))
  const revealed = useRevealedToken(profile.id, token.data)
  const now = useNow(undefined, validityMoments(credentials.data ?? []))
  // The event `tokens.changed` brings the state, with the failure of a request.
  const drop = useMutation({ mutationFn: () => call('tokens.drop', { profileId: profile.id }) })
  const get = useMutation({
    onMutate: () => drop.reset(),
    mutationFn: (renew: boolean) => call('tokens.get', { profileId: profile.id, renew }),
  })

  if (token.isError) return <ErrorPanel error={token.error} onRetry={() => void token.refetch()} />
  if (token.data === undefined)
    return (
      <>
        <PageHeader {...heading} />
        <Later>
          <Skeleton height={180} radius="lg" />
        </Later>
      </>
    )
  const state = token.data
  // Only a failure that leaves a token held, or no state, is not in the state.
  const failure = drop.error ?? (state.kind === 'failed' || isCancelled(get.error) ? null : get.error)
  return (
    <>
      <PageHeader
        {...heading}
        actions={
          <>
            <SecondaryButton icon={IconCode} onClick={() => openUseInCode(profile)}>
              Use in your code…
            </SecondaryButton>
            {state.kind === 'held' ? (
              <>
                <SecondaryButton icon={IconTrash} loading={drop.isPending} onClick={() => drop.mutate()}>
                  Discard
                </SecondaryButton>
                <Button
                  leftSection={<IconRefresh size={15} />}
                  loading={get.isPending}
                  onClick={() => get.mutate(true)}
                >
                  Renew
                </Button>
              </>
            ) : (
              <Button
                loading={get.isPending || state.kind === 'requesting'}
                disabled={readOnly}
                onClick={() => get.mutate(false)}
              >
                {state.kind === 'failed' ? 'Try again' : 'Get a token'}
              </Button>
            )}
          </>
        }
      />
      {failure !== null && (
        <ErrorPanel error={failure} actions={<RequestErrorActions profile={profile} error={failure} />} />
      )}
      <ClockNotice profile={profile} />
      <TokenPanel
        profile={profile}
        token={state}
        obstacle={credentials.data === undefined ? undefined : tokenObstacle(profile, credentials.data, now)}
        revealed={revealed}
      />
      {(profile.apiBaseUrl !== '' || profile.reportsBaseUrl !== '') && <LocalAddressPanel profile={profile} />}
      <RequestLogPanel profile={profile} />
      {state.kind === 'held' && <TokenClaims token={state} />}
    </>
  )
}

/** Reports if the service's clock and this computer's differ by more than two seconds: by how much, and what to do. */
function ClockNotice({ profile }: { readonly profile: Profile }): ReactElement | null {
  const { data: clock } = useQuery(queries.clock(profile.id))
  const { go } = useNavigation()
  if (clock?.isOff !== true) return null
  return (
    <Notice icon={IconClockExclamation}>
      <p>{clockMessage(clock, profile.followServiceClock)}</p>
      {!profile.followServiceClock && (
        <SecondaryButton
          size="xs"
          onClick={() => go({ page: 'edit-profile', profileId: profile.id, field: 'followServiceClock' })}
        >
          Check the settings
        </SecondaryButton>
      )}
    </Notice>
  )
}
