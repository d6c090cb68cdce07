import { modals } from '@mantine/modals'
import { ErrorPanel } from './error-panel.tsx'

/** Shows an error that belongs to no place on the page in a dialog of its own. */
export function showError(title: string, error: unknown): void {
  modals.open({ title, children: <ErrorPanel error={error} /> })
}
