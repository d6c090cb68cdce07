// A window with nothing of Clavis in it, on the same host: the empty one that starting is measured against, and the one
// in which other tables show the same list. CLAVIS_BENCH_URL says what it shows.
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

app.on('window-all-closed', () => app.quit())
// Not awaited at the top: the app gets ready only after its main file has been read.
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 820,
    webPreferences: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  })
  return window.loadURL(process.env['CLAVIS_BENCH_URL'] ?? '')
})
