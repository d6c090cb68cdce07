import { BrowserWindow, type IpcMain } from 'electron'
import { callNames, type CallName } from '../../shared/contract.ts'
import { ClavisError } from '../../shared/model/error.ts'
import { answerCall, type CallHandlers } from './answer-call.ts'
import { callChannel } from './channels.ts'
import { isTrustedSender } from './trusted-sender.ts'

/**
 * Binds every call of the contract to its channel. A message from anything but the app's own page is refused before
 * its input is looked at.
 */
export function registerCalls(
  ipcMain: IpcMain,
  handlers: CallHandlers,
  options: {
    readonly isOwnWindow: (webContentsId: number) => boolean
    readonly onFault: (name: CallName, fault: unknown) => void
  },
): void {
  for (const name of callNames)
    ipcMain.handle(callChannel(name), async (event, input: unknown) => {
      const window = BrowserWindow.fromWebContents(event.sender)
      if (window === null || !isTrustedSender(event, options.isOwnWindow))
        return {
          ok: false,
          error: new ClavisError('call-refused', 'This call did not come from the window of Clavis.').toValue(),
        }
      return answerCall(name, input, { windowId: window.id }, handlers, options.onFault)
    })
}
