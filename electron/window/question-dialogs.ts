import { BrowserWindow, dialog, shell, type MessageBoxOptions } from 'electron'
import { ClavisError } from '#shared/errors.ts'
import type { Confirmation } from '#shared/questions.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { checkExternalAddress } from './external-address.ts'

/**
 * Asks in a dialog of the operating system, which no page can draw, answer or cover. Enter, Escape and closing it
 * cancel.
 * @returns whether the person agreed
 */
export function askInDialog(windowId: number, { message, details, action }: Confirmation): Promise<boolean> {
  const [shown, detail] = [visibleLine(message), details.map(visibleLine).join('\n')]
  return ask(windowId, action, { type: 'warning', title: action, message: shown, detail })
}

/**
 * Shows an address in full and opens it in the person's browser if they agree.
 * @returns whether the person agreed
 * @throws ClavisError `input-invalid` for an address that must not be opened
 */
export async function openExternalAfterConsent(windowId: number, address: string): Promise<boolean> {
  const { href, notes } = checkExternalAddress(address)
  const agreed = await ask(windowId, 'Open', {
    type: 'question',
    title: 'Open in your browser?',
    message: 'Open this address in your browser?',
    detail: [href, ...notes].join('\n\n'),
  })
  if (agreed) await shell.openExternal(href)
  return agreed
}

async function ask(windowId: number, action: string, question: MessageBoxOptions): Promise<boolean> {
  const window = BrowserWindow.fromId(windowId)
  // Not the person's answer, which may be remembered.
  if (window === null)
    throw new ClavisError('call-refused', 'The window that would ask has been closed.', {
      hint: 'Open it again, and repeat there what needs your answer.',
    })
  // Cancel is the default: the key that selected an address in a record must not also confirm it.
  const answers = { buttons: [action, 'Cancel'], defaultId: 1, cancelId: 1, noLink: true }
  return (await dialog.showMessageBox(window, { ...question, ...answers })).response === 0
}
