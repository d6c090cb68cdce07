import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { maxViewNameLength } from '#shared/lists/view-limits.ts'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'

interface ViewNameProps {
  readonly name: string
  readonly description?: string
  readonly action: string
  readonly onSave: (name: string) => Promise<void>
  readonly onClose: () => void
}

export function ViewName({ name: before, description, action, onSave, onClose }: ViewNameProps): ReactElement {
  const [name, setName] = useState(before)
  const saving = useMutation({ mutationFn: onSave, onSuccess: onClose })
  return (
    <DialogForm
      action={action}
      isReady={name.trim() !== ''}
      work={saving}
      onCancel={onClose}
      onSubmit={() => saving.mutate(name.trim())}
      {...(description === undefined ? {} : { description })}
    >
      <TextInput
        label="Name"
        placeholder="Failed last week"
        maxLength={maxViewNameLength}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
