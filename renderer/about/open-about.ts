import { openWhenLoaded } from '../ui/dialog/open-when-loaded.ts'

/** Opens the dialog with versions, updates and licenses. */
export function openAbout(): void {
  openWhenLoaded(import('./about-dialog.tsx'), ({ openAboutDialog }) => openAboutDialog())
}
