import { Menu } from 'electron'

/**
 * Installs the application menu: editing and what the platform needs, but no entry that reloads the window.
 * @param hasDevTools whether developer tools may be opened
 * @param openAbout opens the page's dialog about the app
 */
export function installApplicationMenu(platform: NodeJS.Platform, hasDevTools: boolean, openAbout: () => void): void {
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
      { role: 'help', submenu: [{ label: 'About Clavis', click: openAbout }] },
    ]),
  )
}
