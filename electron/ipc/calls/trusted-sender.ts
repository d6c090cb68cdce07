import type { IpcMainInvokeEvent } from 'electron'
import { isAppUrl } from '../../window/page/navigation-rules.ts'

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
