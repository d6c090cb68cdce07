import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import type { Envelope } from '../../shared/contract/envelope.ts'
import { faultEnvelope, type CallContext } from './answer-call.ts'
import { callChannel } from './channels.ts'
import { isTrustedSender } from './trusted-sender.ts'

/** Answers a call of the page. Name and input are whatever the page sent. */
export type AnswerPage = (name: unknown, input: unknown, context: CallContext) => Promise<Envelope>

/**
 * Binds the page's calls to who answers them. A message from anything but the app's own page is refused unread.
 * Never rejects: an error would reach the page without its type.
 * @param windowIdOf the id of the window that shows these web contents
 * @param onFault hears of an answer that failed in a way nothing in it foresaw
 */
export function registerCalls(
  ipcMain: IpcMain,
  isOwnWindow: (webContentsId: number) => boolean,
  windowIdOf: (contents: WebContents) => number | undefined,
  answer: AnswerPage,
  onFault: (fault: unknown) => void,
): void {
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown): Promise<Envelope> => {
    const windowId = senderWindow(event)
    if (windowId === undefined)
      return {
        ok: false,
        error: { code: 'call-refused', message: 'This call did not come from the window of Clavis.' },
      }
    try {
      return await answer(name, input, { windowId })
    } catch (fault) {
      onFault(fault)
      return faultEnvelope
    }
  })

  /** The window of a trusted sender. Electron throws for a frame or a page that is gone; it counts as untrusted. */
  function senderWindow(event: IpcMainInvokeEvent): number | undefined {
    try {
      return isTrustedSender(event, isOwnWindow) ? windowIdOf(event.sender) : undefined
    } catch {
      return undefined
    }
  }
}
