import { BrowserWindow, type IpcMain } from 'electron'
import type { Envelope } from '../../shared/contract/envelope.ts'
import type { CallContext } from './answer-call.ts'
import { callChannel } from './channels.ts'
import { isTrustedSender } from './trusted-sender.ts'

/** Answers a call of the page. Name and input are whatever the page sent. */
export type AnswerPage = (name: unknown, input: unknown, context: CallContext) => Promise<Envelope>

/** Binds the page's calls to who answers them. A message from anything but the app's own page is refused unread. */
export function registerCalls(
  ipcMain: IpcMain,
  isOwnWindow: (webContentsId: number) => boolean,
  answer: AnswerPage,
): void {
  ipcMain.handle(callChannel, (event, name: unknown, input: unknown): Promise<Envelope> | Envelope => {
    const window = BrowserWindow.fromWebContents(event.sender)
    if (window === null || !isTrustedSender(event, isOwnWindow))
      return {
        ok: false,
        error: { code: 'call-refused', message: 'This call did not come from the window of Clavis.' },
      }
    return answer(name, input, { windowId: window.id })
  })
}
