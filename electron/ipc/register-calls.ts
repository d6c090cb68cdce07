import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import type { CallResult } from '#shared/call-shapes.ts'
import { faultResult } from '../fault-log.ts'
import { isAppUrl } from '../window/navigation-rules.ts'
import { callChannel } from './channels.ts'

/** Handles a call of the page. Name and input are whatever the page sent. */
export type AnswerPage = (windowId: number, name: unknown, input: unknown) => Promise<CallResult>

/**
 * Registers the handler of the page's calls. Refuses messages from anything but the app's own page unread. Never
 * rejects: an error would reach the page without its type.
 * @param windowIdOf returns the id of the window that shows these web contents
 * @param onFault called with an unexpected error
 */
export function registerCalls(
  ipcMain: IpcMain,
  isOwnWindow: (webContentsId: number) => boolean,
  windowIdOf: (contents: WebContents) => number | undefined,
  answer: AnswerPage,
  onFault: (fault: unknown) => void,
): void {
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown): Promise<CallResult> => {
    const windowId = senderWindow(event)
    if (windowId === undefined)
      return {
        ok: false,
        error: { code: 'call-refused', message: 'This call did not come from the Clavis window.' },
      }
    try {
      return await answer(windowId, name, input)
    } catch (fault) {
      onFault(fault)
      return faultResult
    }
  })

  /**
   * Returns the window of a trusted sender. Electron throws for a frame or page that is gone, which counts as
   * untrusted.
   */
  function senderWindow(event: IpcMainInvokeEvent): number | undefined {
    try {
      return isTrustedSender(event, isOwnWindow) ? windowIdOf(event.sender) : undefined
    } catch {
      return undefined
    }
  }
}

/**
 * Returns whether a message comes from the app's own page: the main frame of a window that main opened, at the app's
 * own address. A missing frame, an empty address and `about:blank` are refused.
 * @param isOwnWindow returns whether main opened the window with these web contents
 */
export function isTrustedSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  isOwnWindow: (webContentsId: number) => boolean,
): boolean {
  const frame = event.senderFrame
  return frame !== null && frame === event.sender.mainFrame && isAppUrl(frame.url) && isOwnWindow(event.sender.id)
}
