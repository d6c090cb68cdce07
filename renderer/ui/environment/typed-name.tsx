import { TextInput } from '@mantine/core'
import type { ReactElement } from 'react'

/** Renders a field for a profile's name, so that nothing irreversible happens by accident. */
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
