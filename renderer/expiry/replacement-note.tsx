import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'

/** Asks for a note about the replacement in progress. */
export function ReplacementNote({
  note: before,
  onCancel,
  onSave,
}: {
  readonly note: string
  readonly onCancel: () => void
  readonly onSave: (note: string) => Promise<void>
}): ReactElement {
  const [note, setNote] = useState(before)
  const save = useMutation({ mutationFn: onSave })
  return (
    <DialogForm
      description="Notifications are paused until 7 days before expiry. The banner shows that a replacement is in progress."
      work={save}
      action="Save"
      onCancel={onCancel}
      onSubmit={() => save.mutate(note.trim())}
    >
      <TextInput
        label="Note"
        description="Optional. Shown in the banner."
        placeholder="CSR sent to the certificate authority on Monday"
        data-autofocus
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
