import { Button, Group, Stack, Textarea } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState, type ReactElement } from 'react'
import classes from './credential-dialogs.module.css'

/** The longest text that is taken, characters: the call’s own limit. */
const longest = 5_000_000

/** Opens a dialog that takes a certificate as text and hands it on. */
export function openPasteCertificate(onPaste: (text: string) => Promise<void>): void {
  const modalId = modals.open({
    title: 'Paste a certificate',
    size: 'lg',
    children: (
      <PasteCertificate
        onCancel={() => modals.close(modalId)}
        onPaste={(text) => {
          modals.close(modalId)
          void onPaste(text)
        }}
      />
    ),
  })
}

function PasteCertificate({
  onCancel,
  onPaste,
}: {
  readonly onCancel: () => void
  readonly onPaste: (text: string) => void
}): ReactElement {
  const [text, setText] = useState('')
  const isTooLong = text.length > longest
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
        error={isTooLong ? 'This is far too long to be certificates.' : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={text.trim() === '' || isTooLong} onClick={() => onPaste(text)}>
          Import
        </Button>
      </Group>
    </Stack>
  )
}
