import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { leadingCredential } from '#shared/credentials/set-up-step.ts'
import { validityMoments } from '#shared/expiry/profile-expiry.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useThresholds } from '../../expiry/use-warnings.ts'
import { queries } from '../../platform/queries.ts'
import { useProfileTest } from '../../tokens/connection.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { profileSteps } from '../profile-steps.ts'
import { useKnownProfiles } from '../use-known-profiles.ts'
import { whatIsNext } from '../what-is-next.ts'
import { Addresses } from './addresses.tsx'
import { ListLines } from './list-lines.tsx'
import { NextButton } from './next-button.tsx'
import { CertificateLine, LastFailureLine, TokenLine } from './overview-lines.tsx'
import { OverviewStatus, TestError } from './overview-status.tsx'
import { Steps } from './steps.tsx'
import classes from './overview.module.css'

/** Renders how a profile stands: whether it works and since when that is known, or its set-up until the first token. */
export function OverviewPage({ profile }: { readonly profile: Profile }): ReactElement {
  const credentials = useQuery(queries.credentials(profile.id))
  const token = useQuery(queries.token(profile.id))
  const statuses = useQuery(queries.statuses)
  const { known } = useKnownProfiles()
  const { data: hasClientSecret } = useQuery<boolean>({
    // Filled by the profile's form, which reads the keychain on request.
    queryKey: ['client-secret', profile.id],
    enabled: false,
  })
  const { outcome, test } = useProfileTest(profile)
  const thresholds = useThresholds(profile.id) ?? []
  const dates = useDates()
  const now = useNow(undefined, validityMoments(credentials.data ?? []))

  const failed = [credentials, token, statuses].find(({ isError }) => isError)
  if (failed !== undefined) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
  const own = known.find((each) => each.profile.id === profile.id)
  const { status, replacement } = own ?? {}
  if (credentials.data === undefined || token.data === undefined || own === undefined || status === undefined)
    return (
      <Later>
        <OverviewSkeleton />
      </Later>
    )

  const next = whatIsNext({ ...own, hasClientSecret }, now, dates)
  const failure = <LastFailureLine profile={profile} status={status} now={now} />
  if (!status.wasVerified && replacement === undefined)
    return (
      <>
        <div>
          <Steps
            profile={profile}
            steps={profileSteps({ profile, credentials: credentials.data, status, hasClientSecret, now })}
            test={test}
            isRequesting={token.data.kind === 'requesting'}
          />
        </div>
        <TestError profile={profile} outcome={outcome} test={test} />
        {status.lastFailure !== undefined && <div className={classes['lines']}>{failure}</div>}
        <Addresses profile={profile} />
      </>
    )
  // A profile that works can still have something to do: its button is beside the certificate.
  const certificateAction = next.isReady && next.action.kind !== 'none' && (
    <NextButton profile={profile} action={next.action} test={test} />
  )
  return (
    <>
      <OverviewStatus profile={profile} status={status} next={next} test={test} outcome={outcome} now={now} />
      <div className={classes['lines']}>
        {needsCertificate(profile) && (
          <CertificateLine
            profile={profile}
            credential={leadingCredential(credentials.data)}
            thresholds={thresholds}
            now={now}
            action={certificateAction === false ? undefined : certificateAction}
          />
        )}
        <TokenLine profile={profile} token={token.data} now={now} />
        {failure}
        {profile.reportsBaseUrl !== '' && <ListLines profile={profile} now={now} />}
      </div>
      <Addresses profile={profile} />
    </>
  )
}

/** Placeholder of the status and its lines. */
function OverviewSkeleton(): ReactElement {
  return (
    <>
      <Skeleton height={34} width="60%" radius="sm" />
      <div className={classes['lines']} aria-hidden>
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className={classes['line']}>
            <Skeleton height={14} width={110} radius="sm" />
            <Skeleton height={14} width="55%" radius="sm" />
            <Skeleton height={14} width={48} radius="sm" />
          </div>
        ))}
      </div>
    </>
  )
}
