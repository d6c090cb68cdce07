import { Box, Group, type GroupProps } from '@mantine/core'
import type { ReactElement, SubmitEvent } from 'react'

/** Lays out a form of a field or two and its button in a row. */
export function InlineForm({
  onSubmit,
  children,
  ...group
}: Omit<GroupProps, 'onSubmit'> & { readonly onSubmit: () => void }): ReactElement {
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Box component="form" w="100%" onSubmit={submit} noValidate>
      <Group align="flex-start" gap="xs" {...group}>
        {children}
      </Group>
    </Box>
  )
}
