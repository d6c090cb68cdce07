import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { useReadOnly } from '../../platform/queries.ts'
import { CancelRequestButton } from '../../tokens/cancel-request-button.tsx'
import type { ProfileTest } from '../../tokens/connection.ts'
import { DiagnoseButton } from '../../tokens/request-error-actions.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StepList } from '../../ui/layout/step-list.tsx'
import type { ProfileStep } from '../profile-steps.ts'
import { NextButton } from './next-button.tsx'

interface StepsProps {
  readonly profile: Profile
  readonly steps: readonly ProfileStep[]
  readonly test: ProfileTest
  readonly isRequesting: boolean
}

/** Renders the set-up of a profile until its first token: the steps that are done, and the next one with its button. */
export function Steps({ profile, steps, test, isRequesting }: StepsProps): ReactElement {
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Panel
      title="Set-up"
      description={`${done} of ${steps.length} complete`}
      actions={<DiagnoseButton profile={profile} size="xs" />}
    >
      <StepList
        steps={steps.map((step) => ({
          ...step,
          action: <StepAction step={step} profile={profile} test={test} isRequesting={isRequesting} />,
        }))}
      />
    </Panel>
  )
}

interface StepActionProps {
  readonly step: ProfileStep
  readonly profile: Profile
  readonly test: ProfileTest
  readonly isRequesting: boolean
}

function StepAction({ step, profile, test, isRequesting }: StepActionProps): ReactElement {
  const { id, state, action } = step
  const readOnly = useReadOnly(profile)
  if (id !== 'token' && id !== 'connection')
    return <NextButton profile={profile} action={action ?? { kind: 'set-up', step: id }} test={test} />
  if (isRequesting) return <CancelRequestButton profileId={profile.id} />
  const label = id === 'token' ? 'Get a token' : 'Test connection'
  return (
    <Button size="xs" loading={test.isPending} disabled={readOnly} onClick={() => test.mutate()}>
      {state === 'problem' ? 'Try again' : label}
    </Button>
  )
}
