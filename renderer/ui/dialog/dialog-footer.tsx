import { Group } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import classes from './dialog-footer.module.css'

/** Shows a dialog's buttons at its lower edge, where they stay while long contents scroll. */
export function DialogFooter({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Group className={classes['footer'] ?? ''} justify="flex-end" gap="xs">
      {children}
    </Group>
  )
}
