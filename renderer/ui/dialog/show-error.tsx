import { isCancelled } from '../text/described-error.ts'
import { openInformation } from './open-dialog.tsx'
import { ErrorPanel } from '../controls/error-panel.tsx'

/** Shows an error that belongs to no place on the page in a dialog of its own; nothing if the person cancelled. */
export function showError(title: string, error: unknown): void {
  if (isCancelled(error)) return
  openInformation(title, () => <ErrorPanel error={error} />)
}
