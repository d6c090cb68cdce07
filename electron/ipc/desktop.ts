import type { AppInfo, AppSettings } from '../../shared/model/settings/app-settings.ts'
import type { Confirmation } from '../profiles/confirmation.ts'
import type { FileDialogs } from '../window/file-dialogs.ts'
import type { SecretClipboard } from '../window/secret-clipboard.ts'

/** Where a credential is found. */
export interface CredentialPlace {
  readonly profileId: string
  readonly credentialId: string
}

/** What calls need of the desktop: everything here is Electron's, so that handlers can be run without it in tests. */
export interface Desktop {
  readonly dialogs: FileDialogs
  /** Asks the person in a dialog of main; answers whether they agreed. */
  readonly ask: (windowId: number, question: Confirmation) => Promise<boolean>
  readonly clipboard: SecretClipboard
  readonly openExternal: (windowId: number, address: string) => Promise<boolean>
  readonly appInfo: () => Omit<AppInfo, 'notices'>
  /** What the person should know of the run before this one. */
  readonly notices: () => readonly string[]
  /** The credential that is to be shown in a window that opens now; asked for once. */
  readonly takeCredentialToOpen: () => CredentialPlace | undefined
  readonly applyTheme: (theme: AppSettings['theme']) => void
}
