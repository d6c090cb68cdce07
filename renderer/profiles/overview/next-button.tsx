import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { NextAction } from '#shared/health/health-schemas.ts'
import { nextActionLabel, testActions } from '#shared/health/next-action.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { routeOfAction } from '../../health/route-of-action.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { useReadOnly } from '../../platform/queries.ts'
import type { ProfileTest } from '../../tokens/connection.ts'
import { useDiagnose } from '../../tokens/request-error-actions.tsx'
import { SetUpButtons } from './set-up-buttons.tsx'

interface NextButtonProps {
  readonly profile: Profile
  readonly action: NextAction
  readonly test: ProfileTest
  /** Whether something else is next, which has the filled button. */
  readonly isSecondary?: boolean
}

/** Renders the button of what is next, or the buttons of a step of set-up; nothing if nothing is. */
export function NextButton({ profile, action, test, isSecondary = false }: NextButtonProps): ReactElement | null {
  const { go } = useNavigation()
  const diagnose = useDiagnose()
  const readOnly = useReadOnly(profile)
  const label = nextActionLabel(action)
  if (label === undefined) return null
  if (action.kind === 'set-up' && action.step !== 'client-secret' && !readOnly)
    return <SetUpButtons profile={profile} />
  const { id: profileId } = profile
  const isTest = testActions.has(action.kind)
  function run(): void {
    if (isTest) test.mutate()
    else if (action.kind === 'diagnose') diagnose(profileId)
    else go(routeOfAction(action, profileId))
  }
  return (
    <Button
      size="xs"
      variant={isSecondary ? 'default' : 'filled'}
      loading={isTest && test.isPending}
      disabled={readOnly && (isTest || action.kind === 'diagnose')}
      onClick={run}
    >
      {label}
    </Button>
  )
}
