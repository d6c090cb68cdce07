import { notifySuccess } from '../controls/notify.ts'
import { showError } from './show-error.tsx'

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
