// A window without Clavis on the same host: the empty one that the start is compared with, and the one in which other
// tables show the same list. CLAVIS_BENCH_URL is its address.
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

app.on('window-all-closed', () => app.quit())
// Not awaited at the top level: the app is ready only after its main file has run.
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
