import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import type { Confirmation } from '#shared/questions.ts'
import { visibleLine } from '#shared/values/visible-text.ts'

/**
 * Asks in a dialog of the operating system, which no page can draw, answer or cover. Enter, Escape and closing it
 * cancel.
 * @returns whether the person agreed
 */
export async function askInDialog(windowId: number, { message, details, action }: Confirmation): Promise<boolean> {
  const question: MessageBoxOptions = {
    type: 'warning',
    title: action,
    message: visibleLine(message),
    detail: details.map(visibleLine).join('\n'),
    buttons: [action, 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const window = BrowserWindow.fromId(windowId)
  // The window is gone, so there is no one to ask.
  if (window === null) return false
  return (await dialog.showMessageBox(window, question)).response === 0
}
