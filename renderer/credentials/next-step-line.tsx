import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { CodeBlock } from '../ui/text/code-block.tsx'
import type { NextStep } from './credential-next-step.ts'
import type { CredentialActions } from './use-credential-actions.tsx'
import classes from './next-step-line.module.css'

export const nextStepMessages: Readonly<Record<Exclude<NextStep, 'none'>, string>> = {
  'make-request': 'Create a CSR for the certificate authority to sign.',
  'export-request': 'Save or copy the CSR and send it to the certificate authority.',
  'import-certificate': 'Import the signed certificate, or drop it here.',
  wait: 'The certificate is not valid yet. If this is unexpected, check this computer’s clock.',
  confirm: 'Upload the certificate to the portal, then paste the thumbprint it shows.',
  activate: 'Activate to use it for signing.',
  replace: 'Expires soon. Start a replacement; this one stays active until you switch.',
  'replace-expired': 'Expired: the service no longer accepts it. Create a new key and have its certificate signed.',
}

interface NextStepLineProps {
  readonly step: Exclude<NextStep, 'none'>
  /** Whether it is the main one of the page. */
  readonly isPrimary: boolean
  readonly credential: Credential
  readonly actions: CredentialActions
  readonly onImport: () => void
  readonly onReplace: () => void
}

export function NextStepLine(props: NextStepLineProps): ReactElement {
  const { step, isPrimary, credential, actions, onImport, onReplace } = props
  return (
    <div className={classes['next']} data-tone={step === 'replace' || step === 'replace-expired' ? 'warn' : 'plain'}>
      <div className={classes['line']}>
        <p>{nextStepMessages[step]}</p>
        <Group gap="xs" data-next-action>
          <NextButtons
            step={step}
            isPrimary={isPrimary}
            isActive={credential.state === 'active'}
            actions={actions}
            onImport={onImport}
            onReplace={onReplace}
          />
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

interface NextButtonsProps {
  readonly step: Exclude<NextStep, 'none'>
  readonly isPrimary: boolean
  readonly isActive: boolean
  readonly actions: CredentialActions
  readonly onImport: () => void
  readonly onReplace: () => void
}

function NextButtons(props: NextButtonsProps): ReactElement | null {
  const { step, isPrimary, isActive, actions, onImport, onReplace } = props
  const StepButton = isPrimary ? Button : SecondaryButton
  switch (step) {
    case 'make-request':
      return <StepButton onClick={actions.makeRequest}>Create CSR</StepButton>
    case 'export-request':
      return (
        <>
          <SecondaryButton onClick={actions.copyRequest}>Copy CSR</SecondaryButton>
          <StepButton onClick={actions.saveRequest}>Save CSR…</StepButton>
        </>
      )
    case 'import-certificate':
      return (
        <>
          <SecondaryButton onClick={actions.copyRequest}>Copy CSR</SecondaryButton>
          <SecondaryButton onClick={actions.saveRequest}>Save CSR…</SecondaryButton>
          <StepButton onClick={onImport}>Import certificate…</StepButton>
        </>
      )
    case 'confirm':
      return (
        <>
          <SecondaryButton onClick={() => actions.saveCertificate(false)}>Save certificate…</SecondaryButton>
          <StepButton onClick={actions.confirm}>Confirm…</StepButton>
        </>
      )
    case 'activate':
      return <StepButton onClick={actions.activate}>Activate</StepButton>
    case 'replace':
    case 'replace-expired':
      return (
        <StepButton leftSection={<IconRefresh size={15} />} onClick={onReplace}>
          {isActive ? 'Start a replacement' : 'Create key'}
        </StepButton>
      )
    case 'wait':
      return null
  }
}
