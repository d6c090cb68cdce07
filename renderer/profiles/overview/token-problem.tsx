import type { ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { ProfileHealth } from '#shared/health/health-schemas.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { checkOf } from '../../health/use-healths.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { useReadOnly } from '../../platform/queries.ts'
import { isCancelled } from '../../tokens/cancel-request-button.tsx'
import type { ProfileTest, TestOutcome } from '../../tokens/connection.ts'
import { DiagnoseButton } from '../../tokens/request-error-actions.tsx'
import { TrustButton } from '../../tokens/trust-button.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { NextButton } from './next-button.tsx'

interface TokenProblemProps {
  readonly profile: Profile
  readonly status: ProfileHealth
  readonly outcome: TestOutcome | undefined
  readonly test: ProfileTest
}

/**
 * Says once since when the profile gets no token, or the service refuses its calls, why, and what to do; else why the last
 * test of this window failed, if that is not remembered. Nothing once it works.
 */
export function TokenProblem({ profile, status, outcome, test }: TokenProblemProps): ReactElement | null {
  const { go } = useNavigation()
  const readOnly = useReadOnly(profile)
  const check = checkOf(status.health, 'token')
  const { problem } = status
  const error = isCurrent(outcome, profile, status) ? outcome?.error : undefined
  if (problem === undefined || check?.level !== 'bad')
    return error === undefined || test.isPending || problem !== undefined ? null : <ErrorPanel error={error} />
  const { code, message } = problem
  // The test's error has the hint and the details.
  const shown = error instanceof ClavisError && error.message === message ? error : new ClavisError(code, message)
  return (
    <ErrorPanel
      about={check.words}
      error={shown}
      actions={
        <>
          {check.action !== undefined && <NextButton profile={profile} action={check.action} test={test} />}
          <SecondaryButton size="xs" loading={test.isPending} disabled={readOnly} onClick={() => test.mutate()}>
            Try again
          </SecondaryButton>
          {check.action?.kind !== 'diagnose' && <DiagnoseButton profile={profile} size="xs" />}
          <TrustButton profile={profile} error={shown} />
          <SecondaryButton size="xs" onClick={() => go({ page: 'requests', profileId: profile.id, show: 'failures' })}>
            Show requests
          </SecondaryButton>
        </>
      }
    />
  )
}

/** Whether a failed test still says how the profile stands: nothing worked and no setting changed since. */
function isCurrent(outcome: TestOutcome | undefined, { revision }: Profile, { verified }: ProfileHealth): boolean {
  if (outcome === undefined || isCancelled(outcome.error) || outcome.revision !== revision) return false
  return ![verified.token, verified.connection].some((each) => each !== undefined && Date.parse(each.at) > outcome.at)
}
