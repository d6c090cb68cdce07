import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

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
  const modalId: string = modals.open({ title, ...settings, children: content(() => modals.close(modalId)) })
  return modalId
}
