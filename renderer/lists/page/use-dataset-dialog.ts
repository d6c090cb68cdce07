import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'

/** Opens a dialog and answers its id; the function that it is given is called once the dialog is closed. */
type OpenDialog = (onClose: () => void) => string

/**
 * Opens dialogs about a reading, and closes the one that is open where another reading takes that one’s place: nothing can
 * be done any more with the records that it speaks of.
 * @param runId the reading that is the list’s; undefined until it is open
 */
export function useDatasetDialog(runId: string | undefined): (open: OpenDialog) => void {
  const dialog = useRef<{ readonly modalId: string; readonly runId: string | undefined }>(undefined)
  useEffect(() => {
    const { current } = dialog
    if (current === undefined || runId === undefined || current.runId === runId) return
    modals.close(current.modalId)
    notifications.show({
      title: 'List reloaded',
      message: 'The dialog was closed because the list was reloaded.',
    })
  }, [runId])
  return (open) => {
    const modalId = open(() => {
      dialog.current = undefined
    })
    dialog.current = { modalId, runId }
  }
}
