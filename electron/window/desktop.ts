import type { Confirmation } from '#shared/questions.ts'
import type { AppInfo, AppSettings } from '#shared/settings/app-settings.ts'
import type { FileDialogs } from '../files/file-dialogs.ts'
import type { SecretClipboard } from './secret-clipboard.ts'

/** Identifies a credential, a watch, or only a profile. */
export interface PlaceToOpen {
  readonly profileId: string
  readonly credentialId?: string
  readonly watchId?: string
}

/** What calls need from the desktop: everything here is Electron's, so that handlers can run without it in tests. */
export interface Desktop {
  readonly dialogs: (windowId: number) => FileDialogs
  /** Asks the person in a dialog of main; returns whether they agreed. */
  readonly ask: (windowId: number, question: Confirmation) => Promise<boolean>
  readonly clipboard: Pick<SecretClipboard, 'copyText' | 'copySecret'>
  readonly openExternal: (windowId: number, address: string) => Promise<boolean>
  /** Opens a file with its program. @throws `disk-failed` if the system can't */
  readonly openFile: (path: string) => Promise<void>
  readonly showInFolder: (path: string) => void
  readonly appInfo: () => Omit<AppInfo, 'notices' | 'productionAccess'>
  /** Messages about the previous run of Clavis. */
  readonly notices: () => readonly string[]
  /** Returns the place to show in a window that opens now; only once. */
  readonly takePlaceToOpen: () => PlaceToOpen | undefined
  readonly applyTheme: (theme: AppSettings['theme']) => void
}
