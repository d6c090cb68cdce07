import { Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { showDialog } from '../../platform/dialogs.ts'
import classes from './dialog-footer.module.css'

/** Shows a dialog's buttons at its lower edge, where they stay while long contents scroll. */
export function DialogFooter({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Group className={classes['footer'] ?? ''} justify="flex-end" gap="xs">
      {children}
    </Group>
  )
}

type DialogSettings = Omit<Parameters<typeof modals.open>[0], 'title' | 'children' | 'modalId'>

/**
 * Opens a dialog.
 * @param content draws what is in it, given a function that closes it
 * @returns its id
 */
export function openDialog(
  title: string,
  content: (close: () => void) => ReactNode,
  settings: DialogSettings = {},
): string {
  const modalId = crypto.randomUUID()
  // All dialogs are drawn in one place: without a key, one would take over the state of the same one before it.
  const children = <Fragment key={modalId}>{content(() => modals.close(modalId))}</Fragment>
  return showDialog({ modalId, title, ...settings, children })
}
