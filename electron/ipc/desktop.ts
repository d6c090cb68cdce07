import type { AppInfo, AppSettings } from '../../shared/model/app.ts'
import type { FileDialogs } from '../window/file-dialogs.ts'
import type { SecretClipboard } from '../window/secret-clipboard.ts'

/** What calls need of the desktop: everything here is Electron's, so that handlers can be run without it in tests. */
export interface Desktop {
  readonly dialogs: FileDialogs
  readonly clipboard: SecretClipboard
  readonly openExternal: (windowId: number, address: string) => Promise<boolean>
  readonly appInfo: () => Omit<AppInfo, 'notices'>
  readonly applyTheme: (theme: AppSettings['theme']) => void
}
