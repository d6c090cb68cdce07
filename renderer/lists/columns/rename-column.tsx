import { TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { plainTitle } from '../model/column-layout.ts'

/** Asks what a column is to be called in this list. The data’s own name stays what it is. */
export function RenameColumn({
  path,
  title,
  onRename,
}: {
  readonly path: string
  /** The person’s name for it, where it has one. */
  readonly title: string | undefined
  /** Undefined: by its own name again. */
  readonly onRename: (title: string | undefined) => void
}): ReactElement {
  const [name, setName] = useState(title ?? plainTitle(path))
  function submit(): void {
    const chosen = name.trim()
    onRename(chosen === '' || chosen === plainTitle(path) ? undefined : chosen)
  }
  return (
    <DialogForm
      action="Rename"
      cancel="Use its own name"
      onCancel={title === undefined ? undefined : () => onRename(undefined)}
      onSubmit={submit}
    >
      <TextInput
        label="Name in this table"
        description={
          <>
            In the records it is <Mono>{plainTitle(path)}</Mono>. The filter line takes both names; saved files go by
            that one, unless you save the columns as in the table.
          </>
        }
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
