import type { WebContents } from 'electron'
import { appOrigin } from './app-protocol.ts'

/** Returns whether an address is a document of the app itself. */
export function isAppUrl(url: string): boolean {
  return url.startsWith(`${appOrigin}/`)
}

/**
 * Keeps a window on the app's own page: no navigation elsewhere, no redirect, no new window, no web view. External
 * addresses are opened only by the call `app.openExternal`, which asks first.
 */
export function refuseNavigation(contents: WebContents): void {
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}
