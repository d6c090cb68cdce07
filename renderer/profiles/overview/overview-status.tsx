import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { HealthCheck, ProfileHealth } from '#shared/health/health-schemas.ts'
import { testActions } from '#shared/health/next-action.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dayAndTime } from '#shared/values/day-and-time.ts'
import { checkOf } from '../../health/use-healths.ts'
import { useReadOnly } from '../../platform/queries.ts'
import type { ProfileTest, TestOutcome } from '../../tokens/connection.ts'
import { DiagnoseButton } from '../../tokens/request-error-actions.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { NextButton } from './next-button.tsx'
import { TokenProblem } from './token-problem.tsx'
import classes from './overview.module.css'

const icons = {
  good: IconCircleCheck,
  none: IconCircleDashed,
  warn: IconAlertCircle,
  bad: IconAlertCircle,
} as const satisfies Record<HealthCheck['level'], typeof IconCircleCheck>

interface OverviewStatusProps {
  readonly profile: Profile
  readonly status: ProfileHealth
  readonly test: ProfileTest
  readonly outcome: TestOutcome | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Renders whether the profile works and when that was verified; else what is wrong or next, with its button. */
export function OverviewStatus({ profile, status, test, outcome, now }: OverviewStatusProps): ReactElement {
  const readOnly = useReadOnly(profile)
  const dates = useDates()
  const { next, isReady, checks } = status.health
  const token = checkOf({ checks }, 'token')
  const problem = <TokenProblem profile={profile} status={status} outcome={outcome} test={test} />
  // The failure of the token is all there is to say.
  if (token?.level === 'bad' && next.action.kind === token.action?.kind) return problem
  const level = isReady ? 'good' : next.level
  const Icon = icons[level]
  const verified = verifiedText(status, (at) => dayAndTime(at, now, dates))
  return (
    <>
      <div className={classes['status']}>
        <span className={classes['state']} role="status" data-tone={level === 'none' ? 'note' : level}>
          <Icon size={20} aria-hidden />
          {isReady ? 'Ready' : next.sentence}
        </span>
        {verified !== undefined && <span className={classes['verified']}>{verified}</span>}
        <span className={classes['actions']}>
          {!isReady && <NextButton profile={profile} action={next.action} test={test} />}
          {!testActions.has(next.action.kind) && (
            <SecondaryButton size="xs" loading={test.isPending} disabled={readOnly} onClick={() => test.mutate()}>
              Test again
            </SecondaryButton>
          )}
          <DiagnoseButton profile={profile} size="xs" />
        </span>
      </div>
      {problem}
    </>
  )
}

/** Says what was verified and when; undefined if nothing was with the present settings. */
function verifiedText({ verified }: ProfileHealth, written: (at: string) => string): string | undefined {
  const { token, connection } = verified
  // The service accepted the call with a token: the time of the call counts for both.
  if (connection !== undefined) return `Verified ${written(connection.at)}: token and hello-world call`
  return token === undefined ? undefined : `Verified ${written(token.at)}: token`
}
