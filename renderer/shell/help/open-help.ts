import type { HelpTopic } from '#shared/settings/app-settings.ts'
import { openWhenLoaded } from '../../ui/dialog/show-error.tsx'

export function openHelp(topic: HelpTopic): void {
  openWhenLoaded(import('./help-dialogs.tsx'), ({ openHelpDialog }) => openHelpDialog(topic))
}

/** Opens the dialog with versions, updates and licenses. */
export function openAbout(): void {
  openWhenLoaded(import('./about-dialog.tsx'), ({ openAboutDialog }) => openAboutDialog())
}
