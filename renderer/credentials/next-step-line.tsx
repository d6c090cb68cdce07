import { Button, type ButtonProps, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { CancelRequestButton, isCancelled } from '../tokens/cancel-request-button.tsx'
import { useProfileTest } from '../tokens/connection.ts'
import { RequestErrorActions } from '../tokens/request-error-actions.tsx'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { CodeBlock } from '../ui/text/code-block.tsx'
import { defaultKeySize, useCreateKey } from './create-key-button.tsx'
import { type NextStep, nextStepMessages, stepAfterActivation } from './credential-next-step.ts'
import { useImport } from './import/use-import.tsx'
import { useStartReplacement } from './start-replacement.ts'
import { useCredentialActions } from './use-credential-actions.tsx'
import classes from './next-step-line.module.css'

interface NextStepProps {
  readonly profile: Profile
  readonly credential: Credential
  /** All of the profile. */
  readonly credentials: readonly Credential[]
  readonly step: Exclude<NextStep, 'none'>
  /** Whether it is the main one of the page. */
  readonly isPrimary: boolean
}

/** Renders what is next for a credential, with its buttons. */
export function NextStepLine(props: NextStepProps): ReactElement {
  const { step, credential } = props
  return (
    <div className={classes['next']} data-tone={step === 'replace' || step === 'replace-expired' ? 'warn' : 'plain'}>
      <div className={classes['line']}>
        <p>{nextStepMessages[step]}</p>
        <Group gap="xs" data-next-action>
          <NextStepButtons {...props} />
        </Group>
      </div>
      {step === 'export-request' && credential.request !== undefined && (
        <CodeBlock label="CSR in PEM" mt="sm">
          {credential.request.pem}
        </CodeBlock>
      )}
    </div>
  )
}

interface AfterActivationProps {
  readonly profile: Profile
  /** Whether it is the main one of the page. */
  readonly isPrimary: boolean
}

/** Renders what follows the activation of a credential: a token, then a list. Nothing once that was done. */
export function AfterActivationLine({ profile, isPrimary }: AfterActivationProps): ReactElement | null {
  const { data: healths } = useQuery(queries.health)
  const { data: loaded = [] } = useQuery(queries.loadedLists)
  const { outcome, test } = useProfileTest(profile)
  const { go } = useNavigation()
  const status = healths?.find(({ profileId }) => profileId === profile.id)
  if (status === undefined) return null
  const hasList = loaded.some(({ profileId }) => profileId === profile.id)
  const isTested = outcome !== undefined && outcome.error === undefined
  const step = stepAfterActivation(profile, status, isTested, hasList)
  if (step === undefined) return null
  const StepButton = isPrimary ? Button : SecondaryButton
  const failure = test.isPending || isCancelled(outcome?.error) ? undefined : outcome?.error
  return (
    <div className={classes['next']}>
      <div className={classes['line']}>
        <p>{step === 'get-token' ? 'Get a token to verify the set-up.' : 'Verified. Load a list of reports.'}</p>
        <Group gap="xs" data-next-action>
          {step === 'open-list' ? (
            <StepButton onClick={() => go({ page: 'lists', profileId: profile.id, list: 'reports' })}>
              Load reports
            </StepButton>
          ) : (
            <>
              {test.isPending && <CancelRequestButton profileId={profile.id} />}
              <StepButton loading={test.isPending} onClick={() => test.mutate()}>
                Get a token
              </StepButton>
            </>
          )}
        </Group>
      </div>
      {failure !== undefined && (
        <ErrorPanel error={failure} actions={<RequestErrorActions profile={profile} error={failure} />} />
      )}
    </div>
  )
}

/** Renders the buttons of a credential's next step, which act where they stand. The last one is the main one. */
export function NextStepButtons(
  props: NextStepProps & { readonly size?: NonNullable<ButtonProps['size']> },
): ReactElement | null {
  const { profile, credential, credentials, step, isPrimary, size = 'sm' } = props
  const actions = useCredentialActions(profile, credential, credentials)
  const startReplacement = useStartReplacement(profile.id)
  const createKey = useCreateKey(profile)
  const { choose } = useImport()
  const isActive = credential.state === 'active'
  const StepButton = isPrimary ? Button : SecondaryButton
  switch (step) {
    case 'make-request':
      return (
        <StepButton size={size} onClick={actions.makeRequest}>
          Create CSR
        </StepButton>
      )
    case 'export-request':
      return (
        <>
          <SecondaryButton size={size} onClick={actions.copyRequest}>
            Copy CSR
          </SecondaryButton>
          <StepButton size={size} onClick={actions.saveRequest}>
            Save CSR…
          </StepButton>
        </>
      )
    case 'import-certificate':
      return (
        <>
          <SecondaryButton size={size} onClick={actions.copyRequest}>
            Copy CSR
          </SecondaryButton>
          <SecondaryButton size={size} onClick={actions.saveRequest}>
            Save CSR…
          </SecondaryButton>
          <StepButton size={size} onClick={() => void choose()}>
            Import certificate…
          </StepButton>
        </>
      )
    case 'confirm':
      return (
        <>
          <SecondaryButton size={size} onClick={() => actions.saveCertificate(false)}>
            Save certificate…
          </SecondaryButton>
          <StepButton size={size} onClick={actions.confirm}>
            Confirm…
          </StepButton>
        </>
      )
    case 'activate':
      return (
        <StepButton size={size} onClick={actions.activate}>
          Activate
        </StepButton>
      )
    case 'replace':
    case 'replace-expired':
      return (
        <StepButton
          size={size}
          leftSection={<IconRefresh size={15} />}
          onClick={() => (isActive ? startReplacement.mutate({}) : createKey.mutate(defaultKeySize))}
        >
          {isActive ? 'Start a replacement' : 'Create key'}
        </StepButton>
      )
    case 'wait':
      return null
  }
}
