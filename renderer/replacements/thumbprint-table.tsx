import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { call } from '../platform/clavis.ts'
import { queries } from '../platform/queries.ts'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { openDialog } from '../ui/dialog/open-dialog.tsx'

/** Maximum length of the text, characters. */
const maxLength = 100_000

/** Opens a dialog that takes the portal's thumbprints of several profiles. */
export function openThumbprintTable(count: number): void {
  openDialog(
    count === 1 ? 'Paste thumbprint' : `Paste ${count} thumbprints`,
    (close) => <ThumbprintTable onClose={close} />,
    { size: 'lg' },
  )
}

function ThumbprintTable({ onClose }: { readonly onClose: () => void }): ReactElement {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const confirm = useMutation({
    mutationFn: () => call('replacements.confirmTogether', { text }),
    onSuccess: ({ confirmed, unknownLines }) => {
      if (confirmed.length > 0) notifySuccess(`${confirmed.length} confirmed`, confirmed.join(', '))
      // The lines that are left can be corrected.
      if (unknownLines.length === 0) onClose()
      else setText(unknownLines.join('\n'))
    },
    onSettled: () => client.invalidateQueries({ queryKey: queries.replacements.queryKey }),
  })
  const unknown = confirm.data?.unknownLines ?? []
  const isUnchanged = unknown.length > 0 && text === unknown.join('\n')
  return (
    <DialogForm
      action="Confirm"
      work={confirm}
      isReady={text.trim() !== '' && text.length <= maxLength}
      onCancel={onClose}
      onSubmit={() => confirm.mutate()}
    >
      <Textarea
        label="Thumbprints"
        description="One per line, as the portal shows them; other columns are ignored. Each is matched to its new certificate."
        data-autofocus
        autosize
        minRows={8}
        maxRows={16}
        spellCheck={false}
        error={isUnchanged && 'No new certificate has these thumbprints. Correct the lines, or cancel.'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
