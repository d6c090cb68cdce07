import { ErrorPanel } from '../controls/error-panel.tsx'
import { notifySuccess } from '../controls/notify.tsx'
import { isCancelled } from '../text/described-error.ts'
import { openDialog } from './open-dialog.tsx'

/** Shows an error that belongs to no place on the page in a dialog of its own; nothing if the person cancelled. */
export function showError(title: string, error: unknown): void {
  if (isCancelled(error)) return
  openDialog(title, () => <ErrorPanel error={error} />)
}

/** Waits for work that nothing on the page waits for, and shows its error as {@link showError} does. */
export function attempt(title: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => showError(title, error))
}

/** Opens a dialog whose code is loaded on demand, after the first screen. @param code the module's `import()` */
export function openWhenLoaded<T>(code: Promise<T>, open: (code: T) => void): void {
  attempt('Couldn’t open the dialog', code.then(open))
}

/**
 * Makes a call that saves a file, and reports the result: nothing if the person cancelled the file dialog.
 * @param failure the error dialog's title
 * @param success the notification's title and message
 */
export async function saveAndReport<T>(
  save: () => Promise<T | undefined>,
  failure: string,
  success: (saved: T) => readonly [title: string, message: string],
): Promise<void> {
  try {
    const saved = await save()
    if (saved !== undefined) notifySuccess(...success(saved))
  } catch (error) {
    showError(failure, error)
  }
}
