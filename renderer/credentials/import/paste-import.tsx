import { Textarea } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import classes from './import-dialog.module.css'

/** Maximum length of the text, characters. */
const maxLength = 1_000_000

/** Opens a dialog that takes certificates and keys as text and passes them on. */
export function openPasteImport(onPaste: (text: string) => Promise<void>): void {
  openDialog(
    'Paste certificates or keys',
    (close) => (
      <PasteImport
        onCancel={close}
        onPaste={(text) => {
          close()
          void onPaste(text)
        }}
      />
    ),
    { size: 'lg' },
  )
}

interface PasteImportProps {
  readonly onCancel: () => void
  readonly onPaste: (text: string) => void
}

function PasteImport({ onCancel, onPaste }: PasteImportProps): ReactElement {
  const [text, setText] = useState('')
  const isTooLong = text.length > maxLength
  return (
    <DialogForm
      action="Import"
      isReady={text.trim() !== '' && !isTooLong}
      onCancel={onCancel}
      onSubmit={() => onPaste(text)}
    >
      <Textarea
        className={classes['pem'] ?? ''}
        label="Certificates and keys (PEM, base64 or JWK)"
        description="Certificates are matched to their keys in any profile. Keys are stored in your keychain."
        data-autofocus
        autosize
        minRows={8}
        maxRows={16}
        spellCheck={false}
        placeholder="-----BEGIN CERTIFICATE-----"
        error={isTooLong ? 'Too long to be certificates or keys.' : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
