import { BrowserWindow, dialog, shell, type MessageBoxOptions } from 'electron'
import { checkExternalAddress } from './external-address.ts'

/**
 * Shows an address in full and opens it in the person's browser if they agree.
 * @returns whether the person agreed
 * @throws ClavisError `input-invalid` for an address that must not be opened
 */
export async function openExternalAfterConsent(windowId: number, address: string): Promise<boolean> {
  const { href, notes, isLocal } = checkExternalAddress(address)
  const question: MessageBoxOptions = {
    type: 'question',
    title: 'Open in your browser?',
    message: 'Open this address in your browser?',
    detail: [href, ...notes].join('\n\n'),
    buttons: ['Open', 'Cancel'],
    // The key that selected an address in a record must not also confirm it.
    defaultId: isLocal ? 0 : 1,
    cancelId: 1,
  }
  const window = BrowserWindow.fromId(windowId)
  const answer = await (window === null ? dialog.showMessageBox(question) : dialog.showMessageBox(window, question))
  if (answer.response !== 0) return false
  await shell.openExternal(href)
  return true
}
