import { TextInput } from '@mantine/core'
import type { ReactElement } from 'react'

/** Where a person types a profile's name, so that what cannot be undone is not done by a slip of the hand. */
export function TypedName({
  name,
  value,
  onChange,
}: {
  readonly name: string
  readonly value: string
  readonly onChange: (value: string) => void
}): ReactElement {
  return (
    <TextInput
      label={`Type “${name}” to confirm`}
      data-autofocus
      spellCheck={false}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
