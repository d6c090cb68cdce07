import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { validityMoments } from '#shared/expiry/profile-expiry.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { queries } from '../platform/queries.ts'
import { ConnectionPanel } from '../tokens/connection-panel.tsx'
import { useConnectionTest } from '../tokens/connection.ts'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Later } from '../ui/controls/later.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { ListShortcuts } from './list-shortcuts.tsx'
import { leadingCredential, profileSteps } from './profile-steps.ts'
import { Steps } from './steps.tsx'
import { CertificateSummary, Endpoints, LastError, TokenSummary } from './summaries.tsx'
import classes from './overview-page.module.css'

/** Renders the state of a profile, its next step, and the connection test. */
export function OverviewPage({ profile }: { readonly profile: Profile }): ReactElement {
  const credentials = useQuery(queries.credentials(profile.id))
  const token = useQuery(queries.token(profile.id))
  const statuses = useQuery(queries.statuses)
  const { data: hasClientSecret } = useQuery<boolean>({
    // Filled by the profile's form, which reads the keychain on request.
    queryKey: ['client-secret', profile.id],
    enabled: false,
  })
  const { outcome, test } = useConnectionTest(profile.id)
  const now = useNow(undefined, validityMoments(credentials.data ?? []))

  const status = statuses.data?.find(({ profileId }) => profileId === profile.id)
  const failed = [credentials, token, statuses].find(({ isError }) => isError)
  if (failed !== undefined) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
  if (credentials.data === undefined || token.data === undefined || status === undefined)
    return (
      <Later>
        <Skeleton height={220} radius="lg" />
        <Skeleton height={120} radius="lg" />
      </Later>
    )

  const steps = profileSteps({
    profile,
    credentials: credentials.data,
    status,
    hasClientSecret,
    now,
  })
  const isTestOffered = steps.some(({ id, state }) => id === 'connection' && (state === 'next' || state === 'problem'))
  return (
    <div className={classes['page']}>
      <div className={classes['lead']}>
        <Steps profile={profile} steps={steps} test={test} />
        {profile.apiBaseUrl !== '' && (
          <ConnectionPanel profile={profile} outcome={outcome} test={test} isOffered={isTestOffered} />
        )}
        {profile.reportsBaseUrl !== '' && <ListShortcuts profile={profile} />}
      </div>
      <div className={classes['side']}>
        {needsCertificate(profile) && (
          <CertificateSummary profile={profile} credential={leadingCredential(credentials.data)} />
        )}
        <TokenSummary profile={profile} token={token.data} now={now} />
        <LastError profile={profile} />
        <Endpoints profile={profile} />
      </div>
    </div>
  )
}
