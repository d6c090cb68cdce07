import { Menu } from 'electron'
import type { HelpTopic } from '#shared/settings/app-settings.ts'

/** The page's dialogs that the Help menu opens. */
export interface HelpDialogs {
  readonly open: (topic: HelpTopic) => void
  readonly openAbout: () => void
}

/**
 * Installs the application menu: editing and what the platform needs, but no entry that reloads the window.
 * @param hasDevTools whether developer tools may be opened
 * @param help opens the page's dialogs
 */
export function installApplicationMenu(platform: NodeJS.Platform, hasDevTools: boolean, help: HelpDialogs): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : [{ role: 'fileMenu' as const }]),
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'togglefullscreen' },
          ...(hasDevTools ? [{ role: 'toggleDevTools' as const }] : []),
        ],
      },
      { role: 'windowMenu' },
      {
        role: 'help',
        submenu: [
          // The page has the shortcut itself: F1 as an accelerator would open it twice.
          { label: 'Keyboard Shortcuts', click: () => help.open('shortcuts') },
          { label: 'Filter Syntax', click: () => help.open('filter') },
          { label: 'Terms', click: () => help.open('terms') },
          { type: 'separator' },
          { label: 'About Clavis', click: () => help.openAbout() },
        ],
      },
    ]),
  )
}
