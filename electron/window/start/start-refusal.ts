import { app, dialog } from 'electron'
import type { ClavisError } from '#shared/errors.ts'

/** Exit code if Clavis refuses to start, the same as the command line's for invalid input. */
const refusedExitCode = 65

/** Reports why Clavis doesn't start, on standard error and, once the system is ready, in a dialog; then exits. */
export function refuseStart({ code, message, hint = '' }: ClavisError): void {
  process.stderr.write(`clavis: ${code}: ${message}\n${hint}\n`)
  // Electron is ready only after main's file has run, so that can't be awaited there.
  void app.whenReady().then(() => {
    dialog.showErrorBox('Clavis can’t start', [message, hint].join('\n\n').trim())
    app.exit(refusedExitCode)
  })
}
