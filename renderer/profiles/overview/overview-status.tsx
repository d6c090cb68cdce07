import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useReadOnly } from '../../platform/queries.ts'
import { isCancelled } from '../../tokens/cancel-request-button.tsx'
import type { ProfileTest, TestOutcome } from '../../tokens/connection.ts'
import { DiagnoseButton } from '../../tokens/request-error-actions.tsx'
import { TrustButton } from '../../tokens/trust-button.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { dayAndTime } from '../../ui/text/day-and-time.ts'
import { testActions } from '../next-action.ts'
import type { WhatIsNext } from '../what-is-next.ts'
import { NextButton } from './next-button.tsx'
import classes from './overview.module.css'

const icons = { good: IconCircleCheck, note: IconCircleDashed, warn: IconAlertCircle, bad: IconAlertCircle } as const

interface OverviewStatusProps {
  readonly profile: Profile
  readonly status: ProfileStatus
  readonly next: WhatIsNext
  readonly test: ProfileTest
  readonly outcome: TestOutcome | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Renders whether the profile works and when that was verified; else what is wrong or next, with its button. */
export function OverviewStatus({ profile, status, next, test, outcome, now }: OverviewStatusProps): ReactElement {
  const readOnly = useReadOnly(profile)
  const dates = useDates()
  const tone = next.isReady ? 'good' : next.tone
  const Icon = icons[tone]
  const isErrorShown = shownError(outcome, test) !== undefined && next.action.kind === 'diagnose'
  const verified = verifiedText(status, (at) => dayAndTime(at, now, dates))
  const isTestNext = testActions.has(next.action.kind)
  return (
    <>
      <div className={classes['status']}>
        <span className={classes['state']} role="status" data-tone={tone}>
          <Icon size={20} aria-hidden />
          {next.isReady ? 'Ready' : isErrorShown ? 'The last test failed' : next.sentence}
        </span>
        {verified !== undefined && <span className={classes['verified']}>{verified}</span>}
        <span className={classes['actions']}>
          {!next.isReady && next.action.kind !== 'diagnose' && (
            <NextButton profile={profile} action={next.action} test={test} />
          )}
          {!isTestNext && (
            <SecondaryButton size="xs" loading={test.isPending} disabled={readOnly} onClick={() => test.mutate()}>
              Test again
            </SecondaryButton>
          )}
          {!next.isReady && next.action.kind === 'diagnose' ? (
            <NextButton profile={profile} action={next.action} test={test} />
          ) : (
            <DiagnoseButton profile={profile} size="xs" />
          )}
        </span>
      </div>
      <TestError profile={profile} outcome={outcome} test={test} />
    </>
  )
}

interface TestErrorProps {
  readonly profile: Profile
  readonly outcome: TestOutcome | undefined
  readonly test: ProfileTest
}

/** Says why the last test of this window failed; nothing if it didn't, or was cancelled. */
export function TestError({ profile, outcome, test }: TestErrorProps): ReactElement | null {
  const error = shownError(outcome, test)
  // Diagnose is above.
  return error === undefined ? null : (
    <ErrorPanel error={error} actions={<TrustButton profile={profile} error={error} />} />
  )
}

function shownError(outcome: TestOutcome | undefined, test: ProfileTest): unknown {
  const error = outcome?.error
  return test.isPending || isCancelled(error) ? undefined : error
}

/** Says what was verified and when; undefined if nothing was with the present settings. */
function verifiedText({ verified }: ProfileStatus, written: (at: string) => string): string | undefined {
  const { token, connection } = verified
  // The service accepted the call with a token: the time of the call counts for both.
  if (connection !== undefined) return `Verified ${written(connection.at)}: token and hello-world call`
  return token === undefined ? undefined : `Verified ${written(token.at)}: token`
}
