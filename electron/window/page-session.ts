import { type ProxyConfig, session, type Session } from 'electron'
import { appScheme, serveApp } from './app-protocol.ts'
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

/** Electron stores this session's data in `Partitions/page`, with Chromium's other files. */
const partition = 'persist:page'

/**
 * Sends every connection to a proxy that can't exist: nothing can listen on port 0. Without `<-loopback>`, Chromium
 * would connect to this computer directly (decision 062).
 */
const noNetwork: ProxyConfig = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:0',
  proxyBypassRules: '<-loopback>',
}

export interface PageSession {
  readonly session: Session
  /** Resolves when the session has no network access. A page is loaded only after that. */
  readonly isolated: Promise<void>
}

/**
 * Creates the page's session, with access to the app's files and nothing else. Main's own connections don't use it.
 * @param pageFolder the built page, absolute
 */
export function createPageSession(pageFolder: string): PageSession {
  const pageSession = session.fromPartition(partition)
  restrictSession(pageSession)
  pageSession.protocol.handle(appScheme.scheme, serveApp(pageFolder))
  return { session: pageSession, isolated: pageSession.setProxy(noNetwork) }
}
