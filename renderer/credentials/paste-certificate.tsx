import { Button, Group, Stack, Textarea } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState, type ReactElement } from 'react'
import { call } from '../app/clavis.ts'
import { importCertificates } from './import-certificates.tsx'
import classes from './credentials.module.css'

/** Opens a dialog that takes a certificate as text. */
export function openPasteCertificate(): void {
  const modalId = modals.open({
    title: 'Paste a certificate',
    size: 'lg',
    children: <PasteCertificate onDone={() => modals.close(modalId)} />,
  })
}

function PasteCertificate({ onDone }: { readonly onDone: () => void }): ReactElement {
  const [text, setText] = useState('')
  function submit(): void {
    onDone()
    void importCertificates(() => call('credentials.importText', { text }))
  }
  return (
    <Stack>
      <Textarea
        className={classes['pem'] ?? ''}
        label="Certificate (PEM), with or without its chain"
        description="It finds the key that it belongs to, in whichever profile that is."
        data-autofocus
        autosize
        minRows={8}
        maxRows={16}
        spellCheck={false}
        placeholder="-----BEGIN CERTIFICATE-----"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button disabled={text.trim() === ''} onClick={submit}>
          Import
        </Button>
      </Group>
    </Stack>
  )
}
