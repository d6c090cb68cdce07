import { Button, Group, Stack, Textarea } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState, type ReactElement } from 'react'
import classes from './import-dialog.module.css'

/** The longest text that is taken, characters. */
const longest = 1_000_000

/** Opens a dialog that takes certificates and keys as text and hands them on. */
export function openPasteImport(onPaste: (text: string) => Promise<void>): void {
  const modalId = modals.open({
    title: 'Paste certificates or keys',
    size: 'lg',
    children: (
      <PasteImport
        onCancel={() => modals.close(modalId)}
        onPaste={(text) => {
          modals.close(modalId)
          void onPaste(text)
        }}
      />
    ),
  })
}

function PasteImport({
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
        label="Certificates and keys (PEM, base64 or JWK)"
        description="A certificate finds its key, in whichever profile that is. A key goes straight into the keychain."
        data-autofocus
        autosize
        minRows={8}
        maxRows={16}
        spellCheck={false}
        placeholder="-----BEGIN CERTIFICATE-----"
        error={isTooLong ? 'This is far too long to be certificates or keys.' : undefined}
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
