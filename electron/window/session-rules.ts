import type { Session } from 'electron'
import { isAppUrl } from './navigation-rules.ts'

/** Requests that the page may make: the app's own files, and the schemes that never leave the process. */
function staysInside(url: string): boolean {
  return isAppUrl(url) || /^(?:data|blob|devtools|about):/u.test(url)
}

/**
 * Takes from the page what it has no use for: every permission, every device, every request that leaves the app, and
 * downloads. All network traffic of Clavis is main's, through its one HTTP client.
 */
export function restrictSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !staysInside(details.url) }))
  session.on('will-download', (event) => event.preventDefault())
}
