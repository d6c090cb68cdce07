import { Group } from '@mantine/core'
import type { ReactElement } from 'react'
import { CopyButton } from './copy-button.tsx'
import classes from './command-line.module.css'

/** Shows a shell command as code, with a button that copies it. */
export function CommandLine({ command }: { readonly command: string }): ReactElement {
  return (
    <Group align="flex-start" gap={6} wrap="nowrap" mt="xs">
      <code className={classes['command']}>{command}</code>
      <CopyButton text={command} label="Copy command" />
    </Group>
  )
}
