import { modals } from '@mantine/modals'

/** Asks before an action that can't be undone. */
export function askFirst({
  title,
  text,
  action,
  cancel = 'Cancel',
  run,
}: {
  readonly title: string
  readonly text: string
  /** The button's label. */
  readonly action: string
  readonly cancel?: string
  readonly run: () => void
}): void {
  modals.openConfirmModal({
    title,
    children: text,
    labels: { cancel, confirm: action },
    confirmProps: { color: 'red' },
    onConfirm: run,
  })
}
