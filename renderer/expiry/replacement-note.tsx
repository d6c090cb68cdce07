import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'

/** Asks for a note on the replacement that is under way. */
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
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    save.mutate(note.trim())
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed" size="sm">
          Notifications are paused until 7 days before expiry. The banner shows that a replacement is in progress.
        </Text>
        <TextInput
          label="Note"
          description="Optional. Shown in the banner."
          placeholder="CSR sent to the certificate authority on Monday"
          data-autofocus
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {save.isError && <ErrorPanel error={save.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
