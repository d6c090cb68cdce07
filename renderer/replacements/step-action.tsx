import { Button } from '@mantine/core'
import type { ReactElement } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { openConfirmation } from '../credentials/confirm-credential.tsx'
import { openPasteImport } from '../credentials/import/paste-import.tsx'
import { useImport } from '../credentials/import/use-import.tsx'
import { openRequestForm } from '../credentials/request-form.tsx'
import { CancelRequestButton } from '../tokens/cancel-request-button.tsx'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { confirmAction } from '../ui/dialog/confirm-action.tsx'
import type { ReplacementActions } from './use-replacement.ts'

/** Renders the buttons for the current step of a replacement. @param credentials all of the profile */
export function StepAction({
  profile,
  view,
  credentials,
  actions,
}: {
  readonly profile: Profile
  readonly view: ReplacementView
  readonly credentials: readonly Credential[]
  readonly actions: ReplacementActions
}): ReactElement | null {
  const { choose, paste } = useImport()
  const { run, step } = actions
  const { newCredentialId } = view.replacement
  const successor = credentials.find(({ id }) => id === newCredentialId)
  const loading = run.isPending

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
    case 'upload':
      return (
        <>
          <SecondaryButton onClick={() => run.mutate(() => actions.saveCertificate(newCredentialId))}>
            Save certificate…
          </SecondaryButton>
          <Button loading={loading} onClick={() => run.mutate(() => step('markUploaded'))}>
            I’ve uploaded it
          </Button>
        </>
      )
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
      return (
        <Button loading={loading} onClick={() => switchOver(profile, run, () => step('switchOver'))}>
          Switch
        </Button>
      )
    case 'watch':
      return (
        <>
          {loading && <CancelRequestButton profileId={profile.id} />}
          <Button
            variant={view.replacement.refusal === undefined ? 'default' : 'filled'}
            onClick={() => rollBack(profile, run, () => step('goBack'))}
          >
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
      return (
        <>
          <SecondaryButton onClick={() => rollBack(profile, run, () => step('goBack'))}>Roll back</SecondaryButton>
          <Button
            loading={loading}
            onClick={() =>
              confirmAction(profile, {
                title: 'Retire the old credential?',
                paragraphs: [
                  'The new one is active. You can’t activate the old one again; its key stays in your keychain.',
                ],
                action: 'Retire',
                isDangerous: false,
                isFinal: true,
                run: () => run.mutateAsync(actions.retireOld),
              })
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

/** Switches over, for Production without asking: main does. */
function switchOver(profile: Profile, run: ReplacementActions['run'], step: () => Promise<unknown>): void {
  if (profile.environment === 'production') {
    run.mutate(step)
    return
  }
  confirmAction(profile, {
    title: 'Switch to the new key?',
    paragraphs: [
      'The service accepted it in a test. New tokens use it; running requests are unaffected.',
      'The old credential stays, so you can roll back.',
    ],
    action: 'Switch',
    isDangerous: false,
    run: () => run.mutateAsync(step),
  })
}

/** Returns to the old credential, for Production without asking: main does. */
function rollBack(profile: Profile, run: ReplacementActions['run'], step: () => Promise<unknown>): void {
  if (profile.environment === 'production') {
    run.mutate(step)
    return
  }
  confirmAction(profile, {
    title: 'Roll back to the old key?',
    paragraphs: ['New tokens use the old key again. Test the new key again before you switch.'],
    action: 'Roll back',
    isDangerous: false,
    run: () => run.mutateAsync(step),
  })
}
