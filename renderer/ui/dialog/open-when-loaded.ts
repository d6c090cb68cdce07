import { showError } from './show-error.tsx'

/**
 * Opens a dialog whose code is a file of its own: dialogs come after the first screen.
 * @param code the module's `import()`
 */
export function openWhenLoaded<T>(code: Promise<T>, open: (code: T) => void): void {
  code.then(open).catch((error: unknown) => showError('Couldn’t open the dialog', error))
}
