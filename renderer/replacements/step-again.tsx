import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { replacementStepTitles } from '#shared/replacements/replacement-messages.ts'
import { replacementSteps, type ReplacementStep } from '#shared/replacements/replacement-steps.ts'
import { openConfirmation } from '../credentials/confirm-credential.tsx'
import { useImport } from '../credentials/import/use-import.tsx'
import { openRequestForm } from '../credentials/request-form.tsx'
import type { ReplacementActions } from './use-replacement.ts'

/** The last step at which a finished one can be repeated: later it would change nothing, or break what follows. */
const repeatableUntil: Partial<Readonly<Record<ReplacementStep, ReplacementStep>>> = {
  'make-request': 'import-certificate',
  'export-request': 'switch',
  'import-certificate': 'switch',
  upload: 'switch',
  confirm: 'switch',
  try: 'switch',
}

export function isRepeatable(step: ReplacementStep, current: ReplacementStep): boolean {
  const last = repeatableUntil[step]
  const place = replacementSteps.indexOf(current)
  return last !== undefined && replacementSteps.indexOf(step) < place && place <= replacementSteps.indexOf(last)
}

interface StepAgainProps {
  readonly step: ReplacementStep
  readonly profile: Profile
  readonly successor: Credential
  /** All of the profile. */
  readonly credentials: readonly Credential[]
  readonly actions: ReplacementActions
}

/** Renders the button that repeats a finished step. */
export function StepAgain({ step, profile, successor, credentials, actions: all }: StepAgainProps): ReactElement {
  const { run, ...actions } = all
  const { choose } = useImport()
  const repeat: Partial<Readonly<Record<ReplacementStep, () => void>>> = {
    'make-request': () => void openRequestForm(profile, successor),
    'export-request': () => run.mutate(() => actions.saveRequest(successor.id)),
    'import-certificate': () => void choose(),
    upload: () => run.mutate(() => actions.saveCertificate(successor.id)),
    confirm: () => openConfirmation(profile, successor, credentials),
    try: () => run.mutate(() => actions.step('tryOut')),
  }
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      disabled={run.isPending}
      aria-label={`Repeat: ${replacementStepTitles[step]}`}
      onClick={repeat[step]}
    >
      Repeat
    </Button>
  )
}
