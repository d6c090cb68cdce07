import { app, dialog } from 'electron'
import type { ClavisError } from '#shared/errors.ts'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'

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

/**
 * Returns whether this runtime may use Production profiles: Electron, or the Chromium host if the person chose it. On the
 * host the page itself draws main's questions, there are no fuses and, as root, no sandbox.
 * @param v8 V8's version. Electron's build ends it in `-electron.N`: the host, which imitates Electron's other versions,
 *   runs in plain Node. Any other ending counts as the host
 * @param chosen `CLAVIS_RUNTIME`, which Clavis itself never sets
 */
export function productionAccess(v8: string, chosen: string | undefined): ProductionAccess {
  return /-electron\.\d+$/u.test(v8) || chosen === 'chromium' ? 'full' : 'read-only'
}
