import { notifications } from '@mantine/notifications'
import { showError } from './show-error.tsx'

/** Says in a corner of the window that something was done. */
export function notifySuccess(title: string, message?: string): void {
  notifications.show({ color: 'green', ...(message === undefined ? { message: title } : { title, message }) })
}

/**
 * Has main ask for a file and save into it, and says how it went: nothing if the person closed the file dialog.
 * @param failure the error dialog's title
 * @param success the notification's title and message
 */
export async function saveFile<T>(
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
