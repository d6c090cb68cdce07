import { TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { titleComplaint } from '#shared/lists/list-columns.ts'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { plainTitle } from '../model/column-layout.ts'

interface RenameColumnProps {
  readonly path: string
  /** The person’s name for it; undefined if it has none. */
  readonly title: string | undefined
  /** Of all columns. */
  readonly paths: readonly string[]
  /** @param title undefined: the field’s name */
  readonly onRename: (title: string | undefined) => void
}

/** Asks for a column’s name in this list. The field in the data keeps its name. */
export function RenameColumn({ path, title, paths, onRename }: RenameColumnProps): ReactElement {
  const [name, setName] = useState(title ?? plainTitle(path))
  const complaint = titleComplaint({ path: plainTitle(path), title: name.trim() }, paths)
  function submit(): void {
    const chosen = name.trim()
    onRename(chosen === '' || chosen === plainTitle(path) ? undefined : chosen)
  }
  return (
    <DialogForm
      action="Rename"
      cancel="Use field name"
      isReady={complaint === undefined}
      onCancel={title === undefined ? undefined : () => onRename(undefined)}
      onSubmit={submit}
    >
      <TextInput
        label="Column name"
        description={
          <>
            Field <Mono>{plainTitle(path)}</Mono>. Filters accept both names. Exports use the field name, unless you
            export the columns as in the table.
          </>
        }
        data-autofocus
        maxLength={200}
        error={complaint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
