import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import type { ListQuery } from '#shared/lists/list.ts'
import { listTitles, type ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import type { TableState } from '../browser/use-table-state.ts'
import type { ComparedPair } from '../comparison/comparison-state.ts'
import { openSnapshots } from '../comparison/snapshots-dialog.tsx'
import { useComparison } from '../comparison/use-comparison.ts'
import { openExport } from '../export/export-dialog.tsx'
import { useExports } from '../export/exports.tsx'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { selectsSameRecords } from '../model/list-query.ts'
import type { ListLoad } from './use-list-load.ts'

export interface DatasetActions {
  readonly isExporting: boolean
  readonly exportRecords: (query: ListQuery, columns: readonly ArrangedColumn[], table: TableState) => void
  readonly showSnapshots: () => void
  /** Undefined if nothing was compared. */
  readonly showComparison: (() => void) | undefined
}

/** Opens the dialogs about a list's dataset, and its comparison. */
export function useDatasetActions(profile: Profile, list: ListName, { summary, reopen }: ListLoad): DatasetActions {
  const { go } = useNavigation()
  const comparison = useComparison(profile.id, list)
  const showComparison = (): void => go({ page: 'comparison', profileId: profile.id, list })
  const { running, start } = useExports()
  const openDialog = useDatasetDialog(summary?.datasetId)
  return {
    isExporting: running.some(({ datasetId }) => datasetId === summary?.datasetId),
    exportRecords: (query, columns, { shown, selected }) => {
      if (summary === undefined) return
      const source = { datasetId: summary.datasetId, name: `${listTitles[list]} of ${profile.name}` }
      // The rows behind a chart aren't counted, and the last count may be of other records, or fewer.
      const isCounted =
        shown !== undefined && selectsSameRecords(shown.query, query) && shown.covers === summary.records
      const exportable = { summary, query, count: isCounted ? shown.count : undefined, selected, columns }
      openDialog((onClose) => openExport(exportable, (chosen, options) => void start(source, chosen, options), onClose))
    },
    showSnapshots: () => {
      if (summary === undefined) return
      const actions = {
        onOpened: (snapshot: { readonly profileId: Profile['id']; readonly list: ListName }) => {
          if (snapshot.profileId === profile.id) reopen()
          else go({ page: 'lists', profileId: snapshot.profileId, list: snapshot.list })
        },
        onCompare: (pair: ComparedPair) => {
          void comparison.start(pair)
          showComparison()
        },
      }
      openDialog((onClose) => openSnapshots(profile, summary, actions, onClose))
    },
    showComparison: comparison.state.kind === 'none' ? undefined : showComparison,
  }
}

/** Opens a dialog and returns its id; the given function is called when it closes. */
type OpenDialog = (onClose: () => void) => string

/**
 * Opens dialogs about a dataset, and closes an open one when the dataset is replaced, because its records are gone.
 * @param datasetId the list's dataset; undefined until it is open
 */
function useDatasetDialog(datasetId: string | undefined): (open: OpenDialog) => void {
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
