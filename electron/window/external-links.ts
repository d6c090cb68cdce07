import { BrowserWindow, dialog, shell, type MessageBoxOptions } from 'electron'
import { isLoopbackUrl } from '../../shared/model/profile.ts'
import { ClavisError } from '../../shared/model/error.ts'

/**
 * Shows an address and opens it in the person's browser if they agree. Only https, and http on this computer.
 * @returns whether the person agreed
 * @throws ClavisError `input-invalid` for any other address
 */
export async function openExternalAfterConsent(windowId: number, address: string): Promise<boolean> {
  const url = new URL(address)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopbackUrl(address)))
    throw new ClavisError('input-invalid', 'Only https addresses, and http addresses on this computer, can be opened.')
  const question: MessageBoxOptions = {
    type: 'question',
    title: 'Open in your browser?',
    message: 'Open this address in your browser?',
    detail: url.href,
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  }
  const window = BrowserWindow.fromId(windowId)
  const answer = await (window === null ? dialog.showMessageBox(question) : dialog.showMessageBox(window, question))
  if (answer.response !== 0) return false
  await shell.openExternal(url.href)
  return true
}
