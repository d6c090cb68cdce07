import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { leadingCredential } from '#shared/credentials/set-up-step.ts'
import type { Health, HealthCheck, NextAction } from '#shared/health/health-schemas.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { checkOf, useHealth } from '../../health/use-healths.ts'
import { queries } from '../../platform/queries.ts'
import { type ProfileTest, useProfileTest } from '../../tokens/connection.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { useNow } from '../../ui/text/use-now.ts'
import { WatchLines } from '../../watches/watch-lines.tsx'
import { profileSteps } from '../profile-steps.ts'
import { Addresses } from './addresses.tsx'
import { ListLines } from './list-lines.tsx'
import { NextButton } from './next-button.tsx'
import { CertificateLine, CheckLine, LastFailureLine, OpenButton, TokenLine } from './overview-lines.tsx'
import { OverviewStatus } from './overview-status.tsx'
import { Steps } from './steps.tsx'
import { TokenProblem } from './token-problem.tsx'
import lines from '../../ui/layout/subject-line.module.css'

/** Renders how a profile stands: whether it works and since when that is known, or its set-up until the first token. */
export function OverviewPage({ profile }: { readonly profile: Profile }): ReactElement {
  const credentials = useQuery(queries.credentials(profile.id))
  const token = useQuery(queries.token(profile.id))
  const health = useQuery(queries.health)
  const status = useHealth(profile.id)
  const replacements = useQuery(queries.replacements)
  const { data: hasClientSecret } = useQuery<boolean>({
    // Filled by the profile's form, which reads the keychain on request.
    queryKey: ['client-secret', profile.id],
    enabled: false,
  })
  const { outcome, test } = useProfileTest(profile)
  const now = useNow()

  const failed = [credentials, token, health].find(({ isError }) => isError)
  if (failed !== undefined) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
  if (credentials.data === undefined || token.data === undefined || status === undefined)
    return (
      <Later>
        <OverviewSkeleton />
      </Later>
    )

  const { checks } = status.health
  const shown = { profile, status, outcome, test }
  const failure = <LastFailureLine profile={profile} status={status} now={now} />
  const isReplacing = replacements.data?.some(({ profileId }) => profileId === profile.id) === true
  if (!status.wasVerified && !isReplacing) {
    const certificate = checkOf(status.health, 'certificate')
    return (
      <>
        <div>
          <Steps
            profile={profile}
            steps={profileSteps({ profile, credentials: credentials.data, status, hasClientSecret })}
            test={test}
            isRequesting={token.data.kind === 'requesting'}
          />
        </div>
        <TokenProblem {...shown} />
        <div className={lines['lines']}>
          {certificate !== undefined && isExpiring(certificate) && (
            <CertificateLine
              profile={profile}
              check={certificate}
              credential={leadingCredential(credentials.data)}
              action={<NextButton profile={profile} action={certificate.action} test={test} isSecondary />}
            />
          )}
          {failure}
        </div>
        <Addresses profile={profile} />
      </>
    )
  }
  return (
    <>
      <OverviewStatus {...shown} now={now} />
      <div className={lines['lines']}>
        {checks.map((check) => (
          <CheckedLine
            key={check.subject}
            profile={profile}
            check={check}
            health={status.health}
            credentials={credentials.data}
            token={token.data}
            isTokenUsable={status.problem?.part === 'connection'}
            test={test}
            now={now}
          />
        ))}
        {failure}
        {profile.reportsBaseUrl !== '' && <ListLines profile={profile} now={now} />}
        <WatchLines profile={profile} />
      </div>
      <Addresses profile={profile} />
    </>
  )
}

/** Whether a certificate is usable but is to be replaced. */
function isExpiring(check: HealthCheck): check is HealthCheck & { readonly action: NextAction } {
  return (check.level === 'bad' || check.level === 'warn') && check.action?.kind === 'replace'
}

interface CheckedLineProps {
  readonly profile: Profile
  readonly check: HealthCheck
  readonly health: Health
  readonly credentials: readonly Credential[]
  readonly token: TokenState
  /** Whether what fails is calls with it. */
  readonly isTokenUsable: boolean
  readonly test: ProfileTest
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Renders one check; nothing for a token that is missing, which is said above. */
function CheckedLine(props: CheckedLineProps): ReactElement | null {
  const { profile, check, health, credentials, token, isTokenUsable, test, now } = props
  const { next, isReady } = health
  const { id: profileId } = profile
  // What is next is above; a profile that works can still have something to do, which is beside its certificate.
  const action = check.subject === 'certificate' && isReady ? next.action : check.action
  const isAbove = !isReady && (next.action.kind === action?.kind || next.action.kind === 'continue-replacement')
  const button = action !== undefined && action.kind !== 'none' && !isAbove && (
    <NextButton profile={profile} action={action} test={test} isSecondary={!isReady} />
  )
  switch (check.subject) {
    case 'certificate':
      return (
        <CertificateLine
          profile={profile}
          check={check}
          credential={leadingCredential(credentials)}
          action={button === false ? undefined : button}
        />
      )
    case 'token':
      return check.level === 'bad' && !(isTokenUsable && token.kind === 'held') ? null : (
        <TokenLine profile={profile} check={check} token={token} now={now} />
      )
    case 'key':
      return (
        <CheckLine
          title={needsCertificate(profile) ? 'Key' : 'Client secret'}
          check={check}
          action={button === false ? <OpenButton to={{ page: 'credentials', profileId }}>Open</OpenButton> : button}
        />
      )
    case 'lists':
      return (
        <CheckLine
          title="Lists"
          check={check}
          action={<OpenButton to={{ page: 'lists', profileId, list: 'reports' }}>Open</OpenButton>}
        />
      )
  }
}

/** Placeholder of the status and its lines. */
function OverviewSkeleton(): ReactElement {
  return (
    <>
      <Skeleton height={34} width="60%" radius="sm" />
      <div className={lines['lines']} aria-hidden>
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className={lines['line']}>
            <Skeleton height={14} width={110} radius="sm" />
            <Skeleton height={14} width="55%" radius="sm" />
            <Skeleton height={14} width={48} radius="sm" />
          </div>
        ))}
      </div>
    </>
  )
}
