import { BrowserWindow, dialog, shell, type MessageBoxOptions } from 'electron'
import { checkExternalAddress } from './external-address.ts'

/**
 * Shows an address in full and opens it in the person's browser if they agree. Enter, Escape and closing the dialog cancel.
 * @returns whether the person agreed
 * @throws ClavisError `input-invalid` for an address that must not be opened
 */
export async function openExternalAfterConsent(windowId: number, address: string): Promise<boolean> {
  const { href, notes } = checkExternalAddress(address)
  const question: MessageBoxOptions = {
    type: 'question',
    title: 'Open in your browser?',
    message: 'Open this address in your browser?',
    detail: [href, ...notes].join('\n\n'),
    buttons: ['Open', 'Cancel'],
    // The key that selected an address in a record must not also confirm it.
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }
  const window = BrowserWindow.fromId(windowId)
  // The window is gone, so there is no one to ask.
  if (window === null || (await dialog.showMessageBox(window, question)).response !== 0) return false
  await shell.openExternal(href)
  return true
}
