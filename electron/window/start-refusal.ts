import { app, dialog } from 'electron'
import type { ClavisError } from '../../shared/model/errors/error.ts'

/** Exit code of a start that was refused, the command line's for bad input. */
const refusedExitCode = 65

/** Says why Clavis does not start, on standard error and, once the system is ready, where a person sees it; and ends. */
export function refuseStart({ code, message, hint = '' }: ClavisError): void {
  process.stderr.write(`clavis: ${code}: ${message}\n${hint}\n`)
  // Electron is not ready before main's file has been read, so nothing there waits for it.
  void app.whenReady().then(() => {
    dialog.showErrorBox('Clavis can’t start', [message, hint].join('\n\n').trim())
    app.exit(refusedExitCode)
  })
}
