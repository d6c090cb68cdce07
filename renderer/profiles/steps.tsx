import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { useReadOnly } from '../platform/queries.ts'
import type { Route } from '../platform/route.ts'
import type { ConnectionOutcome } from '../tokens/connection.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { StepList } from '../ui/layout/step-list.tsx'
import type { ProfileStep } from './profile-steps.ts'

/** Renders the steps to a working profile: those that are done, and the next one with its button. */
export function Steps({
  profile,
  steps,
  test,
}: {
  readonly profile: Profile
  readonly steps: readonly ProfileStep[]
  readonly test: UseMutationResult<ConnectionOutcome, Error, void>
}): ReactElement {
  const open = steps.some(({ state }) => state === 'next' || state === 'problem')
  const [isUnfolded, setUnfolded] = useState(false)
  return (
    <Panel
      title={open ? 'Setup' : 'Ready'}
      description={
        open
          ? `${steps.filter(({ state }) => state === 'done').length} of ${steps.length} complete`
          : 'Everything this profile needs is in place.'
      }
      actions={
        !open && (
          <Button
            size="xs"
            variant="subtle"
            aria-expanded={isUnfolded}
            rightSection={isUnfolded ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {isUnfolded ? 'Hide steps' : 'Show steps'}
          </Button>
        )
      }
    >
      {(open || isUnfolded) && (
        <StepList
          steps={steps.map((step) => ({ ...step, action: <StepAction step={step} profile={profile} test={test} /> }))}
        />
      )}
    </Panel>
  )
}

/** Labels of buttons for steps on another page. */
const pageActions: Readonly<
  Partial<Record<ProfileStep['id'], { readonly label: string; readonly page: 'credentials' | 'edit-profile' }>>
> = {
  'client-secret': { label: 'Enter secret', page: 'credentials' },
  key: { label: 'Create key', page: 'credentials' },
  request: { label: 'Create CSR', page: 'credentials' },
  certificate: { label: 'Go to credentials', page: 'credentials' },
  confirmation: { label: 'Confirm', page: 'credentials' },
  activation: { label: 'Activate', page: 'credentials' },
}

function StepAction({
  step,
  profile,
  test,
}: {
  readonly step: ProfileStep
  readonly profile: Profile
  readonly test: UseMutationResult<ConnectionOutcome, Error, void>
}): ReactElement | null {
  const { go } = useNavigation()
  const readOnly = useReadOnly(profile)
  const get = useMutation({ mutationFn: () => call('tokens.get', { profileId: profile.id, renew: false }) })
  if (step.id === 'token')
    return (
      <>
        {step.state === 'problem' && (
          <SecondaryButton onClick={() => go({ page: 'token', profileId: profile.id })}>View error</SecondaryButton>
        )}
        <Button loading={get.isPending} disabled={readOnly} onClick={() => get.mutate()}>
          {step.state === 'problem' ? 'Try again' : 'Get a token'}
        </Button>
      </>
    )
  if (step.id === 'connection')
    return (
      <Button loading={test.isPending} disabled={readOnly} onClick={() => test.mutate()}>
        {step.state === 'problem' ? 'Test again' : 'Test connection'}
      </Button>
    )
  const action = pageActions[step.id]
  if (action === undefined) return null
  const route: Route = { page: action.page, profileId: profile.id }
  return <Button onClick={() => go(route)}>{action.label}</Button>
}
