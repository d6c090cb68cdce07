import { Button, Group } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { CodeBlock } from '../ui/text/code-block.tsx'
import type { NextStep } from './credential-next-step.ts'
import type { CredentialActions } from './use-credential-actions.tsx'
import classes from './next-step-line.module.css'

/** Describes the next step for a credential. */
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

/** Shows what to do next with a credential, with buttons for it. */
export function NextStepLine({
  step,
  credential,
  actions,
  onImport,
  onReplace,
}: {
  readonly step: Exclude<NextStep, 'none'>
  readonly credential: Credential
  readonly actions: CredentialActions
  readonly onImport: () => void
  readonly onReplace: () => void
}): ReactElement {
  return (
    <div className={classes['next']} data-tone={step === 'replace' || step === 'replace-expired' ? 'warn' : 'plain'}>
      <div className={classes['line']}>
        <p>{nextStepMessages[step]}</p>
        <Group gap="xs" data-next-action>
          <NextButtons
            step={step}
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

function NextButtons({
  step,
  isActive,
  actions,
  onImport,
  onReplace,
}: {
  readonly step: Exclude<NextStep, 'none'>
  readonly isActive: boolean
  readonly actions: CredentialActions
  readonly onImport: () => void
  readonly onReplace: () => void
}): ReactElement | null {
  switch (step) {
    case 'make-request':
      return <Button onClick={actions.makeRequest}>Create CSR</Button>
    case 'export-request':
      return (
        <>
          <SecondaryButton onClick={actions.copyRequest}>Copy CSR</SecondaryButton>
          <Button onClick={actions.saveRequest}>Save CSR…</Button>
        </>
      )
    case 'import-certificate':
      return (
        <>
          <SecondaryButton onClick={actions.copyRequest}>Copy CSR</SecondaryButton>
          <SecondaryButton onClick={actions.saveRequest}>Save CSR…</SecondaryButton>
          <Button onClick={onImport}>Import certificate…</Button>
        </>
      )
    case 'confirm':
      return (
        <>
          <SecondaryButton onClick={() => actions.saveCertificate(false)}>Save certificate…</SecondaryButton>
          <Button onClick={actions.confirm}>Confirm…</Button>
        </>
      )
    case 'activate':
      return <Button onClick={actions.activate}>Activate</Button>
    case 'replace':
    case 'replace-expired':
      return (
        <Button leftSection={<IconRefresh size={15} />} onClick={onReplace}>
          {isActive ? 'Start a replacement' : 'Create key'}
        </Button>
      )
    case 'wait':
      return null
  }
}
