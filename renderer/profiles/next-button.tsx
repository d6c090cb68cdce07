import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { useReadOnly } from '../platform/queries.ts'
import type { ProfileTest } from '../tokens/connection.ts'
import { useDiagnose } from '../tokens/request-error-actions.tsx'
import type { NextAction } from './what-is-next.ts'

const setUpLabels: Readonly<Record<Extract<NextAction, { kind: 'set-up' }>['step'], string>> = {
  'client-secret': 'Enter secret',
  key: 'Create key',
  request: 'Create CSR',
  certificate: 'Import certificate',
  confirmation: 'Confirm',
  activation: 'Activate',
}

/** Actions that are one and the same test. */
export const testActions: ReadonlySet<NextAction['kind']> = new Set(['get-token', 'test-connection', 'test-again'])

/** Returns what the button of an action says; undefined if there is nothing to do. */
export function nextActionLabel(action: NextAction): string | undefined {
  switch (action.kind) {
    case 'none':
      return undefined
    case 'replace':
      return 'Replace…'
    case 'continue-replacement':
      return `Continue (${action.step} of ${action.of})`
    case 'diagnose':
      return 'Diagnose'
    case 'get-token':
      return 'Get a token'
    case 'test-connection':
      return 'Test connection'
    case 'test-again':
      return 'Test again'
    case 'set-up':
      return setUpLabels[action.step]
  }
}

/** Renders the one button of what is next; nothing if nothing is. */
export function NextButton({
  profile,
  action,
  test,
}: {
  readonly profile: Profile
  readonly action: NextAction
  readonly test: ProfileTest
}): ReactElement | null {
  const { go } = useNavigation()
  const diagnose = useDiagnose()
  const readOnly = useReadOnly(profile)
  const label = nextActionLabel(action)
  if (label === undefined) return null
  const { id: profileId } = profile
  const isTest = testActions.has(action.kind)
  function run(): void {
    if (isTest) test.mutate()
    else if (action.kind === 'diagnose') diagnose(profileId)
    else go({ page: action.kind === 'set-up' ? 'credentials' : 'replacement', profileId })
  }
  return (
    <Button
      size="xs"
      loading={isTest && test.isPending}
      disabled={readOnly && (isTest || action.kind === 'diagnose')}
      onClick={run}
    >
      {label}
    </Button>
  )
}
