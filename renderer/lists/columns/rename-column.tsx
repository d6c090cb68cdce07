import { Button, Group, Stack, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState, type ReactElement, type SubmitEvent } from 'react'
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
  function finish(chosen: string | undefined): void {
    onRename(chosen)
    modals.closeAll()
  }
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const chosen = name.trim()
    finish(chosen === '' || chosen === plainTitle(path) ? undefined : chosen)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
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
        <Group justify="flex-end" gap="xs">
          {title !== undefined && (
            <Button variant="default" onClick={() => finish(undefined)}>
              Use its own name
            </Button>
          )}
          <Button type="submit">Rename</Button>
        </Group>
      </Stack>
    </form>
  )
}
