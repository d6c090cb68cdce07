import { Menu } from 'electron'

/**
 * Installs the application menu: editing and what the platform needs, but no entry that opens developer tools or
 * reloads a packaged window.
 */
export function installApplicationMenu(platform: NodeJS.Platform, isPackaged: boolean): void {
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
          ...(isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
        ],
      },
      { role: 'windowMenu' },
    ]),
  )
}
