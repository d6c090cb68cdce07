import type { Session } from 'electron'
import { isAppUrl } from './navigation-rules.ts'

/** Returns whether a request stays inside the app: its own files, and schemes that never leave the process. */
function staysInside(url: string): boolean {
  return isAppUrl(url) || /^(?:data|blob|devtools|about):/u.test(url)
}

/**
 * Removes from the page what it doesn't need: every permission, every device, every request that leaves the app, and
 * downloads. All network traffic of Clavis comes from main, with its one HTTP client.
 */
export function restrictSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !staysInside(details.url) }))
  session.on('will-download', (event) => event.preventDefault())
}
