import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'

/** Opens a dialog and returns its id; the given function is called when it closes. */
type OpenDialog = (onClose: () => void) => string

/**
 * Opens dialogs about a dataset, and closes an open one when the dataset is replaced, because its records are gone.
 * @param datasetId the list's dataset; undefined until it is open
 */
export function useDatasetDialog(datasetId: string | undefined): (open: OpenDialog) => void {
  const dialog = useRef<{ readonly modalId: string; readonly datasetId: string | undefined }>(undefined)
  useEffect(() => {
    const { current } = dialog
    if (current === undefined || datasetId === undefined || current.datasetId === datasetId) return
    modals.close(current.modalId)
    notifications.show({
      title: 'List reloaded',
      message: 'The dialog was closed because the list was reloaded.',
    })
  }, [datasetId])
  return (open) => {
    const modalId = open(() => {
      dialog.current = undefined
    })
    dialog.current = { modalId, datasetId }
  }
}
