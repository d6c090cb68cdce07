import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { activateQuestion, type Confirmation, retireQuestion } from '#shared/questions.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { openConfirmation } from '../credentials/confirm-credential.tsx'
import { openPasteImport } from '../credentials/import/paste-import.tsx'
import { useImport } from '../credentials/import/use-import.tsx'
import { openRequestForm } from '../credentials/request-form.tsx'
import { CancelRequestButton } from '../tokens/cancel-request-button.tsx'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { confirmAction } from '../ui/dialog/confirm-action.tsx'
import { useDates } from '../ui/text/dates.tsx'
import type { ReplacementActions } from './use-replacement.ts'

interface StepActionProps {
  readonly profile: Profile
  readonly view: ReplacementView
  readonly credentials: readonly Credential[]
  readonly actions: ReplacementActions
}

/** Renders the buttons for the current step of a replacement. @param credentials all of the profile */
export function StepAction({ profile, view, credentials, actions }: StepActionProps): ReactElement | null {
  const { choose, paste } = useImport()
  const { run, step } = actions
  const { timeZone } = useDates()
  const { newCredentialId, oldCredentialId } = view.replacement
  const successor = credentials.find(({ id }) => id === newCredentialId)
  const predecessor = credentials.find(({ id }) => id === oldCredentialId)
  const loading = run.isPending

  /** Takes a step that is confirmed once: for Production, main alone asks. */
  function takeConfirmed(take: () => Promise<unknown>, question: () => Confirmation): void {
    if (profile.environment === 'production') run.mutate(take)
    else confirmAction(profile, { question, isDangerous: false, run: () => run.mutateAsync(take) })
  }
  /** Activates the new credential, or the old one again. */
  function activate(activation: 'switch' | 'roll-back', next: Credential): void {
    takeConfirmed(
      () => step(activation === 'switch' ? 'switchOver' : 'goBack'),
      () => activateQuestion(profile, next, credentials, activation, timeZone),
    )
  }
  const rollBack = {
    // Nothing to return to once the old one was removed.
    disabled: predecessor === undefined,
    onClick: () => predecessor !== undefined && activate('roll-back', predecessor),
  }

  switch (view.step) {
    case 'make-key':
      return (
        <Button loading={loading} onClick={() => run.mutate(() => actions.start(2048))}>
          Create key
        </Button>
      )
    case 'make-request':
      if (successor === undefined) return null
      return (
        <>
          <SecondaryButton onClick={() => void openRequestForm(profile, successor)}>Edit subject…</SecondaryButton>
          <Button loading={loading} onClick={() => run.mutate(() => step('repeatRequest'))}>
            Create CSR
          </Button>
        </>
      )
    case 'export-request':
      return (
        <>
          <SecondaryButton onClick={() => run.mutate(() => actions.copyRequest(newCredentialId))}>
            Copy CSR
          </SecondaryButton>
          <Button loading={loading} onClick={() => run.mutate(() => actions.saveRequest(newCredentialId))}>
            Save CSR…
          </Button>
        </>
      )
    case 'import-certificate':
      return (
        <>
          <SecondaryButton onClick={() => openPasteImport(paste)}>Paste…</SecondaryButton>
          <Button onClick={() => void choose()}>Import…</Button>
        </>
      )
    case 'upload': {
      const save = { loading, onClick: () => run.mutate(() => actions.saveCertificate(newCredentialId)) }
      // The main button is the last one, which gets the focus. With keys, no button becomes the other one under a pointer.
      return view.replacement.certificateSavedAt !== undefined ? (
        <>
          <SecondaryButton key="save-again" {...save}>
            Save certificate…
          </SecondaryButton>
          <Button key="uploaded" loading={loading} onClick={() => run.mutate(() => step('markUploaded'))}>
            I’ve uploaded it
          </Button>
        </>
      ) : (
        <>
          <SecondaryButton disabled>I’ve uploaded it</SecondaryButton>
          <Button {...save}>Save certificate…</Button>
        </>
      )
    }
    case 'confirm':
      if (successor === undefined) return null
      return (
        <>
          <SecondaryButton onClick={() => run.mutate(() => step('skipConfirmation'))}>Skip</SecondaryButton>
          <Button onClick={() => openConfirmation(profile, successor, credentials)}>Confirm…</Button>
        </>
      )
    case 'try':
      return (
        <>
          {loading && <CancelRequestButton profileId={profile.id} />}
          {view.replacement.trial?.kind === 'failed' && successor !== undefined && !loading && (
            <>
              <SecondaryButton onClick={() => void choose()}>Import certificate…</SecondaryButton>
              <SecondaryButton onClick={() => openConfirmation(profile, successor, credentials)}>
                Check thumbprint…
              </SecondaryButton>
            </>
          )}
          <Button loading={loading} onClick={() => run.mutate(() => step('tryOut'))}>
            {view.replacement.trial === undefined ? 'Test' : 'Test again'}
          </Button>
        </>
      )
    case 'switch':
      if (successor === undefined) return null
      return (
        <Button loading={loading} onClick={() => activate('switch', successor)}>
          Switch
        </Button>
      )
    case 'watch':
      return (
        <>
          {loading && <CancelRequestButton profileId={profile.id} />}
          <Button variant={view.replacement.refusal === undefined ? 'default' : 'filled'} {...rollBack}>
            Roll back
          </Button>
          <Button
            variant={view.replacement.refusal === undefined ? 'filled' : 'default'}
            loading={loading}
            onClick={() => run.mutate(actions.getToken)}
          >
            Get a token
          </Button>
        </>
      )
    case 'retire':
      if (predecessor === undefined) return null
      return (
        <>
          <SecondaryButton {...rollBack}>Roll back</SecondaryButton>
          <Button
            loading={loading}
            onClick={() =>
              takeConfirmed(actions.retireOld, () => retireQuestion(profile, predecessor, credentials, timeZone))
            }
          >
            Retire old credential
          </Button>
        </>
      )
    case 'remove':
      return (
        <Button loading={loading} onClick={() => run.mutate(() => step('markRemoved'))}>
          I’ve removed it
        </Button>
      )
    case 'done':
      return null
  }
}
